// What `--stats FILE.json` says about a run.
#pragma once

#include <ingot/sample/sample.hpp>
#include <optional>
#include <string>
#include <vector>

#include "session/session.hpp"
#include "statistics/time_series.hpp"
#include "window/window.hpp"

namespace ingot::shell {

struct device_switch_record {
    uint64_t frame = 0;
    std::string backend;
    std::string device;
};

/// Collected while a sample runs; what can be asked of the session itself is not repeated here.
struct run_statistics {
    static constexpr size_t all_frames = 1'000'000;  ///< of which times are kept: a day of frames, few megabytes

    std::optional<std::string> preset;
    extent size;
    uint64_t frames = 0;               ///< drawn
    double wall_seconds = 0.0;         ///< of all frames
    double first_frame_seconds = 0.0;  ///< from the start of the program's work to the end of the first frame
    time_series frame_times {all_frames};
    kernel_times kernels {all_frames};
    transfer_times transfers {all_frames};
    sharing_times sharing {all_frames};
    std::vector<device_switch_record> switches;
    std::string graphics;
};

/// The report as JSON text, with a line end. Reads the state and the readings of the session as they are now.
std::string to_json(const run_statistics& of, const session& ran);

}  // namespace ingot::shell
