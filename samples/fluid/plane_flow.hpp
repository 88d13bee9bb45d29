// A flow in the plane with ink, on one device.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <span>
#include <vector>

#include "plane_grid.hpp"
#include "pressure_solver.hpp"

namespace ingot::samples::fluid {

/// The settings of a step.
struct flow_settings {
    transport method = transport::maccormack;
    flow_forces forces {};
    float viscosity = 0.0f;  ///< kinematic, m²/s
    float fade = 0.0f;       ///< the share of the ink that fades in a second, as a rate: 1/s
    float cooling = 0.0f;    ///< the same of the temperature
    uint32_t cycles = 2;     ///< V-cycles of the pressure
};

/// The state of a flow, on the host.
struct flow_state {
    std::vector<float2> faces;
    std::vector<float4> ink;
    std::vector<float> pressure;
    std::vector<uint32_t> solid;
};

/// The state of a flow on a device, and the work of a step.
class plane_flow {
public:
    // What flow_steps passes on.
    using kernels_type = flow_kernels;
    using settings_type = flow_settings;
    using emitter_type = emitter;

    /// The fluid rests, without ink and obstacles. Throws as pressure_solver does.
    plane_flow(const device& device, queue& queue, const plane_grid& grid);

    /// Advances the flow by grid().step: moves velocity and ink with the flow, lets the emitters and the forces act, and makes
    /// the velocity free of divergence.
    void step(queue& queue, const flow_kernels& kernels, const flow_settings& settings, std::span<const emitter> emitters);

    /// Runs one of the parts of a step, 0 to parts_of_step - 1 in this order.
    void run_part(uint64_t part, queue& queue, const flow_kernels& kernels, const flow_settings& settings,
                  std::span<const emitter> emitters);
    static constexpr uint64_t parts_of_step = 5;

    // The parts of a step.
    void move_velocity(queue& queue, const flow_kernels& kernels, transport method);
    void move_ink(queue& queue, const flow_kernels& kernels, transport method);
    void emit(queue& queue, const flow_kernels& kernels, const flow_settings& settings, std::span<const emitter> emitters);
    void apply_forces(queue& queue, const flow_kernels& kernels, const flow_settings& settings);
    void project(queue& queue, const flow_kernels& kernels, uint32_t cycles);

    /// Adds a disc that was moved along a line to the obstacles, or removes it.
    void draw_obstacle(queue& queue, const flow_kernels& kernels, const obstacle_stroke& stroke);
    /// Changes the duration of the following steps, the sides and the inflow, but not the size.
    void set_grid(const plane_grid& grid);

    flow_state read(queue& queue) const;
    /// Throws error if the arrays have other sizes than the grid.
    void write(queue& queue, const flow_state& state);
    flow_measures measure(queue& queue, const flow_kernels& kernels);

    const plane_grid& grid() const { return grid_; }
    const device_buffer<float4>& ink() const { return ink_; }
    const device_buffer<float2>& faces() const { return faces_; }
    const device_buffer<uint32_t>& solid() const { return solid_; }
    const pressure_solver& pressure() const { return solver_; }

private:
    range over_cells() const;
    range over_faces() const;
    void update_openness(queue& queue, const flow_kernels& kernels);

    plane_grid grid_;
    pressure_solver solver_;
    device_buffer<float2> faces_;
    device_buffer<float2> next_faces_;
    device_buffer<float2> predicted_faces_;
    device_buffer<float4> ink_;
    device_buffer<float4> next_ink_;
    device_buffer<float4> predicted_ink_;
    device_buffer<uint32_t> solid_;
    device_buffer<float> vorticity_;
    device_buffer<float2> accelerations_;
    device_buffer<column_measures> columns_;
    bool is_openness_known_ = false;
};

}  // namespace ingot::samples::fluid
