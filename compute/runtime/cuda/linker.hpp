// Compiles PTX with the driver's linker, which includes the driver's compiler. The driver can also load PTX as a module, but
// then it does not return the machine code, which the disk cache stores.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// Compiles PTX to machine code ("cubin") for the context's device. `name` is the name of the input in the driver's
/// log. Throws error with the log if the driver rejects the PTX; the message begins with `doing`.
std::vector<std::byte> link(primary_context& context, std::string_view ptx, const std::string& name, const std::string& doing);

}  // namespace ingot::backends::cuda
