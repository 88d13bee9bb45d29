// Converts recorded frames into a trace file for chrome://tracing, Perfetto and speedscope.
#pragma once

#include <deque>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "statistics/frame_trace.hpp"

namespace ingot::shell {

/// Returns the frames in the Trace Event Format ("JSON Object Format", complete events). The first track holds the
/// host's frames, their parts, and nested in these the sharing with OpenGL. The second track holds the device's launches
/// and transfers, measured by the device and converted to the host's clock. Times are in microseconds since the first
/// event.
nlohmann::ordered_json chrome_trace(const std::deque<frame_trace>& frames, const std::string& sample, const std::string& device);

}  // namespace ingot::shell
