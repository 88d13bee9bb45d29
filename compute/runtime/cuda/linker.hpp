// Compiles PTX with the driver's linker, which includes its compiler. Only the linker returns the machine code, which
// the disk cache stores; loading PTX as a module does not.
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
