// The language's one macro, which <ingot/kernel.hpp> defines.
//
// This header has no include guard. The generated headers with launchers undefine the macro again, because a host
// program may use the identifier for something else, and include this header each time before headers with kernel
// templates.

#undef kernel

/// Marks a function as a kernel: an entry that a host program can launch.
///
/// The function returns `void`; each parameter is a `buffer<T>`, `constant_buffer<T>`, `local_buffer<T>`, image or `param<T>`.
/// Its name must be unique among the kernels of its file. A function template can be marked, too; then the file lists its
/// instances with `instances`. (Thesis, Table 10.)
///
/// For a device, the compiler finds kernels by the annotation. For the CPU debug device, the file is compiled into the
/// program, where `static` allows kernels of the same name in different files.
#if defined(INGOT_DEVICE)
#define kernel [[clang::annotate("ingot.kernel")]]
#else
#define kernel [[maybe_unused]] static
#endif
