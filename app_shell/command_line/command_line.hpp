// The command line: what a person asked for.
#pragma once

#include <filesystem>
#include <ingot/sample/sample.hpp>
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
#include "session/device_choice.hpp"
#include "session/session.hpp"
#include "window/look.hpp"
#include "window/window.hpp"

namespace ingot::shell {

/// What is wrong with the command line; what() names the option and what it would take.
class usage_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Go on on another backend before this frame.
struct backend_switch {
    uint64_t frame = 0;
    ingot::backend to;
};

/// Frames of a run without a window where none are asked for.
inline constexpr uint64_t default_frames = 60;
inline constexpr extent default_size {1280, 720};

struct browse_request {
    std::optional<extent> size;
    float ui_scale = 0.0f;  ///< 0: as the display asks for
    bool fresh = false;     ///< without what the window kept
    std::optional<theme::look> look;
};

struct run_request {
    sample_description sample;
    parameter_settings parameters;  ///< the preset's, then those of the command line; checked
    std::optional<std::string> preset;
    device_request device;
    bool headless = false;  ///< also where there is an output: then it ends when the sample has finished
    std::optional<uint64_t> frames;
    std::optional<extent> size;
    uint64_t seed = 1;
    std::vector<backend_switch> switches;  ///< by frame
    std::filesystem::path output;          ///< this and the next five: empty where not asked for
    std::filesystem::path screenshot;
    std::filesystem::path stats;
    std::filesystem::path save;
    std::filesystem::path save_state;
    std::filesystem::path trace;
    float ui_scale = 0.0f;
    bool fresh = false;
    std::optional<orbit> camera;  ///< without it as the sample wants it
    float exposure_stops = 0.0f;
    std::optional<uint64_t> paused_at;
    double speed = 1.0;
    bool fixed_step = false;
    std::optional<theme::look> look;
    std::optional<video_target> video;
    frame_rate video_rate;
};

struct list_samples_request {
    bool json = false;
};
struct list_devices_request {
    bool json = false;
};
/// Which goldens to make anew: of everything, of a sample, or of a case by its name, with or without the sample's before it.
struct golden_update {
    std::string name;  ///< empty: of all cases that run
};
struct regress_request {
    std::vector<sample_description> samples;  ///< those that have cases
    std::vector<std::string> cases;           ///< "nbody/plummer": of samples that are named so only these; the others' all
    std::vector<ingot::backend> backends;     ///< empty: all
    std::optional<golden_update> update;
    std::filesystem::path report;  ///< folder
    std::filesystem::path junit;   ///< file; empty where none is asked for
};
/// Values that a parameter takes one after the other.
struct sweep {
    std::string parameter;
    std::vector<parameter_value> values;
};
/// A sample that is measured, with each combination of its sweeps' values.
struct measured_sample {
    sample_description sample;
    parameter_settings parameters;  ///< the preset's, then those of the command line; checked
    std::vector<sweep> sweeps;
};
struct bench_request {
    std::vector<measured_sample> samples;
    std::vector<ingot::backend> backends;  ///< empty: all
    std::optional<std::string> preset;
    uint64_t warm_up = 10;
    uint64_t frames = 60;
    extent size = default_size;
    uint64_t seed = 1;
    std::filesystem::path json;  ///< this and the next: empty where not asked for
    std::filesystem::path csv;
};
/// Two devices of which one is the reference, without a window.
struct compare_request {
    sample_description sample;
    parameter_settings parameters;  ///< the preset's, then those of the command line; checked
    std::optional<std::string> preset;
    std::vector<device_request> devices;  ///< two, the reference first; empty: the CPU debug device and the fastest one
    uint64_t frames = default_frames;
    uint64_t every = 1;   ///< compares each frame whose number is a multiple, and the last
    uint64_t resync = 0;  ///< the second takes the first one's state before every so many frames; 0: never
    extent size = default_size;
    uint64_t seed = 1;
    comparison_limits limits;
    int amplify = 16;
    std::filesystem::path output;  ///< a folder, or a .png; this and the next: empty where not asked for
    std::filesystem::path json;
};
/// Help or the version: text for stdout.
struct answer {
    std::string text;
};

using command = std::variant<browse_request, run_request, list_samples_request, list_devices_request, regress_request,
                             bench_request, compare_request, answer>;

/// Throws usage_error, or preset_error for a sample's presets.
command parse_command_line(std::span<const std::string> arguments, std::span<const sample_description> samples);

}  // namespace ingot::shell
