// Structs that kernels receive as arguments.
#pragma once

#include <cstddef>
#include <cstdint>

namespace struct_arguments {

/// A struct of `count` numbers. With an `alignment` larger than that of T it can have padding at its end.
template <typename T, size_t count, size_t alignment = alignof(T)>
struct alignas(alignment) numbers {
    using number = T;
    static constexpr size_t size = count;
    T values[count];
};

/// Work-items in a group.
inline constexpr uint32_t group = 16;

}  // namespace struct_arguments
