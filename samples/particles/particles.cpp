// The fluid of particles as a sample of the shell.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ingot/sample/pacing.hpp>
#include <ingot/sample/picture_view.hpp>
#include <ingot/sample/sample.hpp>
#include <ingot/sample/strokes.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "particle_flow.hpp"
#include "particles_picture.kernels.hpp"
#include "particles_surface.kernels.hpp"
#include "surface_layout.hpp"

namespace ingot::samples {

namespace {

using namespace particles;

constexpr float basin_depth = 0.5f;          // metres
constexpr double longest_step = 1.0 / 30.0;  // seconds; a slow device simulates slower instead of with longer frames
constexpr int smoothing_passes = 3;
constexpr uint64_t parts_of_surface = 3;

using steady = std::chrono::steady_clock;
// A step that takes longer is shown before its end, where a part of its time has passed.
constexpr std::chrono::milliseconds longest_picture {100};

constexpr float edge_width = 0.0012f;  // half of the width of the basin's edges, per width of the basin

/// The files of strokes: --save and --strokes.
stroke_format format_of_strokes() {
    return {.tools = {"push"},
            .unit = "metres from the lower left corner of the basin's back, in the plane through its middle that faces the eye",
            .is_in_space = true,
            .has_eye = true};
}

/// Do two cameras show the same surroundings and edges of the basin?
bool is_same_view(const surface_camera& a, const surface_camera& b) {
    const ray_camera& rays = a;
    return rays == b && all(a.basin == b.basin);
}

/// Is the surface of the same particles the same for both?
bool is_same_surface(const surface_camera& a, const surface_camera& b) {
    return is_same_view(a, b) && a.particles == b.particles && a.spacing == b.spacing && a.smoothing == b.smoothing;
}

class particles_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override {
        return {&count_, &column_width_, &column_height_, &basin_width_, &viscosity_, &smoothing_,
                &tint_,  &foam_,         &mouse_,         &push_radius_, &strokes_};
    }
    void parameter_changed(const parameter_base& changed) override {
        if (!flow_) return;
        if (&changed == &strokes_) record_.repeat(strokes_.get());
        if (&changed == &count_ || &changed == &column_width_ || &changed == &column_height_ || &changed == &basin_width_) {
            begin();
            record_.restart();
        }
    }
    std::string kernel_variant(const device&) const override { return count_ > 100'000 ? "large" : "small"; }

    void load(const device& device, queue& queue) override {
        device_.emplace(device);
        queue_ = &queue;
        surface_.emplace(device);
        picture_.emplace(device);
        edges_.emplace(device, 12);
        screen_.emplace(device);
    }
    void reset(uint64_t) override {
        stroke_record record(format_of_strokes());
        record.repeat(strokes_.get());
        begin();
        record_ = std::move(record);
    }
    void begin() {
        const float volume = column_width_ * column_height_ * basin_depth;
        // The layers of particles fill the depth.
        const float wanted = std::cbrt(volume / static_cast<float>(count_.get()));
        const float spacing = basin_depth / std::max(1.0f, std::round(basin_depth / wanted));
        const fluid_basin basin = make_basin(basin_width_, basin_height(), basin_depth, spacing);
        flow_ = std::make_unique<particle_flow>(*device_, *queue_, basin, make_column(basin, column_width_, column_height_));
        time_ = 0.0;
        steps_ = 0;
        forget_surface();
    }

    void step(const tick& tick) override;
    bool is_within_step() const override { return flow_ && (flow_->parts_left() > 0 || surface_parts_left_ > 0); }
    void draw(const canvas& canvas) override;

    state save() const override {
        state all;
        const flow_state flow = flow_->read(*queue_);
        all.put("places", flow.places);
        all.put("velocities", flow.velocities);
        all.put_value("basin", flow_->basin());
        all.put_value("time", time_);
        all.put_value("steps", steps_);
        record_.save(all);
        return all;
    }
    void restore(const state& all) override {
        auto flow = std::make_unique<particle_flow>(*device_, *queue_, all.get_value<fluid_basin>("basin"),
                                                    flow_state {all.get<float4>("places"), all.get<float4>("velocities")});
        stroke_record record(format_of_strokes());
        record.repeat(strokes_.get());
        record.restore(all);
        time_ = all.get_value<double>("time");
        steps_ = all.get_value<uint64_t>("steps");
        record_ = std::move(record);
        flow_ = std::move(flow);
        forget_surface();
    }

    bool draws_one_view() const override { return true; }
    orbit initial_camera() const override {
        return {.target = {0.5f * basin_width_, 0.4f * basin_height(), 0.5f * basin_depth},
                .distance = 1.12f * basin_width_ + 0.7f * basin_height(),
                .yaw = 0.42f,
                .pitch = 0.3f,
                .field_of_view = 0.7f};
    }
    const choice* mouse_tool() const override { return &mouse_; }
    void mouse_drawn(std::span<const mouse_stroke> strokes) override;
    stroke_record* strokes() override { return &record_; }
    bool has_result_file() const override { return true; }
    void save_file(const std::filesystem::path& file) override { record_.write(file); }
    std::vector<caption> captions() const override {
        return {{.text = fmt::format("mouse: {}   (M changes it)", mouse_.get()),
                 .place = {uncovered_.right - 0.015f, 0.8f},
                 .anchor = {1.0f, 1.0f}}};
    }
    std::vector<statistic> statistics() override;

private:
    float basin_height() const { return 2.0f * column_height_; }
    surface_camera camera_of(const canvas& canvas) const;
    std::vector<basin_edge> edges_on(const surface_camera& camera) const;
    void forget_surface() {
        surface_camera_.reset();
        surface_parts_left_ = 0;
    }
    void resize_buffers();
    void light_floor();
    void draw_spheres();
    void smooth_surface();
    void run_surface_part();
    void find_surface();
    void paint_backdrop();
    void push(const drawn_stroke& stroke);

    parameter<uint32_t> count_ {
        "particles",
        8'000,
        {1'000, 1'000'000},
        "requested number of particles; the simulated number differs a little, because the particles begin on a lattice",
        parameter_scale::logarithmic};
    parameter<float> column_width_ {"column-width", 0.6f, {0.1f, 4.0f}, "width of the column of water at the start, in metres"};
    parameter<float> column_height_ {"column-height", 0.7f, {0.1f, 4.0f}, "height of this column, in metres"};
    parameter<float> basin_width_ {"basin-width", 2.0f, {0.5f, 8.0f}, "width of the basin, in metres"};
    parameter<float> viscosity_ {
        "viscosity", 0.08f, {0.0f, 0.5f}, "share of the neighbours' velocity that a particle takes over"};
    parameter<float> smoothing_ {"smoothing", 2.0f, {0.0f, 4.0f}, "smoothing of the drawn surface, in distances of particles"};
    parameter<float> tint_ {"tint", 1.0f, {0.0f, 5.0f}, "how strongly water absorbs light"};
    parameter<float> foam_ {"foam", 1.0f, {0.0f, 3.0f}, "how white water is that has trapped air"};
    choice mouse_ {"mouse", {"push", "camera"}, "what the left mouse button does"};
    parameter<float> push_radius_ {"push-radius", 0.18f, {0.02f, 1.0f}, "radius of the push, in metres"};
    file_parameter strokes_ {"strokes", "strokes of the mouse to repeat, as --save writes them", {".strokes"}};

    std::optional<device> device_;
    queue* queue_ = nullptr;
    std::optional<particles_surface_program> surface_;
    std::optional<particles_picture_program> picture_;
    std::optional<picture_view> screen_;
    std::unique_ptr<particle_flow> flow_;
    double time_ = 0.0;          // of the last step that has ended
    double advance_from_ = 0.0;  // time at which the advance began
    double advance_by_ = 0.0;    // its duration
    uint64_t steps_ = 0;         // number of advances that have begun since the start
    stroke_record record_ {format_of_strokes()};
    pacing pacing_;
    surface_camera camera_;
    std::optional<surface_camera> surface_camera_;  // of the surface that was found, if the particles have not moved since
    uint64_t surface_parts_left_ = 0;               // of the surface for camera_, which the step finds
    std::optional<surface_camera> drawn_camera_;    // of the last picture, if it shows the last step that has ended
    steady::time_point drawn_at_;                   // when it was drawn
    uncovered_part uncovered_;                      // what the panels left free then

    /// What the surface is made in, for one number of texels.
    struct texel_buffers {
        texel_buffers(const device& device, uint32_t count)
            : depths(device, count),
              thicknesses(device, count),
              foams(device, count),
              rough(device, count),
              smooth(device, count),
              normals(device, count) {}
        device_buffer<uint32_t> depths;
        device_buffer<uint32_t> thicknesses;
        device_buffer<uint32_t> foams;
        device_buffer<float4> rough;
        device_buffer<float4> smooth;
        device_buffer<float4> normals;
    };
    /// The drop at each pixel, and what does not change while the camera rests.
    struct pixel_buffers {
        pixel_buffers(const device& device, uint32_t count)
            : drop_depths(device, count), drop_indices(device, count), backdrop(device, count), edge_cover(device, count) {}
        device_buffer<uint32_t> drop_depths;
        device_buffer<uint32_t> drop_indices;
        device_buffer<float4> backdrop;
        device_buffer<float2> edge_cover;
        std::optional<surface_camera> painted {};  ///< the camera that `backdrop` was painted with
    };
    /// The light on the floor of the basin.
    struct floor_buffers {
        floor_buffers(const device& device, uint32_t count)
            : counts(device, count), heights(device, count), smooth(device, count), light(device, count) {}
        device_buffer<uint32_t> counts;
        device_buffer<float> heights;
        device_buffer<float> smooth;
        device_buffer<float2> light;
    };
    std::optional<texel_buffers> texels_;
    std::optional<pixel_buffers> pixels_;
    std::optional<floor_buffers> floor_;
    std::optional<device_buffer<basin_edge>> edges_;
};

// If an advance takes longer than the frame may, it is divided among several frames. Then the surface of the water, which takes
// about as long, is found within the step too, so that the picture after it does not have to wait for both.
void particles_sample::step(const tick& tick) {
    fluid_basin& basin = flow_->basin();
    if (!is_within_step()) {
        basin.viscosity = viscosity_;
        advance_from_ = time_;
        advance_by_ = std::min(tick.step, longest_step);
        // The mouse pushes while it moves; of several movements the last one counts.
        basin.push_radius = 0.0f;
        for (const drawn_stroke& each : record_.take(steps_)) push(each);
        flow_->begin(advance_by_);
        ++steps_;
    }
    const bool is_divided = std::isfinite(tick.budget);
    const uint64_t for_surface = is_divided && camera_.width > 0 ? parts_of_surface : 0;
    uint64_t parts = flow_->parts_left();
    parts += parts > 0 ? for_surface : surface_parts_left_;
    pacing_.end_early_if(tick.has_waiting_input);
    // Parts take different times, so few of them run at once: an input waits for these only.
    constexpr uint64_t calls_of_step = 16;
    pacing_.fill(tick.budget, parts, parts / calls_of_step, [&](uint64_t count) {
        for (uint64_t i = 0; i < count; ++i) {
            if (flow_->parts_left() == 0) {
                run_surface_part();
                continue;
            }
            flow_->run_part(*queue_);
            surface_camera_.reset();
            if (flow_->parts_left() == 0) surface_parts_left_ = for_surface;
        }
        if (is_divided) queue_->finish();
    });
    const double before = std::exchange(time_, advance_from_ + flow_->ended_share() * advance_by_);
    if (!is_within_step() || (time_ != before && steady::now() - drawn_at_ > longest_picture)) drawn_camera_.reset();
}

surface_camera particles_sample::camera_of(const canvas& canvas) const {
    const fluid_basin& basin = flow_->basin();
    surface_camera camera {rays_of(canvas)};
    camera.particles = basin.count;
    camera.spacing = basin.spacing;
    camera.smoothing = smoothing_ * basin.spacing;
    camera.basin = {basin.width, basin.height, basin.depth};
    camera.floor_cell = std::max(basin.spacing, 0.01f);
    // About four texels for the distance of two particles, from the middle of the basin.
    const float distance = length(camera.eye - camera.basin * 0.5f);
    const float pixels = basin.spacing * camera.focal.y / std::max(distance, 0.1f);
    camera.texel = static_cast<uint32_t>(std::clamp(std::round(pixels / 4.0f), 1.0f, 6.0f));
    camera.columns = (camera.width + camera.texel - 1) / camera.texel;
    camera.rows = (camera.height + camera.texel - 1) / camera.texel;
    camera.floor_columns = static_cast<uint32_t>(std::ceil(basin.width / camera.floor_cell));
    camera.floor_layers = static_cast<uint32_t>(std::ceil(basin.depth / camera.floor_cell));
    return camera;
}

// The edges of the basin that are before the camera, on the screen. A part behind it is cut off.
std::vector<basin_edge> particles_sample::edges_on(const surface_camera& camera) const {
    std::vector<basin_edge> edges;
    const auto add = [&](float3 from, float3 to, float strength) {
        constexpr float nearest = 0.02f;
        const auto depth_of = [&](const float3& place) { return -dot(place - camera.eye, camera.backward); };
        if (depth_of(from) > depth_of(to)) std::swap(from, to);
        if (depth_of(to) <= nearest) return;
        if (const float depth = depth_of(from); depth < nearest)
            from = from + (to - from) * ((nearest - depth) / (depth_of(to) - depth));
        const auto pixel_of = [&](const float3& place) {
            const float3 offset = place - camera.eye;
            const float depth = depth_of(place);
            return float2 {camera.centre.x + camera.focal.x * dot(offset, camera.right) / depth,
                           camera.centre.y + camera.focal.y * dot(offset, camera.up) / depth};
        };
        const float middle = depth_of((from + to) * 0.5f);
        edges.push_back({.from = pixel_of(from),
                         .to = pixel_of(to),
                         .inverse_from = 1.0f / depth_of(from),
                         .inverse_to = 1.0f / depth_of(to),
                         .half_width = std::max(0.5f, edge_width * camera.basin.x * camera.focal.y / middle),
                         .strength = strength});
    };
    const float3 far = camera.basin;
    for (const float height : {0.0f, far.y}) {
        const float strength = height > 0.0f ? 0.85f : 0.4f;
        add({0.0f, height, 0.0f}, {far.x, height, 0.0f}, strength);
        add({0.0f, height, far.z}, {far.x, height, far.z}, strength);
        add({0.0f, height, 0.0f}, {0.0f, height, far.z}, strength);
        add({far.x, height, 0.0f}, {far.x, height, far.z}, strength);
    }
    for (const float x : {0.0f, far.x})
        for (const float z : {0.0f, far.z}) add({x, 0.0f, z}, {x, far.y, z}, 0.6f);
    return edges;
}

// Counts the particles above each square of the floor, and computes the light that comes through them.
void particles_sample::light_floor() {
    const uint32_t count = camera_.floor_columns * camera_.floor_layers;
    if (!floor_ || floor_->counts.size() != count) floor_.emplace(*device_, count);
    const range squares = range(count).groups_of(128);
    const range plane = range(camera_.floor_columns, camera_.floor_layers).groups_of(16, 8);
    queue_->run(surface_->clear_floor, squares, floor_->counts, count);
    queue_->run(surface_->count_on_floor, range(camera_.particles).groups_of(128), flow_->places(), floor_->counts, camera_);
    queue_->run(surface_->begin_floor, squares, floor_->counts, floor_->heights, camera_);
    for (int i = 0; i < 3; ++i) {
        queue_->run(surface_->smooth_floor, plane, floor_->heights, floor_->smooth, camera_);
        std::swap(floor_->heights, floor_->smooth);
    }
    queue_->run(surface_->light_floor, plane, floor_->heights, floor_->light, camera_);
}

// Makes room for a picture of this size.
void particles_sample::resize_buffers() {
    const uint32_t texel_count = camera_.columns * camera_.rows;
    const uint32_t pixel_count = camera_.width * camera_.height;
    if (!texels_ || texels_->depths.size() != texel_count) texels_.emplace(*device_, texel_count);
    if (!pixels_ || pixels_->backdrop.size() != pixel_count) pixels_.emplace(*device_, pixel_count);
}

// Draws particles into texels and drops into pixels.
void particles_sample::draw_spheres() {
    const uint32_t texel_count = camera_.columns * camera_.rows;
    const uint32_t pixel_count = camera_.width * camera_.height;
    const range particles = range(camera_.particles).groups_of(128);
    queue_->run(surface_->clear_texels, range(texel_count).groups_of(128), texels_->depths, texels_->thicknesses, texels_->foams,
                texel_count);
    queue_->run(surface_->clear_drops, range(pixel_count).groups_of(128), pixels_->drop_depths, pixels_->drop_indices,
                pixel_count);
    queue_->run(surface_->draw_spheres, particles, flow_->places(), flow_->velocities(), texels_->depths, texels_->thicknesses,
                texels_->foams, camera_);
    queue_->run(surface_->draw_drops, particles, flow_->places(), pixels_->drop_depths, camera_);
    queue_->run(surface_->name_drops, particles, flow_->places(), pixels_->drop_depths, pixels_->drop_indices, camera_);
}

void particles_sample::smooth_surface() {
    const range all = range(camera_.columns * camera_.rows).groups_of(128);
    const range plane = range(camera_.columns, camera_.rows).groups_of(16, 8);
    // The ray's length in a sphere is twice its bulge.
    constexpr float thickness_scale = 2.0f / (4.18879f * 0.9f * 0.9f * 0.9f);
    queue_->run(surface_->begin_surface, all, texels_->depths, texels_->thicknesses, texels_->foams, texels_->rough,
                thickness_scale, camera_);
    for (int i = 0; i < smoothing_passes && smoothing_ > 0.0f; ++i) {
        queue_->run(surface_->smooth_surface, plane, texels_->rough, texels_->smooth, int2 {1, 0}, camera_);
        queue_->run(surface_->smooth_surface, plane, texels_->smooth, texels_->rough, int2 {0, 1}, camera_);
    }
    queue_->run(surface_->find_normals, plane, texels_->rough, texels_->normals, camera_);
}

// Runs the next part of what find_surface() does.
void particles_sample::run_surface_part() {
    resize_buffers();
    if (surface_parts_left_ == 3) draw_spheres();
    if (surface_parts_left_ == 2) smooth_surface();
    if (surface_parts_left_ == 1) light_floor();
    if (--surface_parts_left_ == 0) surface_camera_ = camera_;
}

// Finds the surface of the water and the light on the floor for the present camera, unless they are there already.
void particles_sample::find_surface() {
    if (surface_camera_ && is_same_surface(*surface_camera_, camera_)) return;
    for (surface_parts_left_ = parts_of_surface; surface_parts_left_ > 0;) run_surface_part();
}

// Paints what does not change while the camera rests.
void particles_sample::paint_backdrop() {
    if (pixels_->painted && is_same_view(*pixels_->painted, camera_)) return;
    std::vector<basin_edge> edges = edges_on(camera_);
    const auto count = static_cast<uint32_t>(edges.size());
    edges.resize(edges_->size());
    edges_->write(*queue_, edges);
    queue_->run(picture_->paint_backdrop, range(camera_.width, camera_.height).groups_of(16, 8), *edges_, count,
                pixels_->backdrop, pixels_->edge_cover, camera_);
    pixels_->painted = camera_;
}

void particles_sample::draw(const canvas& canvas) {
    camera_ = camera_of(canvas);
    uncovered_ = canvas.uncovered;
    // Within a step, the picture that was drawn last still shows the particles.
    if (is_within_step() && drawn_camera_ && is_same_view(*drawn_camera_, camera_)) return screen_->draw(canvas);
    drawn_camera_ = camera_;
    drawn_at_ = steady::now();
    find_surface();
    paint_backdrop();
    const surface_look look {.absorption = float3 {5.0f, 1.1f, 0.45f} * tint_.get(),
                             .scattered = {0.01f, 0.15f, 0.25f},
                             .turbidity = 2.5f * tint_,
                             .foam = foam_};
    auto pixels = screen_->acquire(*queue_, camera_.width, camera_.height);
    queue_->run(picture_->shade, range(camera_.width, camera_.height).groups_of(16, 8), texels_->rough, texels_->normals,
                flow_->places(), pixels_->drop_indices, floor_->light, pixels_->backdrop, pixels_->edge_cover, *pixels, camera_,
                look);
    pixels.release();
    screen_->draw(canvas);
}

// Keeps the movement of the mouse in a frame, in the plane through the middle of the basin that faces the camera.
void particles_sample::mouse_drawn(std::span<const mouse_stroke> strokes) {
    if (mouse_ == "camera" || !flow_ || strokes.empty() || camera_.width == 0) return;
    const fluid_basin& basin = flow_->basin();
    const float3 middle {0.5f * basin.width, 0.18f * basin.height, 0.5f * basin.depth};
    const float distance = -dot(middle - camera_.eye, camera_.backward);
    const auto place_of = [&](glm::vec2 share) {
        const float3 ray = ray_through(share.x * static_cast<float>(camera_.width),
                                       (1.0f - share.y) * static_cast<float>(camera_.height), camera_);
        return camera_.eye + ray * distance;
    };
    record_.draw(
        {.from = place_of(strokes.front().from), .radius = push_radius_, .to = place_of(strokes.back().to), .eye = camera_.eye});
}

// Lets the mouse move water around the ray from the eye through its place, at its own speed.
void particles_sample::push(const drawn_stroke& stroke) {
    float3 moved = (stroke.to - stroke.from) * 60.0f;  // in a frame of 1/60 s
    const float speed = std::sqrt(dot(moved, moved));
    constexpr float fastest = 6.0f;
    if (speed > fastest) moved = moved * (fastest / speed);
    float3 ray = stroke.to - stroke.eye;
    const float away = std::sqrt(dot(ray, ray));
    if (!(away > 0.0f)) return;
    ray = ray * (1.0f / away);
    fluid_basin& basin = flow_->basin();
    basin.push_x = stroke.eye.x, basin.push_y = stroke.eye.y, basin.push_z = stroke.eye.z;
    basin.ray_x = ray.x, basin.ray_y = ray.y, basin.ray_z = ray.z;
    basin.pull_x = moved.x, basin.pull_y = moved.y, basin.pull_z = moved.z;
    basin.push_radius = stroke.radius;
}

std::vector<statistic> particles_sample::statistics() {
    float front = 0.0f;
    double energy = 0.0;
    double density = 0.0;
    float densest = 0.0f;
    double drops = 0.0;
    const flow_state flow = flow_->read(*queue_);
    for (size_t i = 0; i < flow.places.size(); ++i) {
        const float4& place = flow.places[i];
        front = std::max(front, place.x);
        density += place.w;
        densest = std::max(densest, place.w);
        if (place.w < drop_density) drops += 1.0;
        const float4& v = flow.velocities[i];
        energy += 0.5 * (v.x * v.x + v.y * v.y + v.z * v.z) + flow_->basin().gravity * place.y;
    }
    const auto count = static_cast<double>(flow.places.size());
    return {{"simulated particles", count, ""},
            {"front", front + 0.5f * flow_->basin().spacing, "m"},
            {"energy per mass", energy / count, "J/kg"},
            {"density", density / count, ""},
            {"largest density", densest, ""},
            {"spray", 100.0 * drops / count, "%"}};
}

}  // namespace

std::unique_ptr<sample> create_particles() { return std::make_unique<particles_sample>(); }

}  // namespace ingot::samples
