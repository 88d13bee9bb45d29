// The statistics of a run, and the report that `--stats FILE.json` writes.
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

/// A change of the device while the sample was running.
struct device_switch_record {
    uint64_t frame = 0;
    std::string backend;
    std::string device;
    double milliseconds = 0.0;  ///< time that the frames waited for the switch
};

/// Statistics that are collected while a sample runs. Values that the session itself provides are not repeated here.
struct run_statistics {
    /// The number of values that each series keeps at least. With one value per frame that is 4.6 hours at 60 frames per
    /// second. A full series takes 8 to 16 MB.
    static constexpr size_t all_frames = 1'000'000;

    std::optional<std::string> preset;
    extent size;
    uint64_t frames = 0;        ///< number of drawn frames; in a window: number of steps since the sample's last restart
    double wall_seconds = 0.0;  ///< duration of all frames; in a window: time since the first frame of the first sample
    /// Time from the start of the run, or from the creation of the window, to the end of the sample's first frame; 0 in a
    /// benchmark.
    double first_frame_seconds = 0.0;
    time_series frame_times {all_frames};
    /// The host's time for issuing the drawing of a frame to OpenGL.
    time_series draw_times {all_frames};
    kernel_times kernels {all_frames};
    transfer_times transfers {all_frames};
    sharing_times sharing {all_frames};
    frame_recorder recorder {600};  ///< a run without a window keeps more traces if `--trace` requests them
    std::vector<device_switch_record> switches;
    std::string graphics_version;
};

/// Returns the report. Reads the current state and the sample's current statistics from the session.
nlohmann::ordered_json report(const run_statistics& statistics, const session& ran);

/// Parts of reports: the properties of a device; the parameters of a session; the versions of the program, of OpenGL
/// (`graphics`) and of the libraries.
nlohmann::ordered_json device_report(const device& device);
nlohmann::ordered_json parameter_report(const session& session);
nlohmann::ordered_json version_report(const std::string& graphics);

/// Returns the report as indented JSON text that ends with a newline.
std::string json_text(const nlohmann::ordered_json& report);

}  // namespace ingot::shell
