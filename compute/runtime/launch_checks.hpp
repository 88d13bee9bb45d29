// The checks of a launch, and the group size where none was asked for.
#pragma once

#include <ingot/runtime/program.hpp>
#include <ingot/runtime/queue.hpp>
#include <span>
#include <vector>

#include "backend.hpp"

namespace ingot {

/// Whole groups for `items`. Throws error where the device or the kernel cannot have them.
backends::launch_range checked_range(const range& items, const kernel_function& kernel, const device& on);

/// The arguments, each of the kind and size that the kernel's parameter has. Throws error that names the parameter.
std::vector<backends::launch_argument> checked_arguments(std::span<const kernel_argument> arguments,
                                                         const kernel_function& kernel, const device& on);

}  // namespace ingot
