#include "fluid_sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace ingot::samples {

namespace fluid {

namespace {

constexpr double longest_step = 1.0 / 30.0;  // seconds; a slow device simulates slower instead of with longer steps
constexpr float flat_field_of_view = 0.8f;   // radians
constexpr float fastest_mouse = 4.0f;        // m/s
constexpr float mouse_ink_rate = 45.0f;      // 1/s
constexpr float mouse_push_rate = 40.0f;     // 1/s

// The largest numbers of the views of a quantity, whose colour is the brightest.
constexpr float bright_vorticity = 40.0f;  // 1/s
constexpr float bright_speed = 1.5f;       // m/s

/// Returns the number of cells, rounded up so that the grid has enough coarser ones.
uint32_t usable_size(int64_t cells) {
    const int64_t multiple = cells <= 512 ? size_step : cells <= 1024 ? 2 * size_step : 4 * size_step;
    return static_cast<uint32_t>((cells + multiple - 1) / multiple * multiple);
}

}  // namespace

stroke_format format_of_strokes() {
    return {.tools = {"ink", "wind", "obstacle", "erase"}, .unit = "metres from the lower left corner", .pigments = 3};
}

std::vector<parameter_base*> fluid_sample::parameters() {
    return {&scene_,   &view_,      &mouse_,   &pen_,         &brush_,     &palette_,  &backdrop_, &sources_, &columns_,
            &rows_,    &advection_, &cycles_,  &confinement_, &viscosity_, &buoyancy_, &weight_,   &wind_,    &fade_,
            &cooling_, &sun_,       &density_, &opacity_,     &shadow_,    &relief_,   &gloss_,    &glow_,    &strokes_};
}

std::string fluid_sample::kernel_variant(const device&) const {
    return fmt::format("{} x {}", usable_size(columns_), usable_size(rows_));
}

float fluid_sample::basin_width() const {
    return static_cast<float>(usable_size(columns_)) / static_cast<float>(usable_size(rows_));
}

plane_grid fluid_sample::grid_for(double step) const {
    const scene_setup setup = setup_of(chosen_scene(), basin_width());
    return {.width = usable_size(columns_),
            .height = usable_size(rows_),
            .cell = 1.0f / static_cast<float>(usable_size(rows_)),
            .step = static_cast<float>(step),
            .inflow = wind_,
            .left = setup.left,
            .right = setup.right,
            .bottom = setup.bottom,
            .top = setup.top};
}

flow_settings fluid_sample::settings() const {
    return {.method = static_cast<transport>(advection_.index()),
            .forces = {.confinement = confinement_, .buoyancy = buoyancy_, .weight = weight_},
            .viscosity = viscosity_,
            .fade = fade_,
            .cooling = cooling_,
            .cycles = static_cast<uint32_t>(cycles_.get())};
}

picture_light fluid_sample::light() const {
    picture_light light;
    light.palette = palette_of(palette_.get());
    set_backdrop(light, backdrop_.index());
    // The sun is 35 degrees above the plane.
    constexpr double height = 35.0 * std::numbers::pi / 180.0;
    const double angle = sun_ * std::numbers::pi / 180.0;
    light.direction = {static_cast<float>(std::cos(height) * std::cos(angle)),
                       static_cast<float>(std::cos(height) * std::sin(angle)), static_cast<float>(std::sin(height)), 0.0f};
    light.density = density_;
    light.opacity = opacity_;
    light.gloss = gloss_;
    light.relief = relief_;
    light.shadow = shadow_;
    light.glow = glow_;
    return light;
}

fluid_sample::picture_buffers::picture_buffers(const device& device, const plane_grid& grid)
    : half_ink(device, grid.cells() / 4),
      sunlight(device, grid.cells() / 4),
      lit(device, grid.cells()),
      stone(device, grid.cells()),
      half_smooth(device, grid.cells()) {}

void fluid_sample::load(const device& device, queue& queue) {
    device_ = device;
    queue_ = &queue;
    kernels_.emplace(device);
    picture_.emplace(device);
    screen_.emplace(device);
}

// Makes the scene's start.
std::unique_ptr<fluid_sample::running_flow> fluid_sample::begun() {
    const scene_setup setup = setup_of(chosen_scene(), basin_width());
    auto running = std::make_unique<running_flow>(
        running_flow {.flow = plane_flow(*device_, *queue_, grid_for(longest_step)), .obstacle_changes = ++obstacle_changes_});
    for (const obstacle_stroke& each : setup.obstacles) running->flow.draw_obstacle(*queue_, *kernels_, each);
    if (setup.begins_with_wind) {
        flow_state start = running->flow.read(*queue_);
        for (float2& face : start.faces) face.x = wind_;
        running->flow.write(*queue_, start);
        running->flow.apply_forces(*queue_, *kernels_, settings());
        running->flow.project(*queue_, *kernels_, 8);
    }
    return running;
}

void fluid_sample::reset(uint64_t seed) {
    stroke_record record(format_of_strokes());
    record.repeat(strokes_.get());
    const uint64_t before = seed_;
    seed_ = seed;
    try {
        running_ = begun();
    } catch (...) {
        seed_ = before;
        throw;
    }
    record_ = std::move(record);
    next_pigment_ = 0;
}

void fluid_sample::parameter_changed(const parameter_base& parameter) {
    if (!running_) return;
    running_->is_lit_by_step = false;
    if (&parameter == &strokes_) record_.repeat(strokes_.get());
    if (&parameter == &scene_ || &parameter == &columns_ || &parameter == &rows_) {
        running_ = begun();
        record_.restart();
    }
}

// Makes obstacles of a stroke, or an emitter.
void fluid_sample::act(const drawn_stroke& done, double step, std::vector<emitter>& emitters) {
    const auto used = static_cast<tool>(done.tool);
    const float2 from {done.from.x, done.from.y};
    const float2 to {done.to.x, done.to.y};
    if (used == tool::obstacle || used == tool::erase) {
        running_->obstacle_changes = ++obstacle_changes_;
        running_->flow.draw_obstacle(
            *queue_, *kernels_, {.from = from, .to = to, .radius = done.radius, .is_solid = used == tool::obstacle ? 1u : 0u});
        return;
    }
    float2 velocity = (to - from) / static_cast<float>(step);
    const float speed = std::sqrt(dot(velocity, velocity));
    if (speed > fastest_mouse) velocity = velocity * (fastest_mouse / speed);
    emitter made {.from = from, .to = to, .velocity = velocity, .radius = done.radius};
    if (used == tool::ink) {
        made.ink_rate = mouse_ink_rate;
        const auto amount = [&](uint32_t index) { return done.pigment == index ? 1.0f : 0.0f; };
        // The ink of the smoke scene is warm, so that it rises.
        made.ink = {amount(0), amount(1), amount(2), scene_ == "smoke" ? 0.7f : 0.0f};
    }
    // Ink that is held still does not stop the fluid.
    made.push_rate = speed > 0.0f ? mouse_push_rate : 0.0f;
    if (made.ink_rate > 0.0f || made.push_rate > 0.0f) emitters.push_back(made);
}

// If a step takes longer than the frame may, it is divided among several frames. The light of the cells is the last part of such
// a step if there is no time for it in the frame, so that the picture after the step does not have to wait for both.
void fluid_sample::step(const tick& tick) {
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
void fluid_sample::begin_step(double step) {
    std::vector<emitter> emitters;
    if (sources_) emitters = emitters_of(chosen_scene(), basin_width(), running_->steps.time(), seed_);

    // Let the strokes of the file and of the mouse act. What they draw in this step must fit into one list.
    for (const drawn_stroke& each : record_.take(running_->steps.count())) act(each, step, emitters);
    constexpr size_t most = emitter_list::most;
    if (emitters.size() > most) emitters.erase(emitters.begin(), emitters.end() - most);

    running_->flow.set_grid(grid_for(step));
    ++simulated_steps_;
    running_->steps.begin(step, settings(), std::move(emitters));
}

void fluid_sample::end_step() const { running_->steps.end(running_->flow, *queue_, *kernels_); }

orbit fluid_sample::initial_camera() const {
    // The basin, which is 2 units high here, fills the height of the picture.
    return {.distance = 1.0f / std::tan(0.5f * flat_field_of_view), .field_of_view = flat_field_of_view};
}

// Is there light of a grid of the present size?
bool fluid_sample::has_light() const { return buffers_ && buffers_->lit.size() == running_->flow.grid().cells(); }

// Computes the light of all cells.
void fluid_sample::light_cells() {
    const plane_flow& flow = running_->flow;
    const plane_grid& grid = flow.grid();
    if (!buffers_ || buffers_->lit.size() != grid.cells()) buffers_.emplace(*device_, grid);
    const range cells = range(grid.width, grid.height).groups_of(group_width, group_height);
    if (buffers_->obstacles != running_->obstacle_changes) {
        // The outline is smoothed over a hundredth of the height.
        const uint32_t reach = std::max(1u, grid.height / 72);
        const auto count = static_cast<uint32_t>(grid.cells());
        queue_->run(picture_->take_obstacles, range(count).groups_of(group_width * group_height), flow.solid(), buffers_->stone,
                    count);
        queue_->run(picture_->smooth_obstacles, cells, buffers_->stone, buffers_->half_smooth, uint2(1, 0), reach, grid);
        queue_->run(picture_->smooth_obstacles, cells, buffers_->half_smooth, buffers_->stone, uint2(0, 1), reach, grid);
        buffers_->obstacles = running_->obstacle_changes;
    }
    if (view_ != "picture") {
        const auto field = static_cast<shown_field>(view_.index() - 1);
        // The pressure q has the unit of a speed; a vortex of speed u has a pressure of about u² Δt / h.
        const float bright_pressure = 0.5f * wind_ * wind_ * grid.step / grid.cell;
        const float largest = view_ == "vorticity" ? bright_vorticity : view_ == "speed" ? bright_speed : bright_pressure;
        queue_->run(picture_->show_quantity, cells, flow.faces(), flow.pressure().pressure(), buffers_->stone, buffers_->lit,
                    field, largest, grid);
        return;
    }
    const range halves = range(grid.width / 2, grid.height / 2).groups_of(group_width, group_height);
    queue_->run(picture_->halve_ink, halves, flow.ink(), buffers_->stone, buffers_->half_ink, grid);
    queue_->run(picture_->march_to_sun, halves, buffers_->half_ink, buffers_->sunlight, light(), grid);
    queue_->run(picture_->light_ink, cells, flow.ink(), buffers_->stone, buffers_->sunlight, buffers_->lit, light(), grid);
}

void fluid_sample::draw(const canvas& canvas) {
    // Within a step the cells are shown as they were before it.
    const bool is_within = is_within_step() && has_light();
    if (!is_within && !running_->is_lit_by_step) light_cells();
    uncovered_ = canvas.uncovered;

    // The camera looks straight at the plane z = 0, so a pixel is a point of it. The basin fits into the picture.
    const plane_grid& grid = running_->flow.grid();
    const glm::mat4 to_clip = canvas.projection * canvas.view;
    const float w = to_clip[3][3];
    const auto place = [&](float x, float y) {
        return glm::vec2((x * w - to_clip[3][0]) / to_clip[0][0], (y * w - to_clip[3][1]) / to_clip[1][1]);
    };
    const float aspect = static_cast<float>(canvas.width) / static_cast<float>(canvas.height);
    const float scale = std::max(1.0f, basin_width() / aspect);
    const auto rows = static_cast<float>(grid.height);
    const glm::vec2 first = place(-1.0f, -1.0f) * scale;
    const glm::vec2 last = place(1.0f, 1.0f) * scale;
    const picture_window before = std::exchange(
        window_, {.width = static_cast<uint32_t>(canvas.width),
                  .height = static_cast<uint32_t>(canvas.height),
                  .first = {0.5f * (first.x * rows + static_cast<float>(grid.width)), 0.5f * (first.y * rows + rows)},
                  .pixel = 0.5f * rows * (last.y - first.y) / static_cast<float>(canvas.height)});
    const bool is_same_window = before.width == window_.width && before.height == window_.height &&
                                all(before.first == window_.first) && before.pixel == window_.pixel;
    if (is_within && is_same_window) return screen_->draw(canvas);
    auto pixels = screen_->acquire(*queue_, window_.width, window_.height);
    queue_->run(picture_->show_cells, range(window_.width, window_.height).groups_of(group_width, group_height), buffers_->lit,
                *pixels, light(), grid, window_);
    pixels.release();
    screen_->draw(canvas);
}

// Returns the point of the basin, in metres, at a place of the picture that was drawn last.
float2 fluid_sample::place_of(const glm::vec2& share) const {
    const float cell = running_->flow.grid().cell;
    return {cell * (window_.first.x + share.x * static_cast<float>(window_.width) * window_.pixel),
            cell * (window_.first.y + (1.0f - share.y) * static_cast<float>(window_.height) * window_.pixel)};
}

void fluid_sample::mouse_drawn(std::span<const mouse_stroke> strokes) {
    if (mouse_ == "camera" || !running_) return;
    for (const mouse_stroke& each : strokes) {
        if (each.begins) ++next_pigment_;
        const auto chosen = static_cast<uint32_t>(pen_.index());
        const float2 from = place_of(each.from);
        const float2 to = place_of(each.to);
        record_.draw({.tool = static_cast<uint32_t>(mouse_.index()),
                      .pigment = chosen == 0 ? (next_pigment_ + 2) % 3 : chosen - 1,
                      .from = {from.x, from.y, 0.0f},
                      .radius = brush_,
                      .to = {to.x, to.y, 0.0f}});
    }
}

state fluid_sample::save() const {
    end_step();
    const flow_state flow = running_->flow.read(*queue_);
    state saved;
    saved.put("velocities", flow.faces);
    saved.put("ink", flow.ink);
    saved.put("pressure", flow.pressure);
    saved.put("obstacles", flow.solid);
    record_.save(saved);
    saved.put_value("steps", running_->steps.count());
    saved.put_value("time", running_->steps.time());
    saved.put_value("seed", seed_);
    saved.put_value("pigment", next_pigment_);
    return saved;
}

void fluid_sample::restore(const state& state) {
    auto restored = begun();
    restored->flow.write(*queue_, {state.get<float2>("velocities"), state.get<float4>("ink"), state.get<float>("pressure"),
                                   state.get<uint32_t>("obstacles")});
    restored->steps.continue_from(state.get_value<uint64_t>("steps"), state.get_value<double>("time"));
    stroke_record record(format_of_strokes());
    record.repeat(strokes_.get());
    record.restore(state);
    seed_ = state.get_value<uint64_t>("seed");
    next_pigment_ = state.get_value<uint32_t>("pigment");
    record_ = std::move(record);
    running_ = std::move(restored);
}

std::vector<caption> fluid_sample::captions() const {
    std::vector<caption> all;
    const auto add = [&](std::string text) {
        all.push_back(
            {.text = std::move(text), .place = {uncovered_.right - 0.015f, 0.8f}, .anchor = {1.0f, all.empty() ? 1.0f : 2.3f}});
    };
    add(fmt::format("mouse: {}   (M changes it)", mouse_.get()));
    if (view_ == "vorticity") add(fmt::format("vorticity: blue -{0:.0f} /s, orange {0:.0f} /s", bright_vorticity));
    if (view_ == "speed") add(fmt::format("speed: dark 0, bright {} m/s", bright_speed));
    if (view_ == "pressure") add("pressure: blue low, orange high");
    return all;
}

void fluid_sample::kernels_timed(std::span<const launch_timing> launches) {
    constexpr std::array picture_kernels {"halve_ink", "march_to_sun", "light_ink", "show_cells", "show_quantity"};
    for (const launch_timing& each : launches) {
        const bool is_picture = std::ranges::any_of(picture_kernels, [&](const char* name) { return each.kernel == name; });
        if (!is_picture && each.kernel != "measure_columns")
            simulated_seconds_ += std::chrono::duration<double>(each.duration).count();
    }
}

std::vector<statistic> fluid_sample::statistics() {
    end_step();
    const flow_measures measured = running_->flow.measure(*queue_, *kernels_);
    if (simulated_steps_ > 0 && simulated_seconds_ > 0.0)
        step_milliseconds_ = 1000.0 * simulated_seconds_ / static_cast<double>(simulated_steps_);
    simulated_steps_ = 0;
    simulated_seconds_ = 0.0;
    std::vector<statistic> all {{"divergence before", measured.divergence_before, "/s"},
                                {"divergence after", measured.divergence_after, "/s"},
                                {"residual", 100.0 * measured.residual, "%"},
                                {"ink", 1e4 * (measured.ink[0] + measured.ink[1] + measured.ink[2]), "cm²"},
                                {"fastest", measured.fastest, "m/s"},
                                {"energy", measured.energy, "m⁴/s²"}};
    if (step_milliseconds_) all.push_back({"step on device", *step_milliseconds_, "ms"});
    return all;
}

void fluid_sample::save_file(const std::filesystem::path& file) { record_.write(file); }

}  // namespace fluid

std::unique_ptr<sample> create_fluid() { return std::make_unique<fluid::fluid_sample>(); }

}  // namespace ingot::samples
