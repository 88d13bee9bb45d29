// Parses the command line of `ingot gallery`.
#pragma once

#include <span>
#include <string>

#include "command_line/command_line.hpp"

namespace ingot::shell {

/// Parses the arguments after `gallery`. Throws usage_error; and missing_encoder if --video requires ffmpeg, which is not on the
/// PATH.
command parse_gallery(std::span<const std::string> arguments, std::span<const sample_description> samples);

}  // namespace ingot::shell
