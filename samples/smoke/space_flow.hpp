// A flow in space with smoke, on one device.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <span>
#include <vector>

#include "../fluid/flow_terms.hpp"
#include "space_grid.hpp"
#include "space_pressure.hpp"

namespace ingot::samples::smoke {

using fluid::flow_forces;
using fluid::flow_measures;
using fluid::transport;

/// The settings of a step.
struct space_settings {
    transport method = transport::maccormack;
    flow_forces forces {};
    float fade = 0.0f;     ///< the share of the smoke that fades in a second, as a rate: 1/s
    float cooling = 0.0f;  ///< the same of the temperature
    uint32_t cycles = 2;   ///< V-cycles of the pressure
};

/// The state of a flow, on the host.
struct space_state {
    std::vector<float> faces;
    std::vector<float4> smoke;
    std::vector<float> pressure;
    std::vector<float> distances;  ///< of the cells from the obstacles in metres, negative in them
};

/// The state of a flow on a device, and the work of a step.
class space_flow {
public:
    // What fluid::flow_steps passes on.
    using kernels_type = space_kernels;
    using settings_type = space_settings;
    using emitter_type = emitter;

    /// The fluid rests, without smoke and obstacles. Throws as space_pressure does.
    space_flow(const device& device, queue& queue, const space_kernels& kernels, const space_grid& grid);

    /// Advances the flow by grid().step: moves velocity and smoke with the flow, lets the emitters and the forces act, and makes
    /// the velocity free of divergence.
    void step(queue& queue, const space_kernels& kernels, const space_settings& settings, std::span<const emitter> emitters);

    /// Runs one of the parts of a step, 0 to parts_of_step - 1 in this order.
    void run_part(uint64_t part, queue& queue, const space_kernels& kernels, const space_settings& settings,
                  std::span<const emitter> emitters);
    static constexpr uint64_t parts_of_step = 5;

    // The parts of a step.
    void move_velocity(queue& queue, const space_kernels& kernels, transport method);
    void move_smoke(queue& queue, const space_kernels& kernels, transport method);
    void emit(queue& queue, const space_kernels& kernels, const space_settings& settings, std::span<const emitter> emitters);
    void apply_forces(queue& queue, const space_kernels& kernels, const space_settings& settings);
    void project(queue& queue, const space_kernels& kernels, uint32_t cycles);

    /// Adds a ball that was moved along a line to the obstacles, or removes it.
    void draw_obstacle(queue& queue, const space_kernels& kernels, const obstacle_stroke& stroke);
    /// Changes the duration of the following steps, the sides and the inflow, but not the size.
    void set_grid(const space_grid& grid);

    space_state read(queue& queue) const;
    /// Throws error if the arrays have other sizes than the grid.
    void write(queue& queue, const space_state& state);
    flow_measures measure(queue& queue, const space_kernels& kernels);

    const space_grid& grid() const { return grid_; }
    const device_buffer<float4>& smoke() const { return smoke_; }
    const device_buffer<float>& faces() const { return faces_; }
    const device_buffer<float>& distances() const { return distances_; }
    const space_pressure& pressure() const { return solver_; }

private:
    range over_cells() const;
    range over_all_faces() const;
    void update_openness(queue& queue, const space_kernels& kernels);

    space_grid grid_;
    space_pressure solver_;
    device_buffer<float> faces_;
    device_buffer<float> next_faces_;
    device_buffer<float> predicted_faces_;
    device_buffer<float4> smoke_;
    device_buffer<float4> next_smoke_;       ///< also the accelerations, after the transport
    device_buffer<float4> predicted_smoke_;  ///< also the vorticity, after the transport
    device_buffer<float> distances_;
    device_buffer<emitter_list> emitters_;
    device_buffer<fluid::column_measures> columns_;
    bool is_openness_known_ = false;
};

}  // namespace ingot::samples::smoke
