// Parses the command line of `ingot` into a request. Each command has its own type of request.
#pragma once

#include <filesystem>
#include <ingot/sample/sample.hpp>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "capture/video_target.hpp"
#include "capture/y4m.hpp"
#include "comparison/comparison_limits.hpp"
#include "metal/metal_launch.hpp"
#include "metal/numbers.hpp"
#include "session/device_choice.hpp"
#include "session/session.hpp"
#include "window/look.hpp"
#include "window/window.hpp"

namespace ingot::shell {

/// Reports an error in the command line. what() names the wrong option or argument, and in most cases what is accepted
/// instead.
class usage_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A value of `--switch-backend`: before this frame the run switches to this backend.
struct backend_switch {
    uint64_t frame = 0;  ///< the first frame is 0
    ingot::backend backend;
};

/// Number of frames of `ingot run` without a window if neither --frames nor --output is given, and of `ingot compare` if
/// --frames is not given.
inline constexpr uint64_t default_frames = 60;
inline constexpr extent default_size {1280, 720};

/// `ingot` without a command: opens the window with the browser of samples.
struct browse_request {
    std::optional<extent> size;
    float ui_scale = 0.0f;  ///< 0: the scale of the display
    bool fresh = false;     ///< ignores the settings that the window saved
    std::optional<theme::look> look;
};

/// `ingot run SAMPLE`.
struct run_request {
    sample_description sample;
    /// The values of the preset, then those of the command line, which override them. All are already checked.
    parameter_settings parameters;
    std::optional<std::string> preset;
    device_request device;
    bool headless = false;  ///< also true if `output` is set
    /// The run ends after this number of frames. With `output` it also ends when the sample has finished its picture, if
    /// that is earlier.
    std::optional<uint64_t> frames;
    std::optional<extent> size;
    uint64_t seed = 1;
    std::vector<backend_switch> switches;  ///< sorted by frame
    std::filesystem::path output;          ///< this and the next five paths are empty if the option is not given
    std::filesystem::path screenshot;
    std::filesystem::path stats;
    std::filesystem::path save;
    std::filesystem::path save_state;
    std::filesystem::path trace;
    float ui_scale = 0.0f;
    bool fresh = false;
    std::optional<orbit> camera;  ///< absent: the sample's initial camera
    float exposure_stops = 0.0f;
    std::optional<uint64_t> paused_at;
    double speed = 1.0;
    bool fixed_step = false;
    session_past past;       ///< what another run did, which this one repeats
    bool uses_saved = true;  ///< a window opens the sample with its saved parameters if there are none here
    std::optional<theme::look> look;
    std::optional<video_target> video;
    frame_rate video_rate;
};

/// `ingot samples`.
struct list_samples_request {
    bool json = false;
};
/// `ingot devices`.
struct list_devices_request {
    bool json = false;
};
/// Selects the goldens (the stored results that later runs are compared with) to render again: all, those of a sample
/// ("nbody"), or those of a case ("plummer" or "nbody/plummer").
struct golden_update {
    std::string name;  ///< empty: the goldens of all cases that run
};
/// `ingot regress`.
struct regress_request {
    std::vector<sample_description> samples;  ///< the chosen samples; all of them have cases
    /// Single cases such as "nbody/plummer". If cases of a sample are listed here, only these cases of the sample run; the
    /// other samples run all their cases.
    std::vector<std::string> cases;
    std::vector<ingot::backend> backends;  ///< empty: all
    std::optional<golden_update> update;
    std::filesystem::path report;  ///< folder
    std::filesystem::path junit;   ///< file; empty if the option is not given
};
/// A parameter and the values to measure one after the other.
struct sweep {
    std::string parameter;
    std::vector<parameter_value> values;
};
/// A sample to measure, once for each combination of the values of its sweeps.
struct measured_sample {
    sample_description sample;
    parameter_settings parameters;  ///< the values of the preset; already checked
    std::vector<sweep> sweeps;
};
/// `ingot bench`.
struct bench_request {
    std::vector<measured_sample> samples;
    std::vector<ingot::backend> backends;  ///< empty: all
    std::optional<std::string> preset;
    uint64_t warm_up = 10;
    uint64_t frames = 60;
    extent size = default_size;
    uint64_t seed = 1;
    std::filesystem::path json;  ///< this path and the next are empty if the option is not given
    std::filesystem::path csv;
};
/// `ingot compare SAMPLE`: runs a sample on a reference device and on a second device, without a window.
struct compare_request {
    sample_description sample;
    /// The values of the preset, then those of the command line, which override them. All are already checked.
    parameter_settings parameters;
    std::optional<std::string> preset;
    std::vector<device_request> devices;  ///< two, the reference first; empty: the CPU debug device and the fastest other one
    uint64_t frames = default_frames;
    uint64_t every = 1;   ///< compares the last frame and each whose number, from 1, is a multiple of this one
    uint64_t resync = 0;  ///< number of frames after which the second device takes the state of the first; 0: never
    extent size = default_size;
    uint64_t seed = 1;
    comparison_limits limits;
    int amplify = 16;
    std::filesystem::path output;  ///< a folder or a .png file; this path and the next are empty if not given
    std::filesystem::path json;
};
/// `ingot gallery DIR`.
struct gallery_request {
    std::filesystem::path folder;
    std::vector<sample_description> samples;
    device_request device;
    uint64_t frames = 120;                ///< of each picture, unless the sample finishes a picture of its own
    double seconds = 20.0;                ///< the longest time for a picture; at least one frame is made
    std::optional<double> video_seconds;  ///< length of the videos; absent: no videos
    extent size {1280, 720};
};
/// `ingot tune SAMPLE`: finds the fastest values of the sample's tunable parameters on one device.
struct tune_request {
    sample_description sample;
    /// The values of the preset, then those of the command line, which override them. All are already checked.
    parameter_settings parameters;
    std::optional<std::string> preset;
    device_request device;
    double seconds = 20.0;
    extent size = default_size;
};
/// `ingot tune --list`.
struct list_tunings_request {
    bool json = false;
};
/// `ingot tune --forget`.
struct forget_tunings_request {
    std::string sample;  ///< empty: all
};
/// `ingot metal check FILE…`.
struct metal_check_request {
    std::vector<std::filesystem::path> paths;  ///< files and folders, at least one
    metal_check_options options;
    bool json = false;
    std::filesystem::path sarif;  ///< empty if the option is not given
    bool watch = false;
};
/// `ingot metal run FILE`.
struct metal_run_request {
    metal_launch launch;
    device_request device;
    // The keys are the indices of buffers and textures.
    std::map<uint32_t, std::filesystem::path> outputs;
    std::map<uint32_t, std::filesystem::path> output_textures;
    std::map<uint32_t, number_type> prints;
};
/// `ingot new NAME`.
struct new_request {
    std::string name;  ///< already checked
    std::filesystem::path folder;
};
/// The help or the version: text to print on stdout.
struct printed_text {
    std::string text;
};

using command = std::variant<browse_request, run_request, list_samples_request, list_devices_request, regress_request,
                             bench_request, compare_request, gallery_request, tune_request, list_tunings_request,
                             forget_tunings_request, metal_check_request, metal_run_request, new_request, printed_text>;

/// Parses the arguments after the program's name. Throws usage_error; preset_error if a preset is missing or cannot be read;
/// and missing_encoder if the file of --video requires ffmpeg, which is not on the PATH.
command parse_command_line(std::span<const std::string> arguments, std::span<const sample_description> samples);

}  // namespace ingot::shell
