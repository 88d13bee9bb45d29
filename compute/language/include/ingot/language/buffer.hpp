// How a kernel sees memory and values that the host gives it (thesis, Table 10).
#pragma once

#include <cstddef>

namespace ingot {

/// Global memory: an array of `T` in a buffer of the device. `buffer<const T>` is read only.
///
/// A kernel knows no length: pass it as a `param` where it is needed. `T` is trivially copyable and holds no pointers.
template <typename T>
class buffer {
public:
    using value_type = T;

    constexpr buffer() = default;
    constexpr explicit buffer(T* first) : elements(first) {}

    constexpr T& operator[](size_t index) const { return elements[index]; }
    constexpr T& operator*() const { return *elements; }
    constexpr T* operator->() const { return elements; }
    constexpr T* operator+(size_t offset) const { return elements + offset; }
    constexpr T* data() const { return elements; }

    /// A buffer that can be written can be read.
    constexpr operator buffer<const T>() const { return buffer<const T>(elements); }

private:
    T* elements = nullptr;
};

template <typename T>
class buffer<const T> {
public:
    using value_type = const T;

    constexpr buffer() = default;
    constexpr explicit buffer(const T* first) : elements(first) {}

    constexpr const T& operator[](size_t index) const { return elements[index]; }
    constexpr const T& operator*() const { return *elements; }
    constexpr const T* operator->() const { return elements; }
    constexpr const T* operator+(size_t offset) const { return elements + offset; }
    constexpr const T* data() const { return elements; }

private:
    const T* elements = nullptr;
};

/// A value that the host passes to a kernel: any trivially copyable type without pointers. Read only.
template <typename T>
using param = const T;

}  // namespace ingot
