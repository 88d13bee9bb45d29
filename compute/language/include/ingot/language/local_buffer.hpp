// Memory shared by the work-items of one work-group (Table 10 of the thesis that docs/host-library.md names).
#pragma once

#include <cstddef>
#include <ingot/language/device_functions.hpp>
#include <type_traits>

namespace ingot {

namespace detail {
template <typename T>
inline constexpr bool fits_local_memory = std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>;

// A local_buffer begins at a multiple of 16 bytes, the size of the widest access of a work-item, for work_group_copy and
// matrix_tile.
template <typename T>
inline constexpr size_t local_alignment = alignof(T) > 16 ? alignof(T) : 16;
}  // namespace detail

/// An array of X, X by Y or X by Y by Z elements in the work-group's local memory, declared as a variable inside a kernel or a
/// function that a kernel calls: `local_buffer<float4, 256> tile;`. Its initial contents are undefined.
///
/// It begins at a multiple of 16 bytes. Index it as the array `T[X]`, `T[X][Y]` or `T[X][Y][Z]`.
template <typename T, size_t X = 0, size_t Y = 0, size_t Z = 0>
class local_buffer {
    static_assert(X > 0, "if a local_buffer has a second dimension, its first dimension must not be 0");
    static_assert(Y > 0 || Z == 0, "if a local_buffer has a third dimension, its second dimension must not be 0");
    static_assert(detail::fits_local_memory<T>,
                  "the elements of a local_buffer are plain data: nothing constructs or destroys them");

    using row = std::conditional_t<Z == 0, T, T[Z == 0 ? 1 : Z]>;
    using element = std::conditional_t<Y == 0, T, row[Y == 0 ? 1 : Y]>;

public:
    using value_type = T;

    // Always inlined, so that each declaration in the source contains its own call and so has its own memory.
    [[gnu::always_inline]] local_buffer()
        : elements_(static_cast<element*>(ingot_device_local_memory(sizeof(element) * X, detail::local_alignment<T>))) {}
    local_buffer(const local_buffer&) = delete;
    local_buffer& operator=(const local_buffer&) = delete;

    element& operator[](size_t index) const { return elements_[index]; }
    T* data() const { return reinterpret_cast<T*>(elements_); }

    /// Number of elements of type T.
    static constexpr size_t size() { return sizeof(element) * X / sizeof(T); }

private:
    element* elements_;
};

/// Local memory whose size the launch gives, as a parameter of a kernel. The type of the parameter names only the type of the
/// elements. The initial contents of the memory are undefined.
///
///     kernel void sum(buffer<const float> values, buffer<float> sums, local_buffer<float> partial) { … }
///
///     queue.run(program.sum, range(count).groups_of(256), values, sums, local<float>(256));
template <typename T>
class local_buffer<T> {
    static_assert(detail::fits_local_memory<T>,
                  "the elements of a local_buffer are plain data: nothing constructs or destroys them");

public:
    using value_type = T;

    /// Reports a compile error for a variable without a size. This constructor is a template, so that the error occurs only
    /// where the constructor is called.
    template <typename U = T>
    local_buffer() {
        static_assert(sizeof(U) == 0, "a local_buffer without a size is a parameter of a kernel; a variable needs a size");
    }
    /// Only the runtime and the code that ingotc generates call this constructor, with the memory of the work-group.
    explicit local_buffer(T* first) : elements_(first) {}

    T& operator[](size_t index) const { return elements_[index]; }
    T& operator*() const { return *elements_; }
    T* operator->() const { return elements_; }
    T* operator+(size_t offset) const { return elements_ + offset; }
    T* data() const { return elements_; }

private:
    T* elements_ = nullptr;
};

}  // namespace ingot
