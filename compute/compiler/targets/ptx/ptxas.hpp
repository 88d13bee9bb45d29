// ptxas, the CUDA toolkit's compiler of PTX: it assigns the registers of a device.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../kernel_resources.hpp"

namespace ingot::compiler::ptx {

/// Returns what the kernels of the PTX text need on an architecture, "sm_90". It is what `ptxas -v` prints; ptxas is searched for
/// in PATH, and then in the folder `bin` of the folder that CUDA_PATH names. If there is no ptxas, or if it fails, the report
/// says why nothing is known.
resource_report resources_of(std::span<const std::byte> text, const std::string& architecture);

/// Returns what the messages of `ptxas -v` say about kernels. Messages about functions that are no kernels are skipped.
std::vector<kernel_resources> parse_ptxas_messages(std::string_view messages);

}  // namespace ingot::compiler::ptx
