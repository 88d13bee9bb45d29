// The sample: a scene by the light that goes through it, watched while it gets clearer.
#pragma once

#include <chrono>
#include <ingot/sample/sample.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "denoiser.hpp"
#include "display.kernels.hpp"
#include "picture_view.hpp"
#include "renderer.hpp"
#include "scene_choice.hpp"

namespace ingot::samples::pathtracer {

class pathtracer_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override;
    void changed(const parameter_base& which) override;

    std::string kernels_for(const device&) const override { return denoise ? "denoised" : ""; }
    void load(const device& on, queue& in) override;
    void reset(uint64_t seed) override;
    void step(const tick& now) override;
    void draw(const canvas& into) override;

    state save() const override;
    void restore(const state& from) override;

    orbit initial_camera() const override;
    std::vector<reading> readings() override;
    void timed(std::span<const launch_timing> launches) override;

    std::optional<double> progress() const override;
    media::picture result() override;
    media::picture result_for_display() override;

private:
    /// A scene on the host and on the device, by the names that it was made from.
    struct loaded_scene {
        std::pair<std::string, std::string> source;
        staged_scene staged;
        flat_scene flat;
        device_scene on_device;
    };

    /// What the view shows.
    struct on_view {
        const renderer* of = nullptr;
        uint64_t traced = 0;
        bool denoised = false;
        glm::vec3 factor {};
        friend bool operator==(const on_view&, const on_view&) = default;
    };

    std::shared_ptr<loaded_scene> load_scene() const;
    surroundings wanted_surroundings(const staged_scene& of) const;
    void use_surroundings();
    template <typename Action>
    void choose_file(choice& which, Action action);
    const device_buffer<float4>& shown_light();
    render_settings settings_for(const canvas& into) const;
    float focus_distance(const glm::vec3& eye, const glm::vec3& forward) const;
    uint64_t affordable(uint64_t pixels) const;
    void trace_coarse(const render_settings& wanted, uint64_t pixels);
    const renderer& shown() const;
    glm::vec3 light_factor() const;
    void trace(const render_settings& wanted);

    static std::vector<std::string> setups();
    static std::vector<std::string> skies();

    choice setup {"scene", setups(), "what is rendered; 'file' reads it from a file"};
    file_parameter file {"file", "a scene of your own: OBJ or glTF 2.0", {".obj", ".gltf", ".glb"}};
    parameter<bool> ground {"ground", true, "put a scene from a file on a ground"};
    choice sky {"sky", skies(), "light from all around; 'scene': what the scene wants, 'file': the picture of the environment"};
    file_parameter environment {
        "environment", "a picture of all directions (equirectangular)", {".hdr", ".exr", ".png", ".jpg", ".jpeg"}};
    parameter<float> sky_strength {"sky-strength", 1.0f, {0.0f, 100.0f}, "factor on the light from all around"};
    parameter<float> sky_turn {"sky-turn", 0.0f, {-180.0f, 180.0f}, "degrees by which the environment is turned"};
    parameter<int64_t> wanted_samples {
        "spp", 256, {1, 1'000'000}, "samples for each pixel, then it rests", parameter_scale::logarithmic};
    parameter<int64_t> samples_in_frame {
        "samples-per-frame", 1, {1, 256}, "samples for each pixel in a frame", parameter_scale::logarithmic};
    parameter<int64_t> bounces {"bounces", 16, {0, 1000}, "most bounces of a path", parameter_scale::logarithmic};
    parameter<float> aperture {
        "aperture", 0.0f, {0.0f, 0.2f}, "radius of the lens over the distance to what is sharp; 0: all is"};
    parameter<float> focus {"focus", 0.0f, {0.0f, 1.0e6f}, "distance to what is sharp; 0: to what is in the middle"};
    parameter<float> exposure {"exposure", 0.0f, {-10.0f, 10.0f}, "stops brighter than the scene's own exposure"};
    parameter<bool> denoise {"denoise", false, "show it filtered between edges: smooth early, but no longer without bias"};
    choice filter {"filter", {"tent", "box"}, "how a pixel gathers light: from its neighbourhood, or from its own square"};

    std::optional<device> on;
    queue* in = nullptr;
    std::optional<renderer> tracer;
    std::optional<renderer> preview;  ///< a coarse picture, until the tracer has a sample of every pixel
    std::optional<denoiser> cleaner;
    std::optional<display_program> display;
    std::optional<picture_view> view;

    std::shared_ptr<loaded_scene> world;
    uint32_t seeded = 1;
    uint32_t due = 0;     ///< samples that the last step asked for, until a draw traces them
    uint64_t traced = 0;  ///< times that something was added to what is shown
    std::optional<on_view> viewed;
    bool owes = false;                                        ///< the first sample of every pixel, after a preview
    double budget = std::numeric_limits<double>::infinity();  ///< seconds for the work of a frame
    std::optional<render_settings> watched;  ///< what was wanted in the last frame: a camera that moves differs from it
    double seconds_for_sample = 0.0;         ///< of one pixel, by the device's clock
    uint64_t traced_pixels = 0;              ///< samples enqueued since the last timings, times pixels
};

}  // namespace ingot::samples::pathtracer
