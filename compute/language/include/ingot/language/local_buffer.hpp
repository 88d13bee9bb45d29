// Memory shared by the work-items of one work-group (thesis, Table 10).
#pragma once

#include <cstddef>
#include <ingot/language/device_functions.hpp>
#include <type_traits>

namespace ingot {

/// An array of X, X by Y or X by Y by Z elements in the work-group's local memory, declared as a variable inside a kernel or a
/// function that a kernel calls: `local_buffer<float4, 256> tile;`. Its first contents are undefined.
///
/// Index it as the array `T[X]`, `T[X][Y]` or `T[X][Y][Z]`.
template <typename T, size_t X, size_t Y = 0, size_t Z = 0>
class local_buffer {
    static_assert(X > 0, "a local_buffer has at least one element");
    static_assert(Y > 0 || Z == 0, "a local_buffer with a third dimension has a second one");
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>,
                  "the elements of a local_buffer are plain data: nothing constructs or destroys them");

    using row = std::conditional_t<Z == 0, T, T[Z == 0 ? 1 : Z]>;
    using element = std::conditional_t<Y == 0, T, row[Y == 0 ? 1 : Y]>;

public:
    using value_type = T;

    // Always inlined, so that each declaration in the source is a place of its own that asks for memory.
    [[gnu::always_inline]] local_buffer()
        : elements_(static_cast<element*>(ingot_device_local_memory(sizeof(element) * X, alignof(T)))) {}
    local_buffer(const local_buffer&) = delete;
    local_buffer& operator=(const local_buffer&) = delete;

    element& operator[](size_t index) const { return elements_[index]; }
    T* data() const { return reinterpret_cast<T*>(elements_); }

    /// Number of elements of type T.
    static constexpr size_t size() { return sizeof(element) * X / sizeof(T); }

private:
    element* elements_;
};

}  // namespace ingot
