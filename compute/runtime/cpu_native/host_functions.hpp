// The functions of this process that kernels on the CPU call.
#pragma once

#include <string_view>

namespace ingot::backends::cpu_native {

/// Returns the address of a function that code of the target `cpu` may call, or null.
const void* find_host_function(std::string_view name);

}  // namespace ingot::backends::cpu_native
