// What kernels print.
#pragma once

#include <cstddef>
#include <ingot/archive/vulkan_code.hpp>
#include <span>
#include <string>
#include <vector>

namespace ingot::backends::vulkan {

/// Returns the text of the records in a buffer for printing, which begins with an archive::vulkan_print_header. A record with an
/// unknown format ends the text. If the buffer was too small, the text ends with a line that says so.
std::string printed_text_in(std::span<const std::byte> memory, std::span<const std::string> formats);

}  // namespace ingot::backends::vulkan
