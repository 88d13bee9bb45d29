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

}  // namespace metal
