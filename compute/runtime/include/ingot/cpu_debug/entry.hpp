// How the program holds a kernel file that the build's own compiler compiled: what ingotc's generated source fills in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/language/buffer.hpp>
#include <ingot/language/image.hpp>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ingot {

/// One kernel as the CPU debug device calls it, once for each work-item. `arguments[i]` points to the i-th argument: for a buffer
/// to the pointer to its memory, for an image to the pointer to what the device has as an image, for a value to the value.
struct cpu_debug_entry {
    std::string_view name;  ///< the kernel's symbol
    void (*run)(const void* const* arguments) = nullptr;
};

/// A kernel file inside the program: the archive, and the same kernels for the CPU debug device.
struct program_source {
    std::string_view name;  ///< file name of the kernel file
    std::span<const std::byte> archive;
    std::span<const cpu_debug_entry> cpu_debug;
    /// Keeps the code behind `cpu_debug` loaded, by whoever may still run it; null where it is part of the program.
    std::shared_ptr<const void> keeps {};
};

/// What a shared library with a kernel file for the CPU debug device exports, as `ingot_cpu_debug_library`.
struct cpu_debug_library {
    uint32_t version = 0;  ///< changes with this header's structs
    std::span<const cpu_debug_entry> kernels;
};
inline constexpr uint32_t cpu_debug_library_version = 1;

namespace cpu_debug {

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

/// Calls `function` with its arguments; `run<&name>` is an entry's function.
template <auto function>
void run(const void* const* arguments) {
    call(function, arguments, indices(function));
}

}  // namespace cpu_debug
}  // namespace ingot
