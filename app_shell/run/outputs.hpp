// What a run leaves behind: picture, statistics, the sample's own file, state.
#pragma once

#include <cstdint>
#include <span>

#include "command_line/command_line.hpp"
#include "session/session.hpp"
#include "statistics/run_statistics.hpp"

namespace ingot::shell {

/// Writes what the request asks for. Each that fails is told of on stderr and the others are still written; true where all were.
bool write_outputs(const run_request& asked, const session& ran, const run_statistics& figures, extent size,
                   std::span<const uint8_t> picture);

}  // namespace ingot::shell
