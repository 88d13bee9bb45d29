// What `--stats FILE.json` says about a run.
#pragma once

#include <ingot/sample/sample.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "session/session.hpp"
#include "statistics/frame_recorder.hpp"
#include "statistics/time_series.hpp"
#include "window/window.hpp"

namespace ingot::shell {

struct device_switch_record {
    uint64_t frame = 0;
    std::string backend;
    std::string device;
    double milliseconds = 0.0;  ///< that the frames waited for it
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
    time_series draw_times {all_frames};  ///< of handing a frame's drawing to OpenGL, by the host's clock
    kernel_times kernels {all_frames};
    transfer_times transfers {all_frames};
    sharing_times sharing {all_frames};
    frame_recorder recorder {600};  ///< traces of the newest frames; as many as are asked for, where a trace is
    std::vector<device_switch_record> switches;
    std::string graphics;
};

/// The report. Reads the state and the readings of the session as they are now.
nlohmann::ordered_json report(const run_statistics& of, const session& ran);

/// Parts of reports: what a device is; a session's parameters; versions of the program, OpenGL (`graphics`) and libraries.
nlohmann::ordered_json device_report(const device& of);
nlohmann::ordered_json parameter_report(const session& of);
nlohmann::ordered_json version_report(const std::string& graphics);

/// A report as text, with a line end.
std::string to_text(const nlohmann::ordered_json& report);

}  // namespace ingot::shell
