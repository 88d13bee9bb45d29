// The memory and the values that the host passes to a kernel (Table 10 of the thesis that docs/host-library.md names).
#pragma once

#include <cstddef>

namespace ingot {

/// Global memory: an array of `T` in a buffer of the device. `buffer<const T>` is read only.
///
/// This class does not contain the number of elements; pass the number as a `param` if the kernel needs it. `T` must be
/// trivially copyable and must not contain pointers.
template <typename T>
class buffer {
public:
    using value_type = T;

    constexpr buffer() = default;
    constexpr explicit buffer(T* first) : elements_(first) {}

    constexpr T& operator[](size_t index) const { return elements_[index]; }
    constexpr T& operator*() const { return *elements_; }
    constexpr T* operator->() const { return elements_; }
    constexpr T* operator+(size_t offset) const { return elements_ + offset; }
    constexpr T* data() const { return elements_; }

    /// A buffer that can be written converts to one that can only be read.
    constexpr operator buffer<const T>() const { return buffer<const T>(elements_); }

private:
    T* elements_ = nullptr;
};

template <typename T>
class buffer<const T> {
public:
    using value_type = const T;

    constexpr buffer() = default;
    constexpr explicit buffer(const T* first) : elements_(first) {}

    constexpr const T& operator[](size_t index) const { return elements_[index]; }
    constexpr const T& operator*() const { return *elements_; }
    constexpr const T* operator->() const { return elements_; }
    constexpr const T* operator+(size_t offset) const { return elements_ + offset; }
    constexpr const T* data() const { return elements_; }

private:
    const T* elements_ = nullptr;
};

/// An array of `T` that many work-items read and that none writes while the kernel runs. It is a parameter of a kernel.
///
/// The host passes a `device_buffer<T>`. On OpenCL the array is in constant memory, and a launch with a buffer that is
/// larger than the device allows for one constant buffer (at least 64 KiB) is an error. On CUDA the array is in global
/// memory and is read through the read-only data cache. If a launch also writes the buffer, the values that are read are
/// undefined.
template <typename T>
class constant_buffer {
public:
    using value_type = const T;

    constexpr constant_buffer() = default;
    constexpr explicit constant_buffer(const T* first) : elements_(first) {}

    constexpr const T& operator[](size_t index) const { return elements_[index]; }
    constexpr const T& operator*() const { return *elements_; }
    constexpr const T* operator->() const { return elements_; }
    constexpr const T* operator+(size_t offset) const { return elements_ + offset; }
    constexpr const T* data() const { return elements_; }

private:
    const T* elements_ = nullptr;
};

/// A value that the host passes to a kernel: any trivially copyable type without pointers. Read only.
template <typename T>
using param = const T;

}  // namespace ingot
