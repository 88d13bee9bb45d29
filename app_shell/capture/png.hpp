// Pictures to files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "window/window.hpp"

namespace ingot::shell {

/// Writes 8-bit RGB, the top row first. The file is replaced as a whole or stays as it was. Throws std::runtime_error.
void write_png(const std::filesystem::path& file, extent size, std::span<const uint8_t> rgb);

}  // namespace ingot::shell
