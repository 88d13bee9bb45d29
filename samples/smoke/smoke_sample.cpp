#include "smoke_sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

namespace ingot::samples {

namespace smoke {

namespace {

constexpr double longest_step = 1.0 / 30.0;  // seconds; a slow device simulates slower instead of with longer steps
constexpr float fastest_mouse = 4.0f;        // m/s
constexpr float mouse_smoke_rate = 45.0f;    // 1/s
constexpr float mouse_push_rate = 40.0f;     // 1/s
constexpr float floor_margin = 1.0f;         // metres around the box whose shadows are computed
constexpr float texels_of_a_cell = 1.25f;    // of the smoke's picture, in the middle of the box

/// Sets the part of the picture in which the box is: everything, if a corner is beside or behind the eye.
void bound_box(smoke_camera& camera) {
    camera.end_x = camera.width;
    camera.end_y = camera.height;
    float2 low(1e9f);
    float2 high(-1e9f);
    for (uint32_t i = 0; i < 8; ++i) {
        const auto side = [&](uint32_t bit, float size) { return (i & bit) != 0 ? size : 0.0f; };
        const float3 offset = float3(side(1, camera.box.x), side(2, camera.box.y), side(4, camera.box.z)) - camera.eye;
        const float depth = -dot(offset, camera.backward);
        if (depth < 0.05f) return;
        const float2 place {camera.centre.x + camera.focal.x * dot(offset, camera.right) / depth,
                            camera.centre.y + camera.focal.y * dot(offset, camera.up) / depth};
        low = min(low, place);
        high = max(high, place);
    }
    // A texel reaches into pixels beside it.
    const float margin = 2.0f * static_cast<float>(camera.texel);
    const auto within = [](float place, uint32_t size) {
        return static_cast<uint32_t>(std::clamp(place, 0.0f, static_cast<float>(size)));
    };
    camera.first_x = within(low.x - margin, camera.width);
    camera.first_y = within(low.y - margin, camera.height);
    camera.end_x = within(high.x + margin, camera.width);
    camera.end_y = within(high.y + margin, camera.height);
}

/// Returns a number of cells, rounded up so that the grid has enough coarser ones. No side may be much shorter than the longest.
uint32_t usable_size(int64_t cells, int64_t longest) {
    const int64_t multiple = longest <= 128 ? 8 : longest <= 256 ? 16 : 32;
    const int64_t least = std::max(cells, longest / 8);
    return static_cast<uint32_t>((least + multiple - 1) / multiple * multiple);
}

}  // namespace

stroke_format format_of_strokes() {
    return {.tools = {"smoke", "wind", "obstacle", "erase"},
            .unit = "metres to the right, up and to the front, from the box's lower left corner at the back",
            .is_in_space = true};
}

std::vector<parameter_base*> smoke_sample::parameters() {
    return {&scene_,     &mouse_,      &brush_,       &palette_,  &sources_, &columns_, &rows_,   &layers_,
            &advection_, &cycles_,     &confinement_, &buoyancy_, &weight_,  &wind_,    &fade_,   &cooling_,
            &sun_,       &sun_height_, &density_,     &shadow_,   &forward_, &glow_,    &strokes_};
}

std::string smoke_sample::kernel_variant(const device&) const {
    const space_grid grid = grid_for(longest_step);
    return fmt::format("{} x {} x {}", grid.width, grid.height, grid.depth);
}

space_grid smoke_sample::grid_for(double step) const {
    const int64_t longest = std::max({columns_.get(), rows_.get(), layers_.get()});
    const uint32_t height = usable_size(rows_, longest);
    space_grid grid {.width = usable_size(columns_, longest),
                     .height = height,
                     .depth = usable_size(layers_, longest),
                     .cell = 1.0f / static_cast<float>(height),
                     .step = static_cast<float>(step),
                     .inflow = wind_};
    const scene_setup setup = setup_of(chosen_scene(), {});
    grid.left = setup.left;
    grid.right = setup.right;
    grid.bottom = setup.bottom;
    grid.top = setup.top;
    grid.near = setup.near;
    grid.far = setup.far;
    return grid;
}

box_size smoke_sample::box() const {
    const space_grid grid = grid_for(longest_step);
    return {static_cast<float>(grid.width) * grid.cell, static_cast<float>(grid.depth) * grid.cell};
}

space_settings smoke_sample::settings() const {
    return {.method = static_cast<transport>(advection_.index()),
            .forces = {.confinement = confinement_, .buoyancy = buoyancy_, .weight = weight_},
            .fade = fade_,
            .cooling = cooling_,
            .cycles = static_cast<uint32_t>(cycles_.get())};
}

smoke_light smoke_sample::light() const {
    constexpr double degree = std::numbers::pi / 180.0;
    const double height = sun_height_ * degree;
    const double angle = sun_ * degree;
    smoke_light light {.palette = fluid::palette_of(palette_.get()),
                       .sun = {2.1f, 1.85f, 1.5f, 0.0f},
                       .sky = {0.10f, 0.15f, 0.24f, 0.0f},
                       .backdrop_low = {0.026f, 0.031f, 0.041f, 0.0f},
                       .backdrop_high = {0.006f, 0.008f, 0.013f, 0.0f},
                       .floor = {0.075f, 0.073f, 0.071f, 0.0f},
                       .to_sun = {static_cast<float>(std::cos(height) * std::cos(angle)), static_cast<float>(std::sin(height)),
                                  static_cast<float>(-std::cos(height) * std::sin(angle))},
                       .density = density_,
                       .forward = forward_,
                       .shadow = shadow_,
                       .glow = glow_};
    if (glow_ > 0.0f) {
        // What shines is seen at night.
        light.sun = light.sun * 0.3f;
        light.sky = light.sky * 0.35f;
        light.backdrop_low = light.backdrop_low * 0.3f;
        light.backdrop_high = light.backdrop_high * 0.3f;
    }
    return light;
}

floor_map smoke_sample::floor_of(const space_grid& grid) const {
    const float cell = 2.0f * grid.cell;
    const auto count = [&](uint32_t cells) {
        return static_cast<uint32_t>(std::ceil((static_cast<float>(cells) * grid.cell + 2.0f * floor_margin) / cell));
    };
    return {.columns = count(grid.width), .rows = count(grid.depth), .cell = cell, .margin = floor_margin};
}

smoke_sample::light_buffers::light_buffers(const device& device, const space_grid& grid, const floor_map& map)
    : half_smoke(device, grid.cells() / 8),
      arriving(device, grid.cells() / 8),
      lit(device, grid.cells()),
      floor(device, size_t {map.columns} * map.rows) {}

smoke_sample::pixel_buffers::pixel_buffers(const device& device, const smoke_camera& camera)
    : surface(device, size_t {camera.width} * camera.height),
      texels(device, size_t {camera.columns} * camera.rows),
      ends(device, size_t {camera.columns} * camera.rows) {}

void smoke_sample::load(const device& device, queue& queue) {
    device_ = device;
    queue_ = &queue;
    kernels_.emplace(device);
    lighting_.emplace(device);
    picture_.emplace(device);
    screen_.emplace(device);
}

// Makes the scene's start.
std::unique_ptr<smoke_sample::running_flow> smoke_sample::begun() {
    const scene_setup setup = setup_of(chosen_scene(), box());
    auto running = std::make_unique<running_flow>(running_flow {
        .flow = space_flow(*device_, *queue_, *kernels_, grid_for(longest_step)), .obstacle_changes = ++obstacle_changes_});
    for (const obstacle_stroke& each : setup.obstacles) running->flow.draw_obstacle(*queue_, *kernels_, each);
    running->has_obstacles = !setup.obstacles.empty();
    if (setup.begins_with_wind) {
        space_state start = running->flow.read(*queue_);
        std::fill_n(start.faces.begin(), running->flow.grid().faces(), wind_.get());
        running->flow.write(*queue_, start);
        running->flow.apply_forces(*queue_, *kernels_, settings());
        running->flow.project(*queue_, *kernels_, 8);
    }
    return running;
}

void smoke_sample::reset(uint64_t seed) {
    stroke_record record(format_of_strokes());
    record.repeat(strokes_.get());
    running_ = begun();
    record_ = std::move(record);
    seed_ = seed;
}

void smoke_sample::parameter_changed(const parameter_base& parameter) {
    if (!running_) return;
    running_->is_lit_by_step = false;
    if (&parameter == &strokes_) record_.repeat(strokes_.get());
    if (&parameter == &scene_ || &parameter == &columns_ || &parameter == &rows_ || &parameter == &layers_) {
        running_ = begun();
        record_.restart();
    }
}

// Makes obstacles of a stroke, or an emitter.
void smoke_sample::act(const drawn_stroke& done, double step, std::vector<emitter>& emitters) {
    const auto used = static_cast<tool>(done.tool);
    if (used == tool::obstacle || used == tool::erase) {
        running_->obstacle_changes = ++obstacle_changes_;
        running_->has_obstacles = running_->has_obstacles || used == tool::obstacle;
        running_->flow.draw_obstacle(
            *queue_, *kernels_,
            {.from = done.from, .radius = done.radius, .to = done.to, .is_solid = used == tool::obstacle ? 1u : 0u});
        return;
    }
    float3 velocity = (done.to - done.from) * static_cast<float>(1.0 / step);
    const float speed = std::sqrt(dot(velocity, velocity));
    if (speed > fastest_mouse) velocity = velocity * (fastest_mouse / speed);
    emitter made {.from = done.from, .radius = done.radius, .to = done.to, .velocity = velocity};
    if (used == tool::smoke) {
        made.smoke_rate = mouse_smoke_rate;
        made.smoke = {0.9f, 0.0f, 0.1f, glow_ > 0.0f ? 1.3f : 0.5f};
    }
    // Smoke that is held still does not stop the fluid.
    made.push_rate = speed > 0.0f ? mouse_push_rate : 0.0f;
    if (made.smoke_rate > 0.0f || made.push_rate > 0.0f) emitters.push_back(made);
}

// If a step takes longer than the frame may, it is divided among several frames. The light of the cells is the last part of such
// a step if there is no time for it in the frame, so that the picture after the step does not have to wait for both.
void smoke_sample::step(const tick& tick) {
    running_->is_lit_by_step = false;
    if (std::exchange(running_->light_is_due, false)) {
        light_cells();
        queue_->finish();
        running_->is_lit_by_step = true;
        return;
    }
    if (!running_->steps.is_within_step()) begin_step(std::min(tick.step, longest_step));
    const auto start = std::chrono::steady_clock::now();
    pacing_.end_early_if(tick.has_waiting_input);
    running_->steps.run_for(tick.budget, pacing_, running_->flow, *queue_, *kernels_);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    running_->light_is_due = !running_->steps.is_within_step() && has_light() && passed.count() > 0.5 * tick.budget;
}

// Decides what happens in a step.
void smoke_sample::begin_step(double step) {
    std::vector<emitter> emitters;
    if (sources_) emitters = emitters_of(chosen_scene(), box(), running_->steps.time(), seed_);
    for (const drawn_stroke& each : record_.take(running_->steps.count())) act(each, step, emitters);
    if (emitters.size() > emitter_list::most) emitters.erase(emitters.begin(), emitters.end() - emitter_list::most);

    running_->flow.set_grid(grid_for(step));
    ++simulated_steps_;
    running_->steps.begin(step, settings(), std::move(emitters));
}

void smoke_sample::end_step() const { running_->steps.end(running_->flow, *queue_, *kernels_); }

orbit smoke_sample::initial_camera() const {
    const box_size size = box();
    return {.target = {0.5f * size.width, 0.43f, 0.5f * size.depth},
            .distance = 1.42f + 0.72f * std::max(size.width, size.depth),
            .yaw = 0.35f,
            .pitch = 0.16f,
            .field_of_view = 0.62f};
}

// Is there light of a grid of the present size?
bool smoke_sample::has_light() const {
    const space_grid& grid = running_->flow.grid();
    const floor_map map = floor_of(grid);
    return lights_ && lights_->lit.size() == grid.cells() && lights_->floor.size() == size_t {map.columns} * map.rows;
}

// Computes the light that each cell sends to the eye, and the light on the floor.
void smoke_sample::light_cells() {
    const space_flow& flow = running_->flow;
    const space_grid& grid = flow.grid();
    const floor_map map = floor_of(grid);
    if (!has_light()) lights_.emplace(*device_, grid, map);
    const smoke_light shown = light();
    const range halves = groups_over(grid.width / 2, grid.height / 2, grid.depth / 2);
    queue_->run(lighting_->halve_smoke, halves, flow.smoke(), flow.distances(), lights_->half_smoke, shown, grid);
    queue_->run(lighting_->march_to_sun, halves, lights_->half_smoke, lights_->arriving, shown, grid);
    queue_->run(lighting_->light_smoke, groups_over(grid.width, grid.height, grid.depth), flow.smoke(), lights_->arriving,
                lights_->lit, shown, camera_.eye, grid);
    queue_->run(lighting_->light_floor, range(map.columns, map.rows).groups_of(16, 8), lights_->half_smoke, lights_->floor, shown,
                map, grid);
}

smoke_camera smoke_sample::camera_of(const canvas& canvas) const {
    const box_size size = box();
    smoke_camera camera {rays_of(canvas)};
    camera.box = {size.width, 1.0f, size.depth};
    const float3 to_middle = camera.box * 0.5f - camera.eye;
    const float distance = std::max(std::sqrt(dot(to_middle, to_middle)), 0.3f);
    const float pixels = running_->flow.grid().cell * camera.focal.y / distance;
    camera.texel = static_cast<uint32_t>(std::clamp(std::round(pixels / texels_of_a_cell), 1.0f, 16.0f));
    camera.has_obstacles = running_->has_obstacles ? 1 : 0;
    camera.columns = (camera.width + camera.texel - 1) / camera.texel;
    camera.rows = (camera.height + camera.texel - 1) / camera.texel;
    bound_box(camera);
    return camera;
}

// Finds the surface of the obstacles, unless it was found before.
void smoke_sample::find_surface() {
    if (!pixels_ || pixels_->surface.size() != size_t {camera_.width} * camera_.height ||
        pixels_->texels.size() != size_t {camera_.columns} * camera_.rows)
        pixels_.emplace(*device_, camera_);
    if (pixels_->found == camera_ && pixels_->obstacles == running_->obstacle_changes) return;
    queue_->run(picture_->find_surface, range(camera_.width, camera_.height).groups_of(16, 8), running_->flow.distances(),
                pixels_->surface, camera_, running_->flow.grid());
    pixels_->found = camera_;
    pixels_->obstacles = running_->obstacle_changes;
}

void smoke_sample::draw(const canvas& canvas) {
    uncovered_ = canvas.uncovered;
    const smoke_camera before = std::exchange(camera_, camera_of(canvas));
    // Within a step the smoke is shown as it was before it.
    const bool is_within = is_within_step() && has_light();
    if (is_within && before == camera_) return screen_->draw(canvas);
    const bool is_lit = running_->is_lit_by_step && all(before.eye == camera_.eye);
    if (!is_within && !is_lit) light_cells();
    find_surface();
    const space_grid& grid = running_->flow.grid();
    queue_->run(picture_->march_to_eye, range(camera_.columns, camera_.rows).groups_of(16, 8), lights_->lit, pixels_->surface,
                pixels_->texels, pixels_->ends, camera_, grid);
    auto pixels = screen_->acquire(*queue_, camera_.width, camera_.height);
    queue_->run(picture_->compose, range(camera_.width, camera_.height).groups_of(16, 8), pixels_->texels, pixels_->ends,
                pixels_->surface, lights_->arriving, lights_->floor, *pixels, camera_, light(), floor_of(grid), grid);
    pixels.release();
    screen_->draw(canvas);
}

// Returns the point of the plane through the middle of the box that faces the camera, at a place of the picture that was drawn
// last.
float3 smoke_sample::place_of(const glm::vec2& share) const {
    const float3 ray =
        ray_through(share.x * static_cast<float>(camera_.width), (1.0f - share.y) * static_cast<float>(camera_.height), camera_);
    const float3 middle = camera_.box * 0.5f;
    return camera_.eye + ray * -dot(middle - camera_.eye, camera_.backward);
}

void smoke_sample::mouse_drawn(std::span<const mouse_stroke> strokes) {
    if (mouse_ == "camera" || !running_ || camera_.width == 0) return;
    for (const mouse_stroke& each : strokes)
        record_.draw({.tool = static_cast<uint32_t>(mouse_.index()),
                      .from = place_of(each.from),
                      .radius = brush_,
                      .to = place_of(each.to)});
}

state smoke_sample::save() const {
    end_step();
    const space_state flow = running_->flow.read(*queue_);
    state saved;
    saved.put("velocities", flow.faces);
    saved.put("smoke", flow.smoke);
    saved.put("pressure", flow.pressure);
    saved.put("distances", flow.distances);
    record_.save(saved);
    saved.put_value("steps", running_->steps.count());
    saved.put_value("time", running_->steps.time());
    saved.put_value("seed", seed_);
    return saved;
}

void smoke_sample::restore(const state& state) {
    auto restored = begun();
    const space_state flow {state.get<float>("velocities"), state.get<float4>("smoke"), state.get<float>("pressure"),
                            state.get<float>("distances")};
    restored->flow.write(*queue_, flow);
    restored->has_obstacles = std::ranges::any_of(flow.distances, [](float distance) { return distance < 0.0f; });
    restored->steps.continue_from(state.get_value<uint64_t>("steps"), state.get_value<double>("time"));
    stroke_record record(format_of_strokes());
    record.repeat(strokes_.get());
    record.restore(state);
    record_ = std::move(record);
    seed_ = state.get_value<uint64_t>("seed");
    running_ = std::move(restored);
}

std::vector<caption> smoke_sample::captions() const {
    return {{.text = fmt::format("mouse: {}   (M changes it)", mouse_.get()),
             .place = {uncovered_.right - 0.015f, 0.8f},
             .anchor = {1.0f, 1.0f}}};
}

void smoke_sample::kernels_timed(std::span<const launch_timing> launches) {
    constexpr std::array picture_kernels {"halve_smoke",  "march_to_sun", "light_smoke",     "light_floor",
                                          "find_surface", "march_to_eye", "measure_columns", "compose"};
    for (const launch_timing& each : launches) {
        const bool is_picture = std::ranges::any_of(picture_kernels, [&](const char* name) { return each.kernel == name; });
        if (!is_picture) simulated_seconds_ += std::chrono::duration<double>(each.duration).count();
    }
}

std::vector<statistic> smoke_sample::statistics() {
    end_step();
    const flow_measures measured = running_->flow.measure(*queue_, *kernels_);
    if (simulated_steps_ > 0 && simulated_seconds_ > 0.0)
        step_milliseconds_ = 1000.0 * simulated_seconds_ / static_cast<double>(simulated_steps_);
    simulated_steps_ = 0;
    simulated_seconds_ = 0.0;
    std::vector<statistic> all {{"divergence before", measured.divergence_before, "/s"},
                                {"divergence after", measured.divergence_after, "/s"},
                                {"residual", 100.0 * measured.residual, "%"},
                                {"smoke", 1e3 * (measured.ink[0] + measured.ink[1] + measured.ink[2]), "l"},
                                {"fastest", measured.fastest, "m/s"},
                                {"energy", measured.energy, "m⁵/s²"}};
    if (step_milliseconds_) all.push_back({"step on device", *step_milliseconds_, "ms"});
    return all;
}

}  // namespace smoke

std::unique_ptr<sample> create_smoke() { return std::make_unique<smoke::smoke_sample>(); }

}  // namespace ingot::samples
