// Frames as a trace that chrome://tracing, Perfetto and speedscope open.
#pragma once

#include <deque>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "statistics/frame_trace.hpp"

namespace ingot::shell {

/// The Trace Event Format ("JSON Object Format", complete events): the host's frames with their parts inside them, and inside
/// those what sharing took; on a second line the device's launches and transfers, where they ran by its clock. Microseconds from
/// the first frame on.
nlohmann::ordered_json chrome_trace(const std::deque<frame_trace>& frames, const std::string& sample, const std::string& device);

}  // namespace ingot::shell
