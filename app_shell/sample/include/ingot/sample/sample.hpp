// What a sample is to the shell, and all that a sample knows of the shell.
#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <ingot/ingot.hpp>
#include <ingot/media/picture.hpp>
#include <ingot/sample/parameter.hpp>
#include <ingot/sample/state.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ingot {

/// One step of the clock.
struct tick {
    uint64_t frame = 0;  ///< frames since the start, 0 for the first
    double time = 0.0;   ///< seconds since the start, by the shell's clock
    double step = 0.0;   ///< seconds from the last frame to this one; fixed without a window
    /// Seconds that the work of a frame should take at most, where it can be done in pieces: a person waits for the window.
    /// Without a limit where the clock goes by fixed steps, since what is done must not depend on the machine.
    double budget = std::numeric_limits<double>::infinity();
};

/// Where the camera looks from, around a point: what the mouse moves.
struct orbit {
    glm::vec3 target {0.0f};
    float distance = 5.0f;
    float yaw = 0.0f;            ///< radians around the y axis
    float pitch = 0.0f;          ///< radians above the horizon
    float field_of_view = 0.8f;  ///< vertical, radians
    friend bool operator==(const orbit&, const orbit&) = default;
};

/// The picture that a sample draws into. OpenGL 4.1 core is current and `framebuffer` is bound with its viewport; it holds linear
/// colours in 16-bit floats and was cleared to black with depth 1. The shell brings it to the screen.
struct canvas {
    uint32_t framebuffer = 0;
    int width = 0;
    int height = 0;
    glm::mat4 view {1.0f};
    glm::mat4 projection {1.0f};
};

/// How the shell brings the light of a canvas to the screen.
enum class tone_curve {
    filmic,  ///< as film does: bright light is compressed (scenes)
    none,    ///< as it is, cut at 1 (photographs, charts: pictures that were made for a display)
};

/// One figure about a running sample, for the panel and `--stats`.
struct reading {
    std::string name;  ///< "energy drift"
    double value = 0.0;
    std::string unit;  ///< "GFLOPS"; empty where it has none
};

/// A demo. The shell makes one object for each device it runs on, in this order: constructed, parameters set, load, then reset or
/// restore, then step and draw for each frame. To switch the device the shell makes a second object, and drops the first only
/// when the second one runs. Any of these may throw; the shell shows what() and goes on with what ran before.
class sample {
public:
    virtual ~sample() = default;

    /// All parameters, in the panel's order. The pointers stay valid as long as the sample.
    virtual std::vector<parameter_base*> parameters() = 0;
    /// A parameter was set while the sample runs. Where it throws, the state must be as before: the shell sets the old value
    /// back.
    virtual void changed(const parameter_base&) {}

    /// Where other parameters than choices decide which kernels are launched on a device, or for which order of magnitude (a
    /// driver may compile each for itself): what they lead to, in any words. Another text is another thing to compile, which is
    /// done beside the frames before the parameter is set. Asked before load, too.
    virtual std::string kernels_for(const device&) const { return {}; }

    /// Makes all resources: programs and buffers on the device, objects in OpenGL. Called once; `in` outlives the sample.
    virtual void load(const device& on, queue& in) = 0;
    /// Makes the initial state anew from the parameters. The same seed gives the same state.
    virtual void reset(uint64_t seed) = 0;
    /// Advances the state by one frame.
    virtual void step(const tick& now) = 0;
    /// Draws the state.
    virtual void draw(const canvas& into) = 0;

    /// What outlives a switch of the device, and the same on the new one.
    virtual state save() const = 0;
    virtual void restore(const state& from) = 0;

    virtual orbit initial_camera() const { return {}; }
    virtual tone_curve tone() const { return tone_curve::filmic; }
    /// Figures of the state now. May take as long as a step; called a few times a second and at the end.
    virtual std::vector<reading> readings() { return {}; }
    /// What the launches took that ended since the last call, by the device's clock; called after each frame. The queue hands
    /// each timing out once, and the shell takes them: a sample that wants them gets them here.
    virtual void timed(std::span<const launch_timing>) {}
    /// Writes the result to a file (`--save`). Throws where the sample has none, or the file cannot be written.
    virtual void save_file(const std::filesystem::path& file);

    /// How much is done of a picture of the sample's own size, 0 to 1, and from 1 on it is finished; nothing where the sample
    /// makes none. With it, `ingot run SAMPLE --output FILE` makes a tool of the sample: it is stepped until this is 1. May be
    /// asked for before load, and after each step.
    virtual std::optional<double> progress() const { return std::nullopt; }
    /// That picture as it is now: linear light, any size. Throws where the sample makes none.
    virtual media::picture result();
    /// The same for files that hold 0 to 1 only (PNG): where the light needs an exposure or a tone curve first, the sample's own.
    virtual media::picture result_for_display() { return result(); }
};

/// What the shell lists of a sample; ingot_add_sample() makes it from its arguments.
struct sample_description {
    std::string name;               ///< "nbody": the folder, and what the command line calls it
    std::string title;              ///< "N-body gravity"
    std::string summary;            ///< one sentence
    std::filesystem::path presets;  ///< presets.json, or empty
    std::unique_ptr<sample> (*create)() = nullptr;
    std::filesystem::path folder = {};  ///< of its sources, with regression.json and goldens; may be empty, or no longer there
    std::filesystem::path library_kernels = {};  ///< of the kernel files, where they are a library's and not its own

    const std::filesystem::path& kernel_folder() const { return library_kernels.empty() ? folder : library_kernels; }
};

/// All samples of the program, in the order of their folders. ingot_add_sample() writes its body.
std::vector<sample_description> all_samples();

}  // namespace ingot
