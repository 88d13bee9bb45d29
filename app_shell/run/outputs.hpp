// Writes the files of a run: pictures, statistics, trace, the sample's own file, and state.
#pragma once

#include <cstdint>
#include <span>

#include "command_line/command_line.hpp"
#include "session/session.hpp"
#include "statistics/run_statistics.hpp"

namespace ingot::shell {

/// Writes all files that the request names, except the video, which is written during the run. `picture` holds the last
/// frame: three bytes per pixel (sRGB), the top row first. If a file cannot be written, prints the error on stderr and
/// still writes the others. Returns true if all were written.
bool write_outputs(const run_request& request, const session& ran, const run_statistics& statistics, extent size,
                   std::span<const uint8_t> picture);

}  // namespace ingot::shell
