// array<T, N>, a fixed number of elements as one value (MSL 3.0, section 2.12.1).
#pragma once

#include <ingot/metal/detail/types.hpp>

namespace metal {

template <typename T, size_t N>
struct array {
    T elements[N];

    static constexpr size_t size() { return N; }
    static constexpr bool empty() { return N == 0; }
    constexpr T& operator[](size_t index) { return elements[index]; }
    constexpr const T& operator[](size_t index) const { return elements[index]; }
    constexpr T& front() { return elements[0]; }
    constexpr const T& front() const { return elements[0]; }
    constexpr T& back() { return elements[N - 1]; }
    constexpr const T& back() const { return elements[N - 1]; }
    constexpr thread T* data() { return elements; }
    constexpr thread const T* data() const { return elements; }
    constexpr thread T* begin() { return elements; }
    constexpr thread const T* begin() const { return elements; }
    constexpr thread T* end() { return elements + N; }
    constexpr thread const T* end() const { return elements + N; }
};

/// Refers to the elements of an array that it does not own, and does not change them.
template <typename T>
class array_ref {
public:
    constexpr array_ref() = default;
    constexpr array_ref(thread const T* first, size_t count) : first_(first), count_(count) {}
    template <size_t N>
    constexpr array_ref(thread const T (&values)[N]) : first_(values), count_(N) {}
    template <size_t N>
    constexpr array_ref(thread const array<T, N>& values) : first_(values.elements), count_(N) {}

    constexpr size_t size() const { return count_; }
    constexpr bool empty() const { return count_ == 0; }
    constexpr const T& operator[](size_t index) const { return first_[index]; }
    constexpr const T& front() const { return first_[0]; }
    constexpr const T& back() const { return first_[count_ - 1]; }
    constexpr thread const T* data() const { return first_; }
    constexpr thread const T* begin() const { return first_; }
    constexpr thread const T* end() const { return first_ + count_; }

private:
    thread const T* first_ = nullptr;
    size_t count_ = 0;
};

template <typename T>
constexpr array_ref<T> make_array_ref(thread const T* first, size_t count) {
    return {first, count};
}
template <typename T, size_t N>
constexpr array_ref<T> make_array_ref(thread const T (&values)[N]) {
    return {values, N};
}

}  // namespace metal
