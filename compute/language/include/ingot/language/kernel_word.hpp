// The language's one macro, which <ingot/kernel.hpp> defines.
//
// Without a guard: the headers with launchers take the word away again, as a host may use it for something else, and include this
// each time before headers that hold kernel templates.

#undef kernel

/// Marks a function as a kernel: an entry that a host program can launch.
///
/// The function returns `void`; each parameter is a `buffer<T>`, an image or a `param<T>`. Its name must be unique among the
/// kernels of its file. A function template may be marked too: `instances` lists which of it there are. (Thesis, Table 10.)
///
/// For a device the compiler finds kernels by the annotation. For the CPU debug device the file is compiled into the program,
/// where `static` keeps kernels of the same name in different files apart.
#if defined(INGOT_DEVICE)
#define kernel [[clang::annotate("ingot.kernel")]]
#else
#define kernel [[maybe_unused]] static
#endif
