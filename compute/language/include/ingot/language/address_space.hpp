// Names for pointer types and for the type of constant arrays (Table 10 of the thesis that docs/host-library.md names).
//
// A name says in which memory the pointer's target is. The names only document this: they are aliases of `T*` and
// `const T*`, and ingotc infers the memory of every pointer. A function with a `T*` parameter therefore accepts
// pointers to any memory. In the thesis the names are keywords; here that would require macros, and a macro also
// replaces identifiers of other code.
#pragma once

#include <cstddef>

namespace ingot {

/// A pointer to an element of a buffer.
template <typename T>
using global_pointer = T*;

/// A pointer to an element of a local_buffer.
template <typename T>
using local_pointer = T*;

/// A pointer to an element of a constant_buffer, or to a constant that is declared in a namespace or a class.
template <typename T>
using constant_pointer = const T*;

/// An array of N constants: `constexpr constant_array<float, 3> weights {0.25f, 0.5f, 0.25f};`. If it is declared in a
/// namespace or a class, or as `static` in a function, it is in the device's constant memory, like every constant that
/// is declared in these places. If all these constants of a kernel file together are larger than 48 KiB, ingotc puts all of
/// them into CUDA's global memory.
template <typename T, size_t N>
using constant_array = const T[N];

}  // namespace ingot
