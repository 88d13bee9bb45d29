// The driver's compiler, behind its linker: the only way to have what it makes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// Machine code ("cubin") for the context's device. `name` stands in the driver's log, and the log in the error that is thrown
/// where the driver refuses the PTX.
std::vector<std::byte> link(primary_context& context, std::string_view ptx, const std::string& name, const std::string& doing);

}  // namespace ingot::backends::cuda
