// Names for pointers by the memory that they point to, and for constant arrays (thesis, Table 10).
//
// The thesis has keywords, which a host compiler knows only as macros that no other name could share, and advises against their
// use. Here the compiler finds the memory of every pointer itself; these names say it to a reader. They are plain pointers: a
// function that takes a `T*` takes memory of any kind.
#pragma once

#include <cstddef>

namespace ingot {

/// A pointer into a buffer.
template <typename T>
using global_pointer = T*;

/// A pointer into a local_buffer.
template <typename T>
using local_pointer = T*;

/// A pointer into a constant_buffer, or to a constant of a namespace or a class.
template <typename T>
using constant_pointer = const T*;

/// An array of N constants: `constexpr constant_array<float, 3> weights {0.25f, 0.5f, 0.25f};`. In a namespace or a class, or
/// `static` in a function, it lies in a device's constant memory, as every other constant there does.
template <typename T, size_t N>
using constant_array = const T[N];

}  // namespace ingot
