// The blur sample: reads a picture, blurs it by the selected method and displays both.
#pragma once

#include <chrono>
#include <deque>
#include <ingot/media/picture.hpp>
#include <ingot/sample/kernel_work.hpp>
#include <ingot/sample/picture_view.hpp>
#include <ingot/sample/sample.hpp>
#include <ingot/sample/tunable.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device_picture.hpp"
#include "glsl_blur.hpp"
#include "label.hpp"
#include "split_view.hpp"

namespace ingot::samples::blur {

/// One running sample. The shell creates it through create_blur().
class blur_sample final : public sample, public kernel_work_estimator {
public:
    std::vector<parameter_base*> parameters() override;
    std::vector<tunable*> tunables() override { return {&groups_}; }
    void parameter_changed(const parameter_base& parameter) override;

    void load(const device& device, queue& queue) override;
    void reset(uint64_t seed) override;
    void step(const tick& tick) override;
    void draw(const canvas& canvas) override;

    state save() const override;
    void restore(const state& state) override;

    orbit initial_camera() const override { return blur::initial_camera(); }
    bool is_flat_picture() const override { return true; }
    std::optional<divider> picture_divider() const override { return divider_; }
    bool draws_one_view() const override { return screen_ && !is_comparing(); }
    tone_curve tone() const override { return tone_curve::none; }
    std::vector<statistic> statistics() override;
    void kernels_timed(std::span<const launch_timing> launches) override;
    std::optional<kernel_work> estimate_work(std::string_view launched) const override;

    std::optional<double> progress() const override { return steps_ > 0 ? 1.0 : 0.0; }
    media::picture result() override;

private:
    std::shared_ptr<const media::picture> chosen_picture() const;
    blur_settings settings() const;
    size_t launches_of_blur() const;
    buffer_pixels kind() const;
    std::unique_ptr<device_picture> uploaded(const media::picture& source) const;
    void show(std::shared_ptr<const media::picture> picture, std::unique_ptr<device_picture> device_copy);
    void blur_now();
    /// What the labels say; no text: no label.
    struct labelling {
        std::string left;
        std::string right;
        float from_side = 0.0f;
        float from_bottom = 0.0f;
        friend bool operator==(const labelling&, const labelling&) = default;
    };
    labelling labels_on(const canvas& canvas);
    float left_share() const;
    void draw_by_kernels(const canvas& canvas);
    void paint(const label& words, const label_area& area, device_buffer<float4>& pixels);
    bool is_comparing() const { return view_ == "glsl"; }
    void run_glsl();
    std::optional<double> kernel_milliseconds() const;
    std::string blurred_text() const;

    file_parameter file_ {
        "file", "the picture to blur; a built-in scene if there is none", {".png", ".jpg", ".jpeg", ".hdr", ".exr"}};
    choice scene_ {"scene",
                   {"night", "chart"},
                   "the built-in picture: a city at night, with lights much brighter than white, or a test chart"};
    choice taps_ {"taps",
                  {"17", "3", "5", "7", "9", "11", "13", "15", "19", "21"},
                  "number of pixels of a row and of a column that contribute to one pixel"};
    choice method_ {"method",
                    {"two-pass", "reuse-2", "reuse-4", "tiled", "images"},
                    "blur method: two passes with one, two or four pixels per work-item; both passes in local memory; two passes "
                    "through images",
                    "way"};
    choice arithmetic_ {"arithmetic",
                        {"float", "whole"},
                        "float: any light; whole: 16-bit integers, the same bits on every device, clipped at white"};
    parameter<int64_t> repeats_ {"repeats", 1, {1, 64}, "how many times the picture is blurred", parameter_scale::logarithmic};
    choice view_ {
        "view",
        {"split", "glsl", "blurred", "original"},
        "original beside blurred picture; kernels beside the same blur in OpenGL's shading language; one picture alone"};
    parameter<float> split_ {"split", 0.5f, {0.0f, 1.0f}, "position of the line between the two sides"};
    parameter<bool> labels_ {"labels", true, "show labels on the two sides"};
    tunable groups_ {"group",
                     {"32x1", "32x2", "32x4", "32x8", "64x1", "64x2", "64x4", "128x1", "256x1", "16x4", "16x8", "16x16", "8x8"},
                     "pixels of a work-group of the methods with two passes; auto: what 'ingot tune' has found, or 32x4"};

    std::optional<device> device_;
    queue* queue_ = nullptr;
    std::shared_ptr<const media::picture> original_;
    std::unique_ptr<device_picture> pictures_;
    bool is_blurred_ = false;  ///< whether the picture was blurred since show(); if not, draw() and result() blur it first
    uint64_t steps_ = 0;

    std::optional<divider> divider_;  ///< the line between the two sides of the picture that was drawn last
    std::optional<split_view> viewer_;
    std::optional<blur_view_program> view_kernels_;  ///< with screen_, if the device paints the view
    std::optional<picture_view> screen_;
    std::optional<device_buffer<float>> ink_;  ///< of a label
    /// What determines the picture in screen_.
    struct painted_view {
        uint64_t blur = 0;
        glm::mat4 view;
        glm::mat4 projection;
        glm::ivec2 size;
        float left_share = 0.0f;
        labelling words;
        uncovered_part uncovered;
        friend bool operator==(const painted_view&, const painted_view&) = default;
    };
    std::optional<painted_view> painted_;
    uint64_t blur_ = 0;                   ///< the number of changes of the picture and of the settings so far
    std::optional<glsl_blur> glsl_blur_;  ///< created when first used
    std::optional<label> left_label_;
    std::optional<label> right_label_;
    std::optional<opengl::texture> original_texture_;
    std::optional<opengl::texture> blurred_texture_;
    std::optional<opengl::texture> shaded_texture_;
    std::deque<double> kernel_times_;  ///< durations of the latest blurs in milliseconds
};

}  // namespace ingot::samples::blur
