// The interface between the shell and a sample. A sample includes this header and others of this folder, and no other
// headers of the shell.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <ingot/ingot.hpp>
#include <ingot/media/picture.hpp>
#include <ingot/sample/marks.hpp>
#include <ingot/sample/parameter.hpp>
#include <ingot/sample/state.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace ingot {

class stroke_record;
class tunable;

/// One step of the clock.
struct tick {
    uint64_t frame = 0;  ///< number of frames since the start, 0 for the first frame
    double time = 0.0;   ///< seconds on the shell's clock before this step
    double step = 0.0;   ///< duration of this step in seconds; constant if the clock advances in fixed steps
    /// Seconds that step() should take at most if the sample can divide its work, so that the window stays responsive.
    /// Infinite if the clock advances in fixed steps or two devices are compared, because then the result must not depend
    /// on the speed of the machine.
    double budget = std::numeric_limits<double>::infinity();
    /// Returns true if an input of the person waits. Divided work then ends soon, whatever is left of the budget (pacing). Empty
    /// if the budget is infinite, or short already because of an input.
    std::function<bool()> has_waiting_input {};
};

/// A camera that looks at a point. The mouse moves it around the point.
struct orbit {
    glm::vec3 target {0.0f};     ///< the point
    float distance = 5.0f;       ///< from the point to the camera
    float yaw = 0.0f;            ///< radians around the y axis
    float pitch = 0.0f;          ///< radians above the horizon
    float field_of_view = 0.8f;  ///< vertical, radians
    friend bool operator==(const orbit&, const orbit&) = default;
};

/// The part of a picture's width that the panels of the window leave free, in shares of the width.
struct uncovered_part {
    float left = 0.0f;
    float right = 1.0f;
    float width() const { return right - left; }
    friend bool operator==(const uncovered_part&, const uncovered_part&) = default;
};

/// A piece of the mouse's path over the picture, while its left button is held. Positions are shares of the picture's size: (0,
/// 0) is the upper left corner, (1, 1) the lower right corner. If the mouse rests during a frame, both are equal.
struct mouse_stroke {
    glm::vec2 from {0.5f};
    glm::vec2 to {0.5f};
    bool begins = false;  ///< the button was pressed at `from`
};

/// How the shell maps the colours of a canvas to the screen.
enum class tone_curve {
    filmic,  ///< compresses bright light as film does; for scenes
    none,    ///< clamps to 1; for photographs, charts and other pictures that were made for a display
};

/// How light becomes the colours of a screen.
struct tone_mapping {
    float exposure = 1.0f;  ///< a factor of the light
    tone_curve curve = tone_curve::filmic;
    friend bool operator==(const tone_mapping&, const tone_mapping&) = default;
};

/// A texture of OpenGL with a picture. It exists at least as long as this object.
struct shared_texture {
    std::shared_ptr<const void> owner {};
    uint32_t name = 0;  ///< 0: no texture
    int width = 0;      ///< in pixels
    int height = 0;
    uint64_t version = 0;  ///< is new whenever the texture gets other pixels; no two textures have the same
    /// If this is not empty, call it before OpenGL uses the texture: it puts the pixels there, unless they are there already.
    std::function<void()> upload {};
    /// If this is not empty, the sample's device maps the light to colours in less time than OpenGL. Returns the name of another
    /// texture, of the given size, with colours of 8 bits as sRGB; its first row is the upper row of the picture. The texture
    /// keeps them until the next call. Returns 0 if the pixels have changed since. Throws error if the device fails.
    std::function<uint32_t(const tone_mapping&, int width, int height)> mapped {};
};

/// The picture that a sample draws into with OpenGL. A context of OpenGL 4.1 core is current. `framebuffer` is bound,
/// its viewport is set, and it is cleared to black with depth 1. It stores linear colours as 16-bit floats; the shell
/// tone-maps them for the screen.
struct canvas {
    uint32_t framebuffer = 0;  ///< name of the OpenGL framebuffer object
    int width = 0;             ///< in pixels
    int height = 0;
    glm::mat4 view {1.0f};
    glm::mat4 projection {1.0f};
    /// `projection` puts the scene into the middle of this part, and fits a flat picture into it. A sample that draws pictures
    /// without `projection` should do the same. Without panels it is the whole width, also for files and videos.
    uncovered_part uncovered {};
    /// If this is not null, the canvas is not cleared, and picture_view::draw() leaves its texture here instead of drawing it
    /// (sample::draws_one_view()).
    shared_texture* view_texture = nullptr;
};

/// A statistic of a running sample, for the panel and `--stats`.
struct statistic {
    std::string name;  ///< "energy drift"
    double value = 0.0;
    std::string unit;  ///< "GFLOPS"; empty for a number without a unit
};

/// Thrown by a sample if its parameters require devices that this machine does not have. what() begins with the name of
/// the parameter and a colon.
class missing_devices : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A demo. The shell creates one object for each device that the sample runs on. It constructs the object, sets the
/// parameters, and calls load(), then reset() or restore(). Then it calls step() for each frame of the clock and draw() for
/// each picture; between two pictures there are no, one or several steps. It also creates objects that it never loads, for
/// example to read their parameters.
///
/// To switch the device, the shell creates a second object and destroys the first after the second has been restored.
/// Every function may throw. In the window the shell shows what() and continues with the state before the call; but after
/// step() it pauses the clock, and after draw() it shows a black picture until an action of the user has succeeded. Without
/// a window the run ends.
class sample {
public:
    virtual ~sample() = default;

    /// Returns all parameters in the order of the panel. The pointers must be valid as long as the sample.
    virtual std::vector<parameter_base*> parameters() = 0;
    /// Returns those of the parameters that `ingot tune` can choose for a device (ingot/sample/tunable.hpp).
    virtual std::vector<tunable*> tunables() { return {}; }
    /// Called after a parameter was set while the sample runs. If this function throws, it must leave the state as it
    /// was; the shell restores the old value.
    virtual void parameter_changed(const parameter_base&) {}
    /// Returns why a parameter has no effect at present: "the bodies come from a file". Empty if it has one. The window then
    /// shows the parameter disabled, with this reason in its help. Called after load().
    virtual std::string why_unused(const parameter_base&) const { return {}; }

    /// Override this if parameters other than choices affect which kernels are launched on a device, or the order of
    /// magnitude of a launch's size (a driver may compile a kernel again for another size). Returns any text that differs
    /// for different kernels: when the text changes, the shell compiles the kernels in a child process before it sets the
    /// parameter. Also called before load().
    virtual std::string kernel_variant(const device&) const { return {}; }

    /// Creates all resources: programs and buffers on the device, and objects of OpenGL. Called once. The queue
    /// outlives the sample.
    virtual void load(const device& device, queue& queue) = 0;
    /// Creates the initial state from the parameters. The same seed must give the same state.
    virtual void reset(uint64_t seed) = 0;
    /// Advances the state by one frame. A sample that stops within its step because of tick::budget says so by
    /// is_within_step(), and continues the same step in the next call.
    virtual void step(const tick& tick) = 0;
    /// Returns true if the last call of step() has begun a step and has not ended it. The next call continues it: its tick is the
    /// same but for the budget. A paused clock lets the step end. So the steps of a run depend on their lengths, and not on the
    /// speed of the device.
    virtual bool is_within_step() const { return false; }
    /// Draws the state.
    virtual void draw(const canvas& canvas) = 0;

    /// Returns the state, which restore() reads on another device.
    virtual state save() const = 0;
    /// Takes over a state that save() returned. Called after load().
    virtual void restore(const state& state) = 0;

    /// The camera at the start and after `Home`.
    virtual orbit initial_camera() const { return {}; }
    /// Returns whether the canvas shows a flat picture instead of a scene in space. Then dragging moves the
    /// picture in the window, and the wheel enlarges it around the mouse. It does not turn. draw() fits it into the canvas, also
    /// into one that is higher than wide: side by side, the pictures of two devices are.
    virtual bool is_flat_picture() const { return false; }
    /// Does the window put the picture into the part that panels leave free? If not, the picture is in the middle of the window.
    /// A picture that becomes better over many frames would start again whenever a panel opens.
    virtual bool makes_room_for_panels() const { return true; }
    /// Returns true if draw() draws by one call of picture_view::draw(), or nothing. Then the shell shows the view's pixels as
    /// they are, without a copy of them in the canvas.
    virtual bool draws_one_view() const { return false; }
    /// How the shell maps the colours of the canvas to the screen.
    virtual tone_curve tone() const { return tone_curve::filmic; }
    /// Returns texts that the window shows over the picture that draw() drew last. Files and videos do not contain them.
    virtual std::vector<caption> captions() const { return {}; }
    /// Returns a line over the picture that draw() drew last, which the mouse can drag to set a parameter.
    virtual std::optional<divider> picture_divider() const { return std::nullopt; }
    /// Returns the part of the picture that draw() drew last in which the mouse chooses a time.
    virtual std::optional<timeline_chart> picture_timeline() const { return std::nullopt; }
    /// Goes to a time of picture_timeline(). If this function throws, it must leave the state as it was.
    virtual void seek(double) {}
    /// Returns the choice that says what the left mouse button does over the picture, or null if it always moves the camera.
    /// The window calls mouse_drawn() while the button is held, unless the choice is "camera"; the key M selects the next value.
    /// The right button then does what the left one does in other samples. The choice must not affect which kernels are launched.
    virtual const choice* mouse_tool() const { return nullptr; }
    /// Receives what the mouse has drawn since the last frame, over the picture that draw() drew last. Called before step(), also
    /// while the clock is paused, but not while two devices are compared.
    virtual void mouse_drawn(std::span<const mouse_stroke>) {}
    /// Returns the strokes of the mouse that have acted since the start, so that a copied command line can contain them; null if
    /// the sample keeps none. Called before load() too.
    virtual stroke_record* strokes() { return nullptr; }
    /// Returns statistics of the current state. May take as long as a step; called a few times per second and at the
    /// end.
    virtual std::vector<statistic> statistics() { return {}; }
    /// Receives the times of the launches that ended since the last call, on the device's clock. Called at least once for
    /// each frame with launches. The queue returns each time only once, to the shell; a sample gets them here.
    virtual void kernels_timed(std::span<const launch_timing>) {}
    /// Returns whether the sample can write its result to a file (`--save`). Called before load().
    virtual bool has_result_file() const { return false; }
    /// Writes the result to a file. Throws if the sample has no result file or the file cannot be written.
    virtual void save_file(const std::filesystem::path& file);

    /// Returns the progress of the sample's own picture, 0 to 1; 1 if the picture is finished. Returns nothing if the
    /// sample makes no picture of its own. `ingot run SAMPLE --output FILE` steps the sample until the progress is 1,
    /// or for the number of frames of --frames if that is less. Then it writes result(), or result_for_display() for PNG.
    /// Called before load() and after each step.
    virtual std::optional<double> progress() const { return std::nullopt; }
    /// Returns what the sample works on until the progress is 1, such as "sample 3 of 1024". The window shows this text with a
    /// bar. If the text is empty, the window shows no progress.
    virtual std::string progress_text() const { return {}; }
    /// Returns the sample's own picture in its current state, in linear light and of any size. Throws if the sample
    /// makes none.
    virtual media::picture result();
    /// Returns the picture of result() for a file whose values are limited to 0 to 1 (PNG). Override this function if the
    /// picture requires an exposure or a tone curve for such a file.
    virtual media::picture result_for_display() { return result(); }
};

/// Describes a sample to the shell. The CMake function ingot_add_sample() generates it from its arguments.
struct sample_description {
    std::string name;               ///< "nbody": the name of the folder and on the command line
    std::string title;              ///< "N-body gravity"
    std::string summary;            ///< one sentence
    std::filesystem::path presets;  ///< presets.json, or empty
    std::unique_ptr<sample> (*create)() = nullptr;
    /// The folder of the sample's sources, with regression.json and goldens. May be empty or no longer exist.
    std::filesystem::path folder = {};
    std::filesystem::path library_kernels = {};  ///< folder of the kernel files if they belong to a library, else empty
    std::filesystem::path library = {};          ///< file of a sample from outside (`--sample`), else empty

    /// The folder of the kernel files.
    const std::filesystem::path& kernel_folder() const { return library_kernels.empty() ? folder : library_kernels; }
};

/// Returns all samples of the program in the order of samples/CMakeLists.txt. ingot_link_samples() generates the body.
std::vector<sample_description> all_samples();

}  // namespace ingot
