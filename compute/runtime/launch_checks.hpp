// Checks the range and the arguments of a launch, and chooses the work-group size if the caller gave none.
#pragma once

#include <ingot/runtime/program.hpp>
#include <ingot/runtime/queue.hpp>
#include <span>
#include <vector>

#include "backend.hpp"

namespace ingot {

/// Returns the range rounded up to whole work-groups. Throws error if the range is empty, if the device or the kernel does
/// not support the sizes, or if the kernel uses more local memory than the device has.
backends::launch_range checked_range(const range& items, const kernel_function& kernel, const device& device);

/// Returns the arguments in the form that a backend takes. Throws error that names the parameter if the argument has a wrong
/// kind or size, belongs to another device, or is a buffer that the kernel writes although its memory_access forbids that.
/// Throws error too if the local memory of the kernel and of all arguments together is too large.
std::vector<backends::launch_argument> checked_arguments(std::span<const kernel_argument> arguments,
                                                         const kernel_function& kernel, const device& device);

}  // namespace ingot
