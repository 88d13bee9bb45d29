// Programs and kernels, and the argument checks that generated launchers use. Programs and kernels follow Table 4 of the thesis
// on which Ingot is based; docs/host-library.md names it and lists the differences.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ingot/cpu_debug/entry.hpp>
#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/image.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace ingot {

namespace backends {
class kernel_interface;
}
struct built_program;  // the object that all handles of a program refer to

/// A handle to a kernel file's code, built for one device. Copies are cheap and refer to the same program. The header
/// that ingotc generates for a kernel file defines a class derived from `program`, with one typed launcher for each kernel:
///
///     nbody_program program(device);
///     queue.run(program.advance, ingot::range(count), bodies, step);
class program {
public:
    /// Builds the program, or takes the built code from the disk cache. If `source` is built into the process and its
    /// kernels have been replaced (kernel_replacement.hpp, or the environment variable INGOT_KERNELS), builds the
    /// replacement. If the build fails, throws error with the driver's build log. Throws error too if the archive is damaged
    /// or has no code for the device. On the CPU debug device, missing code is reported later, when a kernel_function is
    /// made of the program.
    program(const device& device, const program_source& source);
    /// The same for kernels that were compiled at run time (compile.hpp). On the CPU debug device, throws error if
    /// compiled_program::cpu_debug_unavailable_reason() is not empty.
    program(const device& device, const compiled_program& compiled);
    /// The same, but checks the kernels first. Generated classes use it: `expected` is the source for which the class
    /// was generated. Throws error that names the difference if a kernel of `expected` is missing in `compiled` or has
    /// different parameters there.
    program(const device& device, const compiled_program& compiled, const program_source& expected);

    /// The device that the program was built for.
    const device& owner() const;
    /// The names of all kernels, in the order of the kernel file.
    std::vector<std::string> kernel_names() const;
    /// Was the built code taken from the disk cache? Always false for the CPU debug device, which needs no build.
    bool is_from_cache() const;
    /// For the runtime: the object that all copies share. Throws error if this program was moved from.
    const built_program& built() const;

private:
    std::shared_ptr<const built_program> shared_;
};

/// One kernel of a program. For each kernel, the header that ingotc generates defines a class derived from kernel_function.
/// The derived class contains the types of the kernel's parameters, and so checks arguments at compile time.
class kernel_function {
public:
    /// Throws error that lists the program's kernels if there is no kernel of that name.
    kernel_function(const program& program, std::string_view name);

    const std::string& name() const;
    backends::kernel_interface& implementation() const;
    const std::shared_ptr<backends::kernel_interface>& shared_implementation() const { return shared_; }

private:
    std::shared_ptr<backends::kernel_interface> shared_;
};

/// The number of elements of local memory for a parameter `local_buffer<T>`. Each work-group gets memory of its own.
///
///     queue.run(program.sum, range(count).groups_of(256), values, sums, local<float>(256));
template <typename T>
struct local_elements {
    size_t count = 0;
};
template <typename T>
constexpr local_elements<T> local(size_t count) {
    return {count};
}

/// An argument of a launch. Exactly one of the four is set: a buffer, the bytes of a value, an image, or the size of
/// local memory.
struct kernel_argument {
    const memory* buffer = nullptr;
    std::span<const std::byte> value;
    const device_image* image = nullptr;
    uint64_t local_bytes = 0;
};

/// Can an argument of type `Given`, which may be a reference type, be passed to a parameter `buffer<Element>`? The
/// argument must be a device_buffer of the same element type. A const device_buffer fits only if `Element` is const,
/// because then the kernel does not write to it.
template <typename Element, typename Given>
concept fits_buffer = std::same_as<std::remove_cvref_t<Given>, device_buffer<std::remove_const_t<Element>>> &&
                      (std::is_const_v<Element> || !std::is_const_v<std::remove_reference_t<Given>>);

/// Can an argument of type `Given` be passed to a parameter `param<Value>`? The argument must have the type `Value` or
/// convert to it. Two conversions are excluded, because they lose information without a message: floating point to
/// integer, and any number to bool.
template <typename Value, typename Given>
concept fits_value =
    std::same_as<std::remove_cvref_t<Given>, Value> ||
    (std::convertible_to<Given, Value> && !(std::is_floating_point_v<std::remove_cvref_t<Given>> && std::is_integral_v<Value>) &&
     !(std::is_arithmetic_v<std::remove_cvref_t<Given>> && std::same_as<Value, bool>));

}  // namespace ingot
