// run<&kernel>() calls a kernel with the arguments that an array of pointers refers to. The CPU debug device calls kernels
// through run(). The entry functions that ingotc compiles for the other devices call run(), too. This header includes hardly
// more than the kernel language, because ingotc parses it for each kernel file.
#pragma once

#include <cstddef>
#include <ingot/language/buffer.hpp>
#include <ingot/language/image.hpp>
#include <ingot/language/local_buffer.hpp>
#include <type_traits>
#include <utility>

namespace ingot {

namespace cpu_debug {

/// Converts an entry of `arguments` to the type of the kernel's parameter.
template <typename T>
struct argument {
    static const T& from(const void* pointer) { return *static_cast<const T*>(pointer); }
};
template <typename T>
struct argument<buffer<T>> {
    static buffer<T> from(const void* pointer) { return buffer<T>(*static_cast<T* const*>(pointer)); }
};
template <typename T>
struct argument<constant_buffer<T>> {
    static constant_buffer<T> from(const void* pointer) { return constant_buffer<T>(*static_cast<const T* const*>(pointer)); }
};

// On the CPU debug device `pointer` points to the size of the local memory, and the memory of the running work-group is looked
// up. On other devices `pointer` points to a pointer to the memory.
template <typename T>
struct argument<local_buffer<T>> {
    static local_buffer<T> from(const void* pointer) {
#if defined(INGOT_DEVICE)
        return local_buffer<T>(*static_cast<T* const*>(pointer));
#else
        return local_buffer<T>(static_cast<T*>(ingot_device_launch_memory(pointer, alignof(T))));
#endif
    }
};

template <image_shape shape, typename T, image_access access>
struct argument<basic_image<shape, T, access>> {
    static basic_image<shape, T, access> from(const void* pointer) {
        return basic_image<shape, T, access>(*static_cast<const void* const*>(pointer));
    }
};

template <typename... Parameters, size_t... i>
void call(void (*function)(Parameters...), const void* const* arguments, std::index_sequence<i...>) {
    function(argument<std::remove_cvref_t<Parameters>>::from(arguments[i])...);
}

template <typename... Parameters>
constexpr std::index_sequence_for<Parameters...> indices(void (*)(Parameters...)) {
    return {};
}

template <size_t index, typename First, typename... Rest>
struct parameter_at : parameter_at<index - 1, Rest...> {};
template <typename First, typename... Rest>
struct parameter_at<0, First, Rest...> {
    using type = First;
};
template <size_t index, typename... Parameters>
parameter_at<index, Parameters...> find_parameter(void (*)(Parameters...));

/// The type of one parameter of a kernel: `parameter_of<&advance, 0>`.
template <auto function, size_t index>
using parameter_of = typename decltype(find_parameter<index>(function))::type;

/// Calls `function` with the arguments that the pointers refer to. `run<&name>` is the value of cpu_debug_entry::run.
template <auto function>
void run(const void* const* arguments) {
    call(function, arguments, indices(function));
}

}  // namespace cpu_debug

}  // namespace ingot
