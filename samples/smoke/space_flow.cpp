#include "space_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ingot::samples::smoke {

namespace {

// The pressure of a step is a good start for the next one. A little less of it is kept, so that rounding errors of a constant,
// which closed walls leave undetermined, do not add up.
constexpr float kept_pressure = 0.999f;

// Farther from obstacles than any point of the largest grid, whose cells are smaller than 1 m.
constexpr float no_obstacle = 1e4f;

// Returns the cells and faces that emitters reach, up to twice their radius.
grid_part reach_of(std::span<const emitter> emitters, const space_grid& grid) {
    if (emitters.empty()) return {};
    float3 low(1e9f);
    float3 high(-1e9f);
    for (const emitter& each : emitters) {
        low = min(low, min(each.from, each.to) - float3(2.0f * each.radius));
        high = max(high, max(each.from, each.to) + float3(2.0f * each.radius));
    }
    const auto first = [&](float place) { return static_cast<uint32_t>(std::max(std::floor(place / grid.cell), 0.0f)); };
    const auto end = [&](float place, uint32_t cells) {
        return static_cast<uint32_t>(std::clamp(std::ceil(place / grid.cell) + 1.0f, 0.0f, static_cast<float>(cells + 1)));
    };
    return {first(low.x), first(low.y), first(low.z), end(high.x, grid.width), end(high.y, grid.height), end(high.z, grid.depth)};
}

}  // namespace

space_flow::space_flow(const device& device, queue& queue, const space_kernels& kernels, const space_grid& grid)
    : grid_(grid),
      solver_(device, grid),
      faces_(device, size_t {3} * grid.faces()),
      next_faces_(device, size_t {3} * grid.faces()),
      predicted_faces_(device, size_t {3} * grid.faces()),
      smoke_(device, grid.cells()),
      next_smoke_(device, grid.cells()),
      predicted_smoke_(device, grid.cells()),
      distances_(device, grid.cells()),
      emitters_(device, 1),
      columns_(device, size_t {grid.width} * grid.depth) {
    // The padding of the faces, which no kernel writes, stays 0.
    faces_.zero(queue);
    next_faces_.zero(queue);
    predicted_faces_.zero(queue);
    smoke_.zero(queue);
    queue.run(kernels.forces.clear_obstacles, range(grid.cells()).groups_of(128), distances_, no_obstacle, grid);
    solver_.pressure().zero(queue);
    solver_.right_side().zero(queue);
}

range space_flow::over_cells() const { return groups_over(grid_.width, grid_.height, grid_.depth); }
range space_flow::over_all_faces() const { return groups_over(grid_.width + 1, grid_.height + 1, grid_.depth + 1); }

void space_flow::set_grid(const space_grid& grid) {
    if (grid.width != grid_.width || grid.height != grid_.height || grid.depth != grid_.depth)
        throw error("a flow cannot change the size of its grid");
    const auto sides = [](const space_grid& of) { return std::array {of.left, of.right, of.bottom, of.top, of.near, of.far}; };
    if (sides(grid) != sides(grid_)) is_openness_known_ = false;
    grid_ = grid;
}

void space_flow::update_openness(queue& queue, const space_kernels& kernels) {
    if (is_openness_known_) return;
    solver_.set_obstacles(queue, kernels, grid_, distances_);
    is_openness_known_ = true;
}

void space_flow::draw_obstacle(queue& queue, const space_kernels& kernels, const obstacle_stroke& stroke) {
    queue.run(kernels.forces.draw_obstacle, over_cells(), distances_, stroke, grid_);
    is_openness_known_ = false;
}

void space_flow::step(queue& queue, const space_kernels& kernels, const space_settings& settings,
                      std::span<const emitter> emitters) {
    for (uint64_t part = 0; part < parts_of_step; ++part) run_part(part, queue, kernels, settings, emitters);
}

void space_flow::run_part(uint64_t part, queue& queue, const space_kernels& kernels, const space_settings& settings,
                          std::span<const emitter> emitters) {
    switch (part) {
        case 0:
            return move_smoke(queue, kernels, settings.method);
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

void space_flow::move_velocity(queue& queue, const space_kernels& kernels, transport method) {
    const range u = groups_over(grid_.width + 1, grid_.height, grid_.depth);
    const range v = groups_over(grid_.width, grid_.height + 1, grid_.depth);
    const range w = groups_over(grid_.width, grid_.height, grid_.depth + 1);
    queue.run(kernels.advection.predict_u, u, faces_, predicted_faces_, grid_);
    queue.run(kernels.advection.predict_v, v, faces_, predicted_faces_, grid_);
    queue.run(kernels.advection.predict_w, w, faces_, predicted_faces_, grid_);
    if (method == transport::semi_lagrangian) return std::swap(faces_, predicted_faces_);
    queue.run(kernels.advection.correct_u, u, faces_, predicted_faces_, next_faces_, grid_);
    queue.run(kernels.advection.correct_v, v, faces_, predicted_faces_, next_faces_, grid_);
    queue.run(kernels.advection.correct_w, w, faces_, predicted_faces_, next_faces_, grid_);
    std::swap(faces_, next_faces_);
}

void space_flow::move_smoke(queue& queue, const space_kernels& kernels, transport method) {
    queue.run(kernels.advection.predict_smoke, over_cells(), smoke_, faces_, predicted_smoke_, grid_);
    if (method == transport::semi_lagrangian) return std::swap(smoke_, predicted_smoke_);
    queue.run(kernels.advection.correct_smoke, over_cells(), smoke_, predicted_smoke_, faces_, next_smoke_, grid_);
    std::swap(smoke_, next_smoke_);
}

void space_flow::emit(queue& queue, const space_kernels& kernels, const space_settings& settings,
                      std::span<const emitter> emitters) {
    if (emitters.size() > emitter_list::most)
        throw error(fmt::format("a step has {} emitters, but at most {} are possible", emitters.size(), emitter_list::most));
    const emitter_list list = fluid::make_list(emitters);
    emitters_.write(queue, std::span(&list, 1));
    const float kept_smoke = std::exp(-settings.fade * grid_.step);
    const float4 kept {kept_smoke, kept_smoke, kept_smoke, std::exp(-settings.cooling * grid_.step)};
    const grid_part reached = reach_of(emitters, grid_);
    queue.run(kernels.forces.emit_smoke, over_cells(), smoke_, distances_, emitters_, reached, kept, grid_);
    if (!reached.is_empty())
        queue.run(kernels.forces.push,
                  groups_over(reached.end_x - reached.first_x, reached.end_y - reached.first_y, reached.end_z - reached.first_z),
                  faces_, emitters_, reached, grid_);
}

void space_flow::apply_forces(queue& queue, const space_kernels& kernels, const space_settings& settings) {
    update_openness(queue, kernels);
    device_buffer<float4>& vorticity = predicted_smoke_;  // NOLINT(misc-const-correctness): the kernel writes it
    device_buffer<float4>& accelerations = next_smoke_;   // NOLINT(misc-const-correctness): the kernel writes it
    queue.run(kernels.forces.measure_vorticity, over_cells(), faces_, vorticity, grid_);
    queue.run(kernels.forces.find_forces, over_cells(), vorticity, smoke_, accelerations, settings.forces, grid_);
    queue.run(kernels.forces.accelerate, over_all_faces(), faces_, accelerations, solver_.openness(), grid_);
}

void space_flow::project(queue& queue, const space_kernels& kernels, uint32_t cycles) {
    update_openness(queue, kernels);
    solver_.project(queue, kernels, grid_, faces_, cycles, kept_pressure);
}

space_state space_flow::read(queue& queue) const {
    return {faces_.read(queue), smoke_.read(queue), solver_.pressure().read(queue), distances_.read(queue)};
}

void space_flow::write(queue& queue, const space_state& state) {
    if (state.faces.size() != faces_.size() || state.smoke.size() != grid_.cells() || state.pressure.size() != grid_.cells() ||
        state.distances.size() != grid_.cells())
        throw error(fmt::format("the saved flow has {} cells, but the grid has {} x {} x {}", state.smoke.size(), grid_.width,
                                grid_.height, grid_.depth));
    faces_.write(queue, state.faces);
    smoke_.write(queue, state.smoke);
    solver_.pressure().write(queue, state.pressure);
    distances_.write(queue, state.distances);
    is_openness_known_ = false;
}

flow_measures space_flow::measure(queue& queue, const space_kernels& kernels) {
    update_openness(queue, kernels);
    queue.run(kernels.pressure.measure_columns, range(grid_.width, grid_.depth).groups_of(group_width, group_height), faces_,
              solver_.openness(), solver_.pressure(), solver_.right_side(), smoke_, columns_, grid_);
    return fluid::sum_of(columns_.read(queue), grid_.cell, double {grid_.cell} * grid_.cell * grid_.cell);
}

}  // namespace ingot::samples::smoke
