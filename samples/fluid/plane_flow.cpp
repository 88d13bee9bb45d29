#include "plane_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ingot::samples::fluid {

namespace {

// The pressure of a step is a good start for the next one. A little less of it is kept, so that rounding errors of a constant,
// which closed walls leave undetermined, do not add up.
constexpr float kept_pressure = 0.999f;
constexpr float largest_diffusion = 0.2f;  // of an explicit step of viscosity, which is stable up to 1/4

}  // namespace

plane_flow::plane_flow(const device& device, queue& queue, const plane_grid& grid)
    : grid_(grid),
      solver_(device, grid),
      faces_(device, grid.faces()),
      next_faces_(device, grid.faces()),
      predicted_faces_(device, grid.faces()),
      ink_(device, grid.cells()),
      next_ink_(device, grid.cells()),
      predicted_ink_(device, grid.cells()),
      solid_(device, grid.cells()),
      vorticity_(device, grid.cells()),
      accelerations_(device, grid.cells()),
      columns_(device, grid.width) {
    faces_.zero(queue);
    ink_.zero(queue);
    solid_.zero(queue);
    solver_.pressure().zero(queue);
    solver_.right_side().zero(queue);
}

range plane_flow::over_cells() const { return range(grid_.width, grid_.height).groups_of(group_width, group_height); }
range plane_flow::over_faces() const { return range(grid_.width + 1, grid_.height + 1).groups_of(group_width, group_height); }

void plane_flow::set_grid(const plane_grid& grid) {
    if (grid.width != grid_.width || grid.height != grid_.height) throw error("a flow cannot change the size of its grid");
    const auto sides = [](const plane_grid& of) { return std::array {of.left, of.right, of.bottom, of.top}; };
    if (sides(grid) != sides(grid_)) is_openness_known_ = false;
    grid_ = grid;
}

void plane_flow::update_openness(queue& queue, const flow_kernels& kernels) {
    if (is_openness_known_) return;
    solver_.set_obstacles(queue, kernels, grid_, solid_);
    is_openness_known_ = true;
}

void plane_flow::draw_obstacle(queue& queue, const flow_kernels& kernels, const obstacle_stroke& stroke) {
    queue.run(kernels.forces.draw_obstacle, over_cells(), solid_, stroke, grid_);
    is_openness_known_ = false;
}

void plane_flow::step(queue& queue, const flow_kernels& kernels, const flow_settings& settings,
                      std::span<const emitter> emitters) {
    for (uint64_t part = 0; part < parts_of_step; ++part) run_part(part, queue, kernels, settings, emitters);
}

void plane_flow::run_part(uint64_t part, queue& queue, const flow_kernels& kernels, const flow_settings& settings,
                          std::span<const emitter> emitters) {
    switch (part) {
        case 0:
            return move_ink(queue, kernels, settings.method);
        case 1:
            return move_velocity(queue, kernels, settings.method);
        case 2:
            return emit(queue, kernels, settings, emitters);
        case 3:
            return apply_forces(queue, kernels, settings);
        default:
            return project(queue, kernels, settings.cycles);
    }
}

void plane_flow::move_velocity(queue& queue, const flow_kernels& kernels, transport method) {
    queue.run(kernels.advection.predict_velocity, over_faces(), faces_, predicted_faces_, grid_);
    if (method == transport::semi_lagrangian) return std::swap(faces_, predicted_faces_);
    queue.run(kernels.advection.correct_velocity, over_faces(), faces_, predicted_faces_, next_faces_, grid_);
    std::swap(faces_, next_faces_);
}

void plane_flow::move_ink(queue& queue, const flow_kernels& kernels, transport method) {
    queue.run(kernels.advection.predict_ink, over_cells(), ink_, faces_, predicted_ink_, grid_);
    if (method == transport::semi_lagrangian) return std::swap(ink_, predicted_ink_);
    queue.run(kernels.advection.correct_ink, over_cells(), ink_, predicted_ink_, faces_, next_ink_, grid_);
    std::swap(ink_, next_ink_);
}

void plane_flow::emit(queue& queue, const flow_kernels& kernels, const flow_settings& settings,
                      std::span<const emitter> emitters) {
    if (emitters.size() > emitter_list::most)
        throw error(fmt::format("a step has {} emitters, but at most {} are possible", emitters.size(), emitter_list::most));
    const emitter_list list = make_list(emitters);
    const float kept_ink = std::exp(-settings.fade * grid_.step);
    const float4 kept {kept_ink, kept_ink, kept_ink, std::exp(-settings.cooling * grid_.step)};
    queue.run(kernels.forces.emit_ink, over_cells(), ink_, solid_, list, kept, grid_);
    if (list.count > 0) queue.run(kernels.forces.push, over_faces(), faces_, list, grid_);
}

void plane_flow::apply_forces(queue& queue, const flow_kernels& kernels, const flow_settings& settings) {
    update_openness(queue, kernels);
    queue.run(kernels.forces.measure_vorticity, over_cells(), faces_, vorticity_, grid_);
    queue.run(kernels.forces.find_forces, over_cells(), vorticity_, ink_, accelerations_, settings.forces, grid_);
    queue.run(kernels.forces.accelerate, over_faces(), faces_, accelerations_, solver_.openness(), next_faces_, grid_);
    std::swap(faces_, next_faces_);

    // Divide viscosity into steps that are stable.
    const float diffusion = settings.viscosity * grid_.step / (grid_.cell * grid_.cell);
    const auto steps = static_cast<uint32_t>(std::ceil(diffusion / largest_diffusion));
    for (uint32_t i = 0; i < steps; ++i) {
        queue.run(kernels.forces.diffuse, over_faces(), faces_, solver_.openness(), next_faces_,
                  diffusion / static_cast<float>(steps), grid_);
        std::swap(faces_, next_faces_);
    }
}

void plane_flow::project(queue& queue, const flow_kernels& kernels, uint32_t cycles) {
    update_openness(queue, kernels);
    solver_.project(queue, kernels, faces_, cycles, kept_pressure);
}

flow_state plane_flow::read(queue& queue) const {
    return {faces_.read(queue), ink_.read(queue), solver_.pressure().read(queue), solid_.read(queue)};
}

void plane_flow::write(queue& queue, const flow_state& state) {
    if (state.faces.size() != grid_.faces() || state.ink.size() != grid_.cells() || state.pressure.size() != grid_.cells() ||
        state.solid.size() != grid_.cells())
        throw error(
            fmt::format("the saved flow has {} cells, but the grid has {} x {}", state.ink.size(), grid_.width, grid_.height));
    faces_.write(queue, state.faces);
    ink_.write(queue, state.ink);
    solver_.pressure().write(queue, state.pressure);
    solid_.write(queue, state.solid);
    is_openness_known_ = false;
}

flow_measures plane_flow::measure(queue& queue, const flow_kernels& kernels) {
    update_openness(queue, kernels);
    queue.run(kernels.pressure.measure_columns, range(grid_.width).groups_of(group_width), faces_, solver_.openness(),
              solver_.pressure(), solver_.right_side(), ink_, columns_, pressure_level {grid_.width, grid_.height});
    return sum_of(columns_.read(queue), grid_.cell, double {grid_.cell} * grid_.cell);
}

}  // namespace ingot::samples::fluid
