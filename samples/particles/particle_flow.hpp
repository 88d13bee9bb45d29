// The fluid of particles on one device: buffers, the sorted grid, and the steps of time.
#pragma once

#include <cstdint>
#include <ingot/algorithms/algorithms.hpp>
#include <ingot/ingot.hpp>
#include <vector>

#include "particles_grid.kernels.hpp"
#include "particles_layout.hpp"
#include "particles_motion.kernels.hpp"

namespace ingot::samples::particles {

/// Places and velocities of all particles, in the same order. The fourth number of a place is the density, that of a velocity
/// the foam: 0 in clear water, 1 in white.
struct flow_state {
    std::vector<float4> places;
    std::vector<float4> velocities;
};

/// Returns the constants for particles with this distance at rest in a basin of this size in metres. Throws error if the grid has
/// more than 2^26 cells.
fluid_basin make_basin(float width, float height, float depth, float spacing);

/// Returns a block of resting fluid at the left wall of the basin, on a cubic lattice.
flow_state make_column(const fluid_basin& basin, float width, float height);

/// A fluid of particles.
class particle_flow {
public:
    /// Takes a state with at least one particle. basin.count is set from it.
    particle_flow(const device& device, queue& queue, fluid_basin basin, const flow_state& start);

    /// Advances by `seconds` in steps of at most the time in which gravity moves a particle by a fifth of the spacing from rest,
    /// and at least one step.
    void advance(queue& queue, double seconds);
    /// Begins an advance that run_part() runs, in the same steps. Gives up an advance that has not ended.
    void begin(double seconds);
    /// Launches the next of the parts of the advance. places() and velocities() are those of the last step that has ended.
    void run_part(queue& queue);
    uint64_t parts_left() const { return parts_left_; }
    /// Which share of the advance has ended, in whole steps; 1 at its end.
    double ended_share() const;

    /// The mouse: a ray, a radius, and a velocity. See fluid_basin.
    fluid_basin& basin() { return basin_; }
    const fluid_basin& basin() const { return basin_; }
    const device_buffer<float4>& places() const { return places_; }
    const device_buffer<float4>& velocities() const { return velocities_; }
    flow_state read(queue& queue) const;
    /// The sorted cells of the last step, and where each cell starts; for tests.
    std::vector<uint32_t> read_cells(queue& queue) const { return cells_.read(queue); }
    std::vector<uint32_t> read_starts(queue& queue) const { return starts_.read(queue); }
    /// How many neighbours each particle had in the last step; for tests.
    std::vector<uint32_t> read_found(queue& queue) const { return found_.read(queue); }

private:
    void sort(queue& queue);

    fluid_basin basin_;
    uint64_t steps_ = 1;       ///< of the advance
    uint64_t parts_left_ = 0;  ///< of the advance
    algorithms algorithms_;
    particles_grid_program grid_;
    particles_motion_program motion_;
    device_buffer<float4> places_;
    device_buffer<float4> velocities_;
    device_buffer<float4> predicted_;
    device_buffer<float4> sorted_places_;
    device_buffer<float4> other_;
    device_buffer<float2> multipliers_;
    device_buffer<uint32_t> cells_;
    device_buffer<uint32_t> order_;
    device_buffer<uint4> lists_;     ///< of neighbours, see place_in_lists()
    device_buffer<uint32_t> found_;  ///< number of neighbours of each particle
    device_buffer<uint32_t> starts_;
};

}  // namespace ingot::samples::particles
