// The sample: a picture, and what a blur makes of it.
#pragma once

#include <chrono>
#include <deque>
#include <ingot/media/picture.hpp>
#include <ingot/sample/kernel_work.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "glsl_blur.hpp"
#include "label.hpp"
#include "picture_on_device.hpp"
#include "split_view.hpp"

namespace ingot::samples::blur {

class blur_sample final : public sample, public tells_work {
public:
    std::vector<parameter_base*> parameters() override;
    void changed(const parameter_base& which) override;

    void load(const device& on, queue& in) override;
    void reset(uint64_t seed) override;
    void step(const tick& now) override;
    void draw(const canvas& into) override;

    state save() const override;
    void restore(const state& from) override;

    orbit initial_camera() const override { return camera_before_the_picture(); }
    tone_curve tone() const override { return tone_curve::none; }
    std::vector<reading> readings() override;
    void timed(std::span<const launch_timing> launches) override;
    std::optional<kernel_work> work_of(std::string_view launched) const override;

    std::optional<double> progress() const override { return steps > 0 ? 1.0 : 0.0; }
    media::picture result() override;

private:
    blur_settings settings() const;
    size_t launches_of_blur() const;
    buffer_pixels kind() const;
    std::unique_ptr<picture_on_device> brought(const media::picture& from) const;
    void show(std::shared_ptr<const media::picture> picture, std::unique_ptr<picture_on_device> as);
    void blur_now();
    bool compares() const { return view == "glsl"; }
    void run_glsl();
    std::optional<double> kernel_milliseconds() const;
    std::string blurred_text() const;

    file_parameter file {"file", "the picture to blur; without one, a chart", {".png", ".jpg", ".jpeg", ".hdr", ".exr"}};
    choice taps {"taps",
                 {"17", "3", "5", "7", "9", "11", "13", "15", "19", "21"},
                 "pixels of a row and of a column that one pixel is made of"};
    choice way {"way",
                {"two-pass", "reuse-2", "reuse-4", "tiled", "images"},
                "how: two passes of one, two or four pixels for each work-item; both passes in local memory; two through images"};
    choice arithmetic {
        "arithmetic", {"float", "whole"}, "float: any light; whole: 16 bits, the same on every device, cut at white"};
    parameter<int64_t> repeats {"repeats", 1, {1, 64}, "times that the picture is blurred", parameter_scale::logarithmic};
    choice view {"view",
                 {"split", "glsl", "blurred", "original"},
                 "original beside blurred; the kernels' blur beside the same in OpenGL's shading language; one alone"};
    parameter<float> split {"split", 0.5f, {0.0f, 1.0f}, "where the left side ends"};
    parameter<bool> labels {"labels", true, "names of the two sides"};

    std::optional<device> on;
    queue* in = nullptr;
    std::shared_ptr<const media::picture> original;
    std::unique_ptr<picture_on_device> pictures;
    bool is_blurred = false;  ///< else it is blurred when it is looked at: a switch of the device does not wait for that
    uint64_t steps = 0;

    std::optional<split_view> viewer;
    std::optional<glsl_blur> shaders;  ///< made when they are first asked for
    std::optional<label> left_label;
    std::optional<label> right_label;
    std::optional<opengl::texture> original_texture;
    std::optional<opengl::texture> blurred_texture;
    std::optional<opengl::texture> shaded_texture;
    std::deque<double> kernel_times;  ///< milliseconds of the last blurs
};

}  // namespace ingot::samples::blur
