// Image-space warping: a scene that is rendered a few times a second, and shown as often as the display can (thesis,
// section 4.1).
#pragma once

#include <array>
#include <ingot/sample/kernel_work.hpp>
#include <ingot/sample/sample.hpp>
#include <ingot/warp/warper.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "figures.hpp"
#include "frame_renderer.hpp"
#include "picture_view.hpp"
#include "timeline.hpp"

namespace ingot::samples::warping {

class warp_sample final : public sample, public tells_work {
public:
    warp_sample();
    ~warp_sample() override;

    std::vector<parameter_base*> parameters() override;
    void changed(const parameter_base& which) override;
    void load(const device& to, queue& with) override;
    void reset(uint64_t seed) override;
    void step(const tick& next) override { time = next.time; }
    void draw(const canvas& into) override;
    state save() const override;
    void restore(const state& from) override;
    orbit initial_camera() const override { return first_view(); }
    tone_curve tone() const override { return tone_curve::none; }  // the scene's shader has it
    std::vector<reading> readings() override;
    std::optional<kernel_work> work_of(std::string_view kernel) const override;

private:
    enum method : size_t { gather, scatter, forward, methods };
    struct targets;  ///< everything that has the picture's size

    void take_scene();
    void fit(uint32_t width, uint32_t height);
    void prepare_frames();
    void render(const frame_target& into, const moments& at);
    void warp(method by);
    GLuint true_colours();
    void measure(std::span<const method> among);
    void measure_what_is_shown();
    void forget_figures();
    std::vector<method> methods_now() const;
    method chosen() const { return static_cast<method>(how.index()); }

    choice setup {"scene", {"temple", "file"}, "what is rendered; 'file' reads it from a file"};
    file_parameter file {"file", "a scene of your own: OBJ or glTF 2.0", {".obj", ".gltf", ".glb"}};
    choice how {"method", {"gather", "scatter", "forward"}, "gather from two frames, scatter one, or gather from one"};
    parameter<float> rate {"rate", 15.0f, {5.0f, 60.0f}, "frames rendered in a second; all others are warped"};
    choice view {"view", shown_names(),
                 "compare: true and warped, last frame repeated and difference, each in a quarter; strips: all in one picture"};
    choice measured {"measure",
                     {"shown", "all", "off"},
                     "compare with the true picture: what is shown now and then, or all methods in each frame"};
    parameter<float> flight {"flight", 1.0f, {0.0f, 4.0f}, "speed of the camera's own way; 0: only the mouse moves it"};
    parameter<int32_t> search_steps {"steps", 3, {0, 16}, "steps of a gather's search"};
    parameter<float> threshold {"threshold", 0.0025f, {0.0f, 0.05f}, "how far a match may be off, as a share of the picture"};
    parameter<float> tolerance {"depth-tolerance", 0.02f, {0.0f, 0.5f}, "surfaces whose distances differ by less are one"};
    parameter<int32_t> blur_taps {"blur", 11, {1, 63}, "pixels of the forward gather's blur; even numbers take the next odd one"};
    parameter<int32_t> hole_radius {"hole-radius", 64, {0, 256}, "how far a scatter looks around to fill a hole"};

    queue* in = nullptr;
    std::optional<ingot::warp::warper> warps;
    std::unique_ptr<frame_renderer> renderer;
    std::string rendered_source;  ///< a file, or empty for the temple
    std::optional<picture_view> painter;
    std::unique_ptr<targets> made;
    timeline frames;
    between now;
    double time = 0.0;
    std::array<figures, methods> of_methods;
    figures of_repeating;
    figures of_rendering;
    bool is_measured = false;  ///< what is shown now
};

}  // namespace ingot::samples::warping
