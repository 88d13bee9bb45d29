// The path tracer as a sample of the shell: loads scenes, traces as many samples as a frame has time for, and draws the
// image while it converges.
#pragma once

#include <chrono>
#include <cmath>
#include <ingot/sample/pacing.hpp>
#include <ingot/sample/picture_view.hpp>
#include <ingot/sample/sample.hpp>
#include <ingot/sample/tunable.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "denoiser.hpp"
#include "display.kernels.hpp"
#include "renderer.hpp"
#include "scene_choice.hpp"

namespace ingot::samples::pathtracer {

/// One running path tracer. The shell creates it through create_pathtracer().
class pathtracer_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override;
    std::vector<tunable*> tunables() override { return {&groups_}; }
    void parameter_changed(const parameter_base& parameter) override;

    std::string kernel_variant(const device&) const override { return denoise_ ? "denoised" : ""; }
    void load(const device& device, queue& queue) override;
    void reset(uint64_t seed) override;
    void step(const tick& tick) override;
    void draw(const canvas& canvas) override;

    state save() const override;
    void restore(const state& state) override;

    bool draws_one_view() const override { return true; }
    orbit initial_camera() const override;
    bool makes_room_for_panels() const override { return false; }
    std::vector<statistic> statistics() override;
    void kernels_timed(std::span<const launch_timing> launches) override;

    std::optional<double> progress() const override;
    std::string progress_text() const override;
    media::picture result() override;
    media::picture result_for_display() override;

private:
    /// A scene on the host and on the device, with the name and file that it was made from.
    struct loaded_scene {
        std::pair<std::string, std::string> source;
        staged_scene staged;
        flat_scene flat;
        device_scene on_device;
    };

    /// What the view shows. The view gets a new image only if one of these values changed since the last frame.
    struct displayed_state {
        const renderer* source = nullptr;
        uint64_t version = 0;  ///< changes_ or filtered_images_
        bool denoised = false;
        glm::vec3 factor {};
        friend bool operator==(const displayed_state&, const displayed_state&) = default;
    };

    std::shared_ptr<loaded_scene> load_scene() const;
    environment_map wanted_surroundings(const staged_scene& scene) const;
    void use_surroundings();
    template <typename Action>
    void choose_file(choice& choice, Action action);
    render_settings settings_for(const canvas& canvas) const;
    float focus_distance(const glm::vec3& eye, const glm::vec3& forward) const;
    uint64_t samples_in_budget(uint64_t pixels) const;
    void trace(const render_settings& settings);
    void begin_preview(const render_settings& settings);
    uint32_t add_rows(renderer& picture);
    bool refine_preview(const render_settings& settings);
    bool is_denoised_in_pieces() const { return denoise_ && std::isfinite(budget_); }
    bool is_filter_due() const;
    double filter_seconds() const;
    void filter_rows();
    void filter_preview();
    void filter_ended();
    const renderer& shown_renderer() const;
    glm::vec3 light_factor() const;
    float indirect_limit() const;
    void update_view();

    static std::vector<std::string> scene_choices();
    static std::vector<std::string> skies();

    choice scene_parameter_ {"scene", scene_choices(), "the scene to render; 'file' reads one from a file"};
    file_parameter file_ {"file", "a scene of your own: OBJ or glTF 2.0", {".obj", ".gltf", ".glb"}, "scene"};
    parameter<bool> ground_ {"ground", true, "place a scene from a file on a ground plane"};
    choice sky_ {"sky", skies(),
                 "the environment's light; 'scene': the scene's own, 'file': from the file of the parameter 'environment'"};
    file_parameter environment_ {
        "environment", "an equirectangular picture of the environment", {".hdr", ".exr", ".png", ".jpg", ".jpeg"}, "sky"};
    parameter<float> sky_strength_ {"sky-strength", 1.0f, {0.0f, 100.0f}, "factor on the light of the environment"};
    parameter<float> sky_turn_ {
        "sky-turn", 0.0f, {-180.0f, 180.0f}, "rotation of the environment about the vertical axis, in degrees"};
    parameter<int64_t> wanted_samples_ {
        "spp", 256, {1, 1'000'000}, "samples per pixel; rendering stops when all are done", parameter_scale::logarithmic};
    parameter<int64_t> samples_in_frame_ {
        "samples-per-frame", 1, {1, 256}, "samples per pixel and frame", parameter_scale::logarithmic};
    parameter<int64_t> bounces_ {"bounces", 16, {0, 1000}, "largest number of bounces of a path", parameter_scale::logarithmic};
    parameter<float> firefly_limit_ {
        "firefly-limit",
        0.0f,
        {0.0f, 1000.0f},
        "largest indirect light that a path may add at a surface, relative to white; removes bright dots; 0: no limit"};
    parameter<float> aperture_ {
        "aperture", 0.0f, {0.0f, 0.2f}, "radius of the lens divided by the focus distance; 0: everything is sharp"};
    parameter<float> focus_ {"focus", 0.0f, {0.0f, 1.0e6f}, "focus distance; 0: focus on the centre of the picture"};
    parameter<float> exposure_ {"exposure", 0.0f, {-10.0f, 10.0f}, "exposure in stops, relative to the scene's own"};
    parameter<bool> denoise_ {"denoise", false, "remove noise by a filter that keeps edges; the result is biased"};
    tunable groups_ {"group",
                     {"8x4", "4x8", "8x8", "16x2", "16x4", "32x1", "32x2", "16x8", "32x4", "64x1"},
                     "pixels of a work-group that traces paths; auto: what 'ingot tune' has found, or 8x8"};
    choice filter_ {
        "filter", {"tent", "box"}, "reconstruction filter: a tent that reaches the neighbouring pixels, or a box of one pixel"};

    std::optional<device> device_;
    queue* queue_ = nullptr;
    std::optional<renderer> renderer_;
    /// Two coarse images, shown until renderer_ has a sample of every pixel: the latest finished one, and the next finer one.
    std::optional<renderer> preview_renderer_;
    std::optional<renderer> finer_renderer_;
    std::optional<denoiser> denoiser_;
    std::optional<display_program> display_;
    std::optional<picture_view> view_;

    std::shared_ptr<loaded_scene> scene_;
    uint32_t seed_ = 1;
    uint32_t requested_samples_ = 0;  ///< samples that step() requested and draw() has not traced yet
    uint64_t changes_ = 0;            ///< counts changes of the traced image
    std::optional<displayed_state> displayed_;
    /// Pixels of finer_renderer_ are this many canvas pixels wide and high. 1: renderer_ is traced next.
    uint32_t finer_step_ = 1;
    bool has_filtered_image_ = false;                          ///< whether the denoiser has a result for the current settings
    uint64_t filtered_images_ = 0;                             ///< counts results of the denoiser
    uint32_t filtered_samples_ = 0;                            ///< number of samples of the last result; 0 for a preview
    bool is_preview_filtered_ = false;                         ///< whether the last result is that of the preview that is shown
    pacing pacing_;                                            ///< of the rows of pictures that take longer than a frame
    double budget_ = std::numeric_limits<double>::infinity();  ///< seconds that the work of one frame may take
    std::optional<render_settings> last_settings_;             ///< settings of the last frame; a moving camera changes them
    double seconds_for_sample_ = 0.0;                          ///< of one pixel, measured by the device's clock
    uint64_t traced_pixels_ = 0;                               ///< samples · pixels enqueued since the last timings
    double seconds_for_filtered_pixel_ = 0.0;                  ///< of one pixel in one pass of the denoiser
    uint64_t filtered_pixels_ = 0;                             ///< passes · pixels enqueued since the last timings
    double traced_seconds_ = 0.0;                              ///< of tracing since the denoiser's last result
};

}  // namespace ingot::samples::pathtracer
