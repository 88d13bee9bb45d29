// The fluid of particles as a sample of the shell.
#include <fmt/format.h>

#include <cmath>
#include <ingot/sample/picture_view.hpp>
#include <ingot/sample/sample.hpp>
#include <optional>

#include "particle_flow.hpp"
#include "particles_surface.kernels.hpp"
#include "surface_layout.hpp"

namespace ingot::samples {

namespace {

using namespace particles;

constexpr float basin_depth = 0.5f;  // metres
constexpr int smoothing_passes = 3;

class particles_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override {
        return {&count_, &column_width_, &column_height_, &basin_width_, &viscosity_, &smoothing_, &mouse_, &push_radius_};
    }
    void parameter_changed(const parameter_base& changed) override {
        if (&changed == &count_ || &changed == &column_width_ || &changed == &column_height_ || &changed == &basin_width_)
            reset(0);
    }
    std::string kernel_variant(const device&) const override { return count_ > 100'000 ? "large" : "small"; }

    void load(const device& device, queue& queue) override {
        device_.emplace(device);
        queue_ = &queue;
        surface_.emplace(device);
        screen_.emplace(device);
    }
    void reset(uint64_t) override {
        const float volume = column_width_ * column_height_ * basin_depth;
        const float spacing = std::cbrt(volume / static_cast<float>(count_.get()));
        const fluid_basin basin = make_basin(basin_width_, basin_height(), basin_depth, spacing);
        flow_.emplace(*device_, *queue_, basin, make_column(basin, column_width_, column_height_));
        time_ = 0.0;
    }

    void step(const tick& tick) override {
        flow_->basin().viscosity = viscosity_;
        flow_->advance(*queue_, tick.step);
        flow_->basin().push_radius = 0.0f;  // until the mouse is moved again
        time_ += tick.step;
    }
    void draw(const canvas& canvas) override;

    state save() const override {
        state all;
        const flow_state flow = flow_->read(*queue_);
        all.put("places", flow.places);
        all.put("velocities", flow.velocities);
        all.put_value("basin", flow_->basin());
        all.put_value("time", time_);
        return all;
    }
    void restore(const state& all) override {
        flow_.emplace(*device_, *queue_, all.get_value<fluid_basin>("basin"),
                      flow_state {all.get<float4>("places"), all.get<float4>("velocities")});
        time_ = all.get_value<double>("time");
    }

    orbit initial_camera() const override {
        return {.target = {0.5f * basin_width_, 0.22f * basin_height(), 0.5f * basin_depth},
                .distance = 1.45f * basin_width_,
                .yaw = 0.42f,
                .pitch = 0.3f,
                .field_of_view = 0.7f};
    }
    const choice* mouse_tool() const override { return &mouse_; }
    void mouse_drawn(std::span<const mouse_stroke> strokes) override;
    std::vector<statistic> statistics() override;

private:
    float basin_height() const { return 2.0f * column_height_; }
    surface_camera camera_of(const canvas& canvas) const;

    parameter<uint32_t> count_ {"particles",
                                12'000,
                                {1'000, 1'000'000},
                                "number of particles, up to rounding to a lattice",
                                parameter_scale::logarithmic};
    parameter<float> column_width_ {"column-width", 0.6f, {0.1f, 4.0f}, "width of the column of water at the start, in metres"};
    parameter<float> column_height_ {"column-height", 0.8f, {0.1f, 4.0f}, "its height"};
    parameter<float> basin_width_ {"basin-width", 2.0f, {0.5f, 8.0f}, "width of the basin, in metres"};
    parameter<float> viscosity_ {
        "viscosity", 0.02f, {0.0f, 0.5f}, "share of the neighbours' velocity that a particle takes over"};
    parameter<float> smoothing_ {"smoothing", 2.0f, {0.0f, 4.0f}, "smoothing of the drawn surface, in distances of particles"};
    choice mouse_ {"mouse", {"push", "camera"}, "what the left mouse button does"};
    parameter<float> push_radius_ {"push-radius", 0.18f, {0.02f, 1.0f}, "radius of the push, in metres"};

    std::optional<device> device_;
    queue* queue_ = nullptr;
    std::optional<particles_surface_program> surface_;
    std::optional<picture_view> screen_;
    std::optional<particle_flow> flow_;
    double time_ = 0.0;
    surface_camera camera_;

    // What the picture is made in, for its size.
    std::optional<device_buffer<uint32_t>> depths_;
    std::optional<device_buffer<uint32_t>> thicknesses_;
    std::optional<device_buffer<float2>> rough_;
    std::optional<device_buffer<float2>> smooth_;
};

surface_camera particles_sample::camera_of(const canvas& canvas) const {
    const glm::mat4 to_world = glm::inverse(canvas.view);
    const auto axis = [&](int column, float sign) {
        return float3 {sign * to_world[column].x, sign * to_world[column].y, sign * to_world[column].z};
    };
    const auto width = static_cast<float>(canvas.width);
    const auto height = static_cast<float>(canvas.height);
    return {.eye = axis(3, 1.0f),
            .right = axis(0, 1.0f),
            .up = axis(1, 1.0f),
            .backward = axis(2, 1.0f),
            .focal = {0.5f * width * canvas.projection[0][0], 0.5f * height * canvas.projection[1][1]},
            .centre = {0.5f * width * (1.0f - canvas.projection[2][0]), 0.5f * height * (1.0f - canvas.projection[2][1])},
            .width = static_cast<uint32_t>(canvas.width),
            .height = static_cast<uint32_t>(canvas.height),
            .radius = 0.9f * flow_->basin().spacing,
            .basin_width = flow_->basin().width,
            .basin_depth = flow_->basin().depth,
            .basin_height = flow_->basin().height,
            .smoothing = smoothing_ * flow_->basin().spacing};
}

void particles_sample::draw(const canvas& canvas) {
    camera_ = camera_of(canvas);
    const uint32_t pixel_count = camera_.width * camera_.height;
    if (!depths_ || depths_->size() != pixel_count) {
        depths_.emplace(*device_, pixel_count);
        thicknesses_.emplace(*device_, pixel_count);
        rough_.emplace(*device_, pixel_count);
        smooth_.emplace(*device_, pixel_count);
    }
    const range all = range(pixel_count).groups_of(128);
    const range in_plane = range(camera_.width, camera_.height).groups_of(16, 8);
    // Volume of a cell of the lattice over that of the drawn sphere.
    const float scale = 1.0f / (4.18879f * 0.9f * 0.9f * 0.9f) * 2.0f;
    queue_->run(surface_->clear_surface, all, *depths_, *thicknesses_, pixel_count);
    queue_->run(surface_->draw_spheres, range(flow_->basin().count).groups_of(128), flow_->places(), *depths_, *thicknesses_,
                camera_, flow_->basin().count);
    queue_->run(surface_->begin_surface, all, *depths_, *thicknesses_, *rough_, scale, pixel_count);
    for (int i = 0; i < smoothing_passes && smoothing_ > 0.0f; ++i) {
        queue_->run(surface_->smooth_surface, in_plane, *rough_, *smooth_, int2 {1, 0}, camera_);
        queue_->run(surface_->smooth_surface, in_plane, *smooth_, *rough_, int2 {0, 1}, camera_);
    }
    auto pixels = screen_->acquire(*queue_, camera_.width, camera_.height);
    queue_->run(surface_->shade_surface, in_plane, *rough_, *pixels, camera_);
    pixels.release();
    screen_->draw(canvas);
}

// The mouse moves water around the ray through its place, at the speed that the mouse has in the plane through the middle of the
// basin.
void particles_sample::mouse_drawn(std::span<const mouse_stroke> strokes) {
    const auto direction = [&](glm::vec2 share) {
        const float x = share.x * static_cast<float>(camera_.width) - camera_.centre.x;
        const float y = (1.0f - share.y) * static_cast<float>(camera_.height) - camera_.centre.y;
        return camera_.right * (x / camera_.focal.x) + camera_.up * (y / camera_.focal.y) - camera_.backward;
    };
    fluid_basin& basin = flow_->basin();
    const float3 middle {0.5f * basin.width, 0.18f * basin.height, 0.5f * basin.depth};
    const float distance = -dot(middle - camera_.eye, camera_.backward);
    float3 ray = direction(strokes.back().to);
    float3 moved = (ray - direction(strokes.front().from)) * (distance * 60.0f);  // in a frame of 1/60 s
    const float speed = std::sqrt(dot(moved, moved));
    constexpr float fastest = 6.0f;
    if (speed > fastest) moved = moved * (fastest / speed);
    ray = ray * (1.0f / std::sqrt(dot(ray, ray)));
    basin.push_x = camera_.eye.x, basin.push_y = camera_.eye.y, basin.push_z = camera_.eye.z;
    basin.ray_x = ray.x, basin.ray_y = ray.y, basin.ray_z = ray.z;
    basin.pull_x = moved.x, basin.pull_y = moved.y, basin.pull_z = moved.z;
    basin.push_radius = push_radius_;
}

std::vector<statistic> particles_sample::statistics() {
    float front = 0.0f;
    double energy = 0.0;
    const flow_state flow = flow_->read(*queue_);
    for (size_t i = 0; i < flow.places.size(); ++i) {
        front = std::max(front, flow.places[i].x);
        const float4& v = flow.velocities[i];
        energy += 0.5 * (v.x * v.x + v.y * v.y + v.z * v.z) + flow_->basin().gravity * flow.places[i].y;
    }
    const auto count = static_cast<double>(flow.places.size());
    return {{"particles", count, ""},
            {"front", front + 0.5f * flow_->basin().spacing, "m"},
            {"energy per mass", energy / count, "J/kg"}};
}

}  // namespace

std::unique_ptr<sample> create_particles() { return std::make_unique<particles_sample>(); }

}  // namespace ingot::samples
