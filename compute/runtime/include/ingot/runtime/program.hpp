// Programs and kernels (thesis, Tables 4 and 5), and the checks that the generated launchers use.
#pragma once

#include <concepts>
#include <cstddef>
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
struct loaded_program;  // what a program's handles share

/// A kernel file's code, built for one device: a handle, cheap to copy. Generated headers derive from it: `nbody_program
/// program(device);`
class program {
public:
    /// Builds the program, or takes the built one from the disk cache. Throws error with the device's build log.
    program(const device& on, const program_source& source);
    /// The same of kernels that were compiled while the program runs.
    program(const device& on, const compiled_program& compiled);
    /// The same, for a generated class that was made from `expected`: throws error that names the difference where a kernel of
    /// `expected` is missing, or has other parameters.
    program(const device& on, const compiled_program& compiled, const program_source& expected);

    const device& owner() const;
    /// Names of all kernels, in the file's order.
    std::vector<std::string> kernel_names() const;
    /// Was the built code taken from the disk cache? Always false for the CPU debug device, whose code is in this program.
    bool from_cache() const;
    const loaded_program& loaded() const;

private:
    std::shared_ptr<const loaded_program> shared;
};

/// One kernel of a program. The generated header derives one class for each kernel, which knows its parameters.
class kernel_function {
public:
    /// Throws error where the program has no kernel of that name.
    kernel_function(const program& of, std::string_view name);

    const std::string& name() const;
    backends::kernel_interface& implementation() const;
    const std::shared_ptr<backends::kernel_interface>& share() const { return shared; }

private:
    std::shared_ptr<backends::kernel_interface> shared;
};

/// An argument of a launch: memory, the bytes of a value, or an image.
struct kernel_argument {
    const memory* buffer = nullptr;
    std::span<const std::byte> value;
    const device_image* image = nullptr;
};

/// Can a `Given` (with its reference) be passed as `buffer<Element>`? Only a device_buffer of the same element; a const one only
/// where the kernel does not write.
template <typename Element, typename Given>
concept fits_buffer = std::same_as<std::remove_cvref_t<Given>, device_buffer<std::remove_const_t<Element>>> &&
                      (std::is_const_v<Element> || !std::is_const_v<std::remove_reference_t<Given>>);

/// Can a `Given` be passed as `param<Value>`? The same type, or what converts to it without a change of kind: no floating point
/// number to an integer, no number to bool.
template <typename Value, typename Given>
concept fits_value =
    std::same_as<std::remove_cvref_t<Given>, Value> ||
    (std::convertible_to<Given, Value> && !(std::is_floating_point_v<std::remove_cvref_t<Given>> && std::is_integral_v<Value>) &&
     !(std::is_arithmetic_v<std::remove_cvref_t<Given>> && std::same_as<Value, bool>));

}  // namespace ingot
