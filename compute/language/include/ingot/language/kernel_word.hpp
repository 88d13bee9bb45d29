// Defines `kernel`, the only macro of the language that kernel files use. <ingot/kernel.hpp> includes this header.
//
// This header has no include guard, because the macro is defined several times in one host program. A header that ingotc
// generates from a kernel file includes the headers with the kernel templates of that file. Before them it includes this
// header, and after them it undefines the macro, because the host program may use the identifier for something else.

#undef kernel

/// Marks a function as a kernel: an entry that a host program can launch.
///
/// The function returns `void`; each parameter is a `buffer<T>`, `constant_buffer<T>`, `local_buffer<T>`, image or `param<T>`.
/// Its name must be unique among the kernels of its file. A function template can be marked, too; then the file lists its
/// instances with `instances`. (Table 10 of the thesis that docs/host-library.md names.)
///
/// ingotc finds kernels by the annotation. For the CPU debug device, the host's C++ compiler compiles the file into the host
/// program; there, `static` allows kernels of the same name in different files.
#if defined(INGOT_DEVICE)
#define kernel [[clang::annotate("ingot.kernel")]]
#else
#define kernel [[maybe_unused]] static
#endif
