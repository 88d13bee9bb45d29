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

/// The same in constant memory: an array of `T` that no work-item writes while the kernel runs, in a buffer of the device, for
/// data that many work-items read. A parameter of a kernel.
///
/// The host passes a `device_buffer<T>`. On OpenCL it must fit the device's constant memory (64 KiB or more; a launch with a
/// larger one is an error); CUDA reads it through the read-only data cache. A buffer that is also written in the same launch
/// gives undefined values.
template <typename T>
class constant_buffer {
public:
    using value_type = const T;

    constexpr constant_buffer() = default;
    constexpr explicit constant_buffer(const T* first) : elements(first) {}

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
