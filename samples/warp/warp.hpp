// Image-space warping: renders a scene a few times per second and warps the rendered frames to get a picture for every frame
// of the display (section 4.1 of the thesis that docs/host-library.md names).
#pragma once

#include <array>
#include <ingot/sample/kernel_work.hpp>
#include <ingot/sample/pacing.hpp>
#include <ingot/sample/sample.hpp>
#include <ingot/warp/warper.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frame_renderer.hpp"
#include "picture_view.hpp"
#include "timeline.hpp"
#include "warp_statistics.hpp"

namespace ingot::samples::warping {

/// The sample: owns the scene, the warper, the rendered frames and the statistics.
class warp_sample final : public sample, public kernel_work_estimator {
public:
    warp_sample();
    ~warp_sample() override;

    std::vector<parameter_base*> parameters() override;
    void parameter_changed(const parameter_base& parameter) override;
    void load(const device& device, queue& queue) override;
    void reset(uint64_t seed) override;
    void step(const tick& next) override;
    void draw(const canvas& canvas) override;
    state save() const override;
    void restore(const state& state) override;
    orbit initial_camera() const override { return initial_view(); }
    bool draws_one_view() const override { return hands_over_; }
    tone_curve tone() const override { return tone_curve::none; }  // the scene's shader applies it
    std::vector<statistic> statistics() override;
    std::vector<caption> captions() const override;
    std::optional<kernel_work> estimate_work(std::string_view kernel) const override;

private:
    enum method : size_t { gather, scatter, forward, methods };
    struct targets;  ///< all textures of the picture's size

    void load_scene();
    void resize_targets(uint32_t width, uint32_t height);
    bool has_frames_around() const;
    void prepare_frames();
    void render(const frame_target& target, const moments& moments);
    bool renders_in_parts() const;
    bool renders_truth_ahead() const;
    void begin_ahead(const glm::mat4& mouse);
    bool render_ahead(const glm::mat4& mouse);
    bool render_part(const frame_target& target, const moments& moments);
    void warp(method chosen_method);
    GLuint true_colours();
    void measure_displayed_picture();
    void forget_comparisons();
    void compare_with_truth(GLuint truth, std::span<const method> methods, bool are_warped);
    void keep_truth();
    bool shows_truth() const;
    void clear_statistics();
    std::vector<method> methods_to_measure() const;
    std::vector<caption> captions_of_pictures() const;
    std::string warped_text() const;
    std::string repeated_text() const;
    std::string rendered_text() const;
    method chosen_method() const { return static_cast<method>(method_parameter_.index()); }

    choice scene_parameter_ {"scene", {"temple", "file"}, "the rendered scene: the built-in temple, or the scene of 'file'"};
    file_parameter file_ {"file", "a scene of your own: OBJ or glTF 2.0", {".obj", ".gltf", ".glb"}, "scene"};
    choice method_parameter_ {
        "method", {"gather", "scatter", "forward"}, "gather from two frames, scatter one, or gather from one frame"};
    parameter<float> rate_ {"rate", 15.0f, {5.0f, 60.0f}, "rendered frames per second; all other pictures are warped"};
    choice view_ {
        "view", view_names(),
        "compare: true, warped, last frame repeated, difference, each in a quarter; strips: three parts of one picture"};
    choice measured_ {"measure",
                      {"shown", "all", "off"},
                      "compare with the true picture: 'shown' the displayed picture when statistics are requested, 'all' the "
                      "pictures of all methods in each frame"};
    parameter<float> flight_ {"flight", 1.0f, {0.0f, 4.0f}, "speed of the camera's flight; at 0 only the mouse moves the camera"};
    parameter<int32_t> search_steps_ {"steps", 3, {0, 16}, "gather: steps of the search"};
    parameter<float> threshold_ {
        "threshold", 0.0025f, {0.0f, 0.05f}, "gather: largest error of a match, as a share of the picture"};
    parameter<float> tolerance_ {
        "depth-tolerance", 0.02f, {0.0f, 0.5f}, "surfaces whose relative difference in distance is smaller count as one"};
    parameter<int32_t> blur_taps_ {
        "blur", 11, {1, 63}, "forward: pixels of the blur where nothing matches; even numbers become the next odd one"};
    parameter<int32_t> hole_radius_ {"hole-radius", 64, {0, 256}, "scatter: how far to search for pixels that fill a hole"};

    queue* queue_ = nullptr;
    uncovered_part uncovered_;  ///< the part of the canvas that the pictures fill
    std::optional<ingot::warp::warper> warper_;
    std::unique_ptr<frame_renderer> renderer_;
    std::string rendered_source_;  ///< the file that contains the current scene; empty for the temple
    std::optional<picture_view> painter_;
    bool hands_over_ = false;  // whether the view is handed over to the shell instead of drawn into the canvas
    std::unique_ptr<targets> targets_;
    timeline timeline_;
    displayed_moment moment_;
    double time_ = 0.0;
    double delay_ = 0.0;       ///< how far the scene's time is behind the clock, because frames were not complete
    double shown_time_ = 0.0;  ///< time of the picture that was drawn last
    double budget_ = std::numeric_limits<double>::infinity();  ///< seconds that a picture may take

    /// The frames that are rendered in parts while the pictures between two other frames are shown.
    struct frames_ahead {
        double from = 0.0;   ///< the time at which they were begun
        double until = 0.0;  ///< the time of the frame after, at which the next pair of frames is needed
        moments next;        ///< the frame that follows the frame after
        bool has_next = false;
        std::optional<displayed_moment> truth {};  ///< for which a true picture is rendered, until it is shown
        bool has_truth = false;
        double share = 0.0;  ///< how much of the frame that is rendered now is complete
    };
    std::optional<frames_ahead> ahead_;
    pacing pacing_;
    double seconds_of_frame_ = 0.0;  ///< how long the last frame took to render
    double seconds_of_warp_ = 0.0;   ///< how long the last warp took
    double seconds_of_parts_ = 0.0;  ///< the same, so far, of the frame that is rendered in parts
    std::optional<double> truths_per_second_;
    std::optional<double> truth_kept_at_;  ///< seconds of the host's clock
    bool wants_comparison_ = false;        ///< the statistics were read since the last comparison

    std::array<warp_statistics, methods> method_statistics_;
    warp_statistics repetition_statistics_;
    warp_statistics rendering_statistics_;
    bool is_measured_ = false;  ///< whether the displayed picture was compared with the true one
};

}  // namespace ingot::samples::warping
