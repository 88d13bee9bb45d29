// Types of pointers that name the memory they point to, and of constant arrays (thesis, Table 10).
//
// In the thesis these are keywords. For a host compiler, keywords would have to be macros, and a macro replaces every
// identifier of its name. The compiler infers the memory of every pointer, so these names serve the reader: they are aliases of
// plain pointers, and a function with a `T*` parameter accepts pointers to any memory.
#pragma once

#include <cstddef>

namespace ingot {

/// A pointer to an element of a buffer.
template <typename T>
using global_pointer = T*;

/// A pointer to an element of a local_buffer.
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
