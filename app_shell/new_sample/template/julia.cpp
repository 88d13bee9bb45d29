// A Julia set as a sample of Ingot's shell. The mouse, or the time, moves the constant of the iteration.
#include <cmath>
#include <ingot/sample/picture_view.hpp>
#include <ingot/sample/sample.hpp>
#include <optional>

#include "julia.kernels.hpp"  // made by ingotc: typed launchers

namespace {

using namespace ingot;

class julia_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override {
        return {&real_, &imaginary_, &wander_, &iterations_, &mouse_};
    }
    void parameter_changed(const parameter_base& changed) override {
        if (&changed == &real_ || &changed == &imaginary_) reset(0);
    }

    void load(const device& device, queue& queue) override {
        queue_ = &queue;
        program_.emplace(device);
        screen_.emplace(device);
    }
    void reset(uint64_t) override { place_ = {{real_.get(), imaginary_.get()}, 0.0}; }

    // The constant wanders around its place on a circle, once in 20 seconds.
    void step(const tick& tick) override { place_.time += tick.step; }

    // The picture is in the plane z = 0, and the camera looks straight at it. So the matrix also says which points the
    // mouse has moved to the edges of the canvas.
    void draw(const canvas& canvas) override {
        const glm::mat4 to_clip = canvas.projection * canvas.view;
        const float w = to_clip[3][3];
        const auto point_at = [&](float x, float y) {
            return glm::vec2((x * w - to_clip[3][0]) / to_clip[0][0], (y * w - to_clip[3][1]) / to_clip[1][1]);
        };
        corner_ = point_at(-1.0f, -1.0f);
        opposite_corner_ = point_at(1.0f, 1.0f);
        const float pixel = (opposite_corner_.y - corner_.y) / static_cast<float>(canvas.height);
        const julia_view view {.constant = current_constant(),
                               .first = {corner_.x + 0.5f * pixel, corner_.y + 0.5f * pixel},
                               .pixel = pixel,
                               .width = static_cast<uint32_t>(canvas.width),
                               .height = static_cast<uint32_t>(canvas.height),
                               .iterations = iterations_};
        auto pixels = screen_->acquire(*queue_, view.width, view.height);
        queue_->run(program_->paint, range(view.width, view.height).groups_of(8, 8), *pixels, view);
        pixels.release();
        screen_->draw(canvas);
    }

    // What a switch of the device takes along.
    state save() const override {
        state all;
        all.put_value("place", place_);
        return all;
    }
    void restore(const state& all) override { place_ = all.get_value<place>("place"); }

    // 2.6 units of the plane fill the height of the picture.
    orbit initial_camera() const override { return {.distance = 1.3f / std::tan(0.4f), .field_of_view = 0.8f}; }
    bool is_flat_picture() const override { return true; }
    tone_curve tone() const override { return tone_curve::none; }

    const choice* mouse_tool() const override { return &mouse_; }
    void mouse_drawn(std::span<const mouse_stroke> strokes) override {
        const glm::vec2 share = strokes.back().to;
        place_.constant = {corner_.x + share.x * (opposite_corner_.x - corner_.x),
                           opposite_corner_.y - share.y * (opposite_corner_.y - corner_.y)};
        place_.time = 0.0;
    }
    std::vector<statistic> statistics() override {
        return {{"real part", current_constant().x, ""}, {"imaginary part", current_constant().y, ""}};
    }

private:
    struct place {
        float2 constant;
        double time = 0.0;  // seconds since the constant was there
    };

    float2 current_constant() const {
        const auto angle = static_cast<float>(place_.time * 0.314159265);
        return {place_.constant.x + wander_ * (std::cos(angle) - 1.0f), place_.constant.y + wander_ * std::sin(angle)};
    }

    parameter<float> real_ {"real", -0.79f, {-2.0f, 2.0f}, "real part of the constant"};
    parameter<float> imaginary_ {"imaginary", 0.156f, {-2.0f, 2.0f}, "imaginary part of the constant"};
    parameter<float> wander_ {"wander", 0.01f, {0.0f, 0.5f}, "radius of the circle on which the constant moves"};
    parameter<uint32_t> iterations_ {"iterations", 300, {10, 10'000}, "limit of iterations for each point"};
    choice mouse_ {"mouse", {"constant", "camera"}, "what the left mouse button moves"};

    queue* queue_ = nullptr;
    std::optional<julia_program> program_;
    std::optional<picture_view> screen_;
    place place_;
    glm::vec2 corner_ {-1.0f};
    glm::vec2 opposite_corner_ {1.0f};
};

}  // namespace

namespace ingot::samples {
std::unique_ptr<sample> create_julia() { return std::make_unique<julia_sample>(); }
}  // namespace ingot::samples
