// The kernels of the N-body sample: gravity between all pairs of bodies, tiled through local memory (Nyland, Harris and
// Prins 2007, "Fast N-Body Simulation with CUDA", GPU Gems 3, chapter 31).
//
// A body is a vector of four: its position in xyz, and in w its gravitational parameter, which is the gravitational
// constant times its mass. advance() moves all bodies by one step. A work-group does, for its own bodies:
//
//     for each tile of all bodies:
//         load the tile into local memory, one body per work-item
//         add up the accelerations that the tile's bodies cause
//     update the velocities and positions
//
// Each body is thus read from global memory once per work-group instead of once per work-item. The other kernels
// compute what the host displays: points for OpenGL, energy and momentum.
#pragma once

#include <cmath>
#include <ingot/kernel.hpp>

#include "nbody_step.hpp"
#include "tiling.hpp"

namespace ingot::samples {

/// Returns the acceleration at a position caused by a body: w · r / (|r|² + softening²)^(3/2), where r is the vector from the
/// position to the body. With the addition in the caller, an interaction has 19 operations.
template <typename real>
inline vector<real, 3> acceleration_by_body(const vector<real, 3>& position, const vector<real, 4>& body,
                                            real softening_squared) {
    const vector<real, 3> offset = body.xyz - position;
    // This order of operations is 2 % faster on an H200 than the one that the compiler chooses.
    const real squared = mad(offset.z, offset.z, mad(offset.y, offset.y, mad(offset.x, offset.x, softening_squared)));
    const real inverse = rsqrt(squared);
    return offset * (body.w * inverse * inverse * inverse);
}

/// Returns a body after it moved for some time at constant velocity.
template <typename real>
inline vector<real, 4> drift(const vector<real, 4>& body, const vector<real, 4>& velocity, real time) {
    return {body.xyz + velocity.xyz * time, body.w};
}

/// Moves the bodies from step.first up to step.end by one step. `plan` divides the work: launch with plan.local_size
/// work-items per group, and one group for each plan.bodies_per_group() bodies, rounded up.
template <tiling plan, typename real>
kernel void advance(buffer<const vector<real, 4>> bodies, buffer<const vector<real, 4>> velocities,
                    buffer<vector<real, 4>> new_bodies, buffer<vector<real, 4>> new_velocities, param<nbody_step<real>> step) {
    constexpr uint32_t lanes = plan.lanes();
    constexpr uint32_t slice_size = plan.slice_size();
    local_buffer<vector<real, 4>, plan.local_size> tile;

    // Work-items with the same `lane` have the same bodies. Each of them sums over its own slice of every tile.
    const uint32_t lane = local_id.x % lanes;
    const uint32_t first_of_slice = local_id.x / lanes * slice_size;
    // The forces are evaluated after the first drift, so every body is read with this drift applied.
    const auto drifted = [&](const vector<real, 4>& body, const vector<real, 4>& velocity) {
        return drift(body, velocity, step.drift_before);
    };
    // Indices count from the first body of the launch. The compiler then computes one address for the work-item's first body,
    // and its other bodies are at constant offsets from that address.
    const uint32_t first_body = group_id.x * plan.bodies_per_group();
    const vector<real, 4>* const own_bodies = bodies + step.first;
    const vector<real, 4>* const own_velocities = velocities + step.first;
    const auto own_body = [&](uint32_t index) { return drifted(own_bodies[index], own_velocities[index]); };

    vector<real, 3> positions[plan.bodies_per_item];
    vector<real, 3> acceleration[plan.bodies_per_item];
    // Load the positions of the work-item's bodies into registers.
    // The loop is unrolled completely, so that the arrays become registers. The number in the pragma must be a literal; it is
    // at least plan.bodies_per_item.
#pragma GCC unroll 16
    for (uint32_t k = 0; k < plan.bodies_per_item; ++k) positions[k] = own_body(first_body + lane + k * lanes).xyz;

    // Pass all bodies through local memory, one tile at a time. The first barrier completes the tile; the second keeps
    // the tile until all work-items have used it.
    for (uint32_t first = 0; first < step.count; first += plan.local_size) {
        tile[local_id.x] = drifted(bodies[first + local_id.x], velocities[first + local_id.x]);
        local_barrier();
        // The unrolled loop is the fastest on NVIDIA GPUs. For other targets it is not unrolled here, because a compiler for
        // CPUs vectorises it. Drivers for Vulkan compile while the program runs: there it is unrolled less.
#if defined(INGOT_TARGET_PTX)
#pragma clang loop unroll_count(plan.unroll)
#elif defined(INGOT_TARGET_VULKAN)
#pragma clang loop unroll_count(plan.unroll < 16 ? plan.unroll : 16)
#endif
        for (uint32_t i = 0; i < slice_size; ++i)
#pragma GCC unroll 16
            for (uint32_t k = 0; k < plan.bodies_per_item; ++k)
                acceleration[k] += acceleration_by_body(positions[k], tile[first_of_slice + i], step.softening_squared);
        local_barrier();
    }

    // Computes the new velocity and position of one body: the kick and the second drift.
    const auto finish = [&](uint32_t index, const vector<real, 3>& total) {
        // The last group may have more bodies than are left in the launch.
        if (index >= step.end - step.first) return;
        const vector<real, 4> velocity = own_velocities[index];
        const vector<real, 4> kicked {(velocity.xyz + total * step.kick) * step.damping, velocity.w};
        new_velocities[step.first + index] = kicked;
        new_bodies[step.first + index] = drift(own_body(index), kicked, step.drift_after);
    };
    if constexpr (plan.slices_per_tile == 1) {
#pragma GCC unroll 16
        for (uint32_t k = 0; k < plan.bodies_per_item; ++k) finish(first_body + lane + k * lanes, acceleration[k]);
    } else {
        // Several work-items hold partial sums for the same bodies. Add them up through local memory, one body of each
        // lane at a time.
        local_buffer<vector<real, 3>, plan.local_size> shares;
#pragma GCC unroll 16
        for (uint32_t k = 0; k < plan.bodies_per_item; ++k) {
            shares[local_id.x] = acceleration[k];
            local_barrier();
            if (local_id.x < lanes) {
                vector<real, 3> sum = shares[lane];
                for (uint32_t slice = 1; slice < plan.slices_per_tile; ++slice) sum += shares[slice * lanes + lane];
                finish(first_body + lane + k * lanes, sum);
            }
            local_barrier();
        }
    }
}

/// Writes the points that OpenGL draws: the position of each body in xyz and its speed in w.
template <typename real>
kernel void place_points(buffer<const vector<real, 4>> bodies, buffer<const vector<real, 4>> velocities, buffer<float4> points,
                         param<uint32_t> count) {
    if (global_id.x >= count) return;
    const vector<real, 4> body = bodies[global_id.x];
    const vector<real, 3> velocity = velocities[global_id.x].xyz;
    points[global_id.x] = float4(vector<real, 4> {body.xyz, std::sqrt(dot(velocity, velocity))});
}

/// Computes for each body the potential that all other bodies cause at its position, as a positive number: the sum of
/// w / √(distance² + softening²).
/// Launched with measurement_local_size work-items per group.
template <typename real>
kernel void measure_depths(buffer<const vector<real, 4>> bodies, buffer<real> depths, param<nbody_step<real>> step) {
    local_buffer<vector<real, 4>, measurement_local_size> tile;

    const vector<real, 3> position = bodies[global_id.x].xyz;
    real depth {};
    for (uint32_t first = 0; first < step.count; first += measurement_local_size) {
        tile[local_id.x] = bodies[first + local_id.x];
        local_barrier();
        const auto depth_in = [&](const vector<real, 4>& body) {
            const vector<real, 3> offset = body.xyz - position;
            return body.w * rsqrt(dot(offset, offset) + step.softening_squared);
        };
        // Sum each tile separately: a small term would be lost to rounding if it were added to the much larger total.
        // Only one tile contains the body itself. The other tiles are summed without a condition, so that a compiler for
        // CPUs can vectorise the loop.
        real of_tile {};
        if (first == group_id.x * measurement_local_size)
            for (uint32_t i = 0; i < measurement_local_size; ++i) of_tile += i == local_id.x ? real {} : depth_in(tile[i]);
        else
            for (uint32_t i = 0; i < measurement_local_size; ++i) of_tile += depth_in(tile[i]);
        depth += of_tile;
        local_barrier();
    }
    depths[global_id.x] = depth;
}

/// Adds up energy and momentum of the bodies of each work-group, multiplied by the gravitational constant. Launched with
/// measurement_local_size work-items per group.
template <typename real>
kernel void measure_totals(buffer<const vector<real, 4>> bodies, buffer<const vector<real, 4>> velocities,
                           buffer<const real> depths, buffer<nbody_totals<real>> totals) {
    local_buffer<nbody_totals<real>, measurement_local_size> shares;

    // ingot: keep the mass lies beside the place because the loop over all pairs reads both; this kernel only measures
    const vector<real, 4> body = bodies[global_id.x];
    const vector<real, 3> momentum = velocities[global_id.x].xyz * body.w;

    nbody_totals<real> own_totals {};
    own_totals.kinetic.add(dot(momentum, velocities[global_id.x].xyz) / real {2});
    own_totals.potential.add(-body.w * depths[global_id.x] / real {2});  // half, because each pair occurs twice
    own_totals.momentum_x.add(momentum.x);
    own_totals.momentum_y.add(momentum.y);
    own_totals.momentum_z.add(momentum.z);

    // Reduce the work-items' shares in local memory: each round adds the upper half to the lower half.
    shares[local_id.x] = own_totals;
    for (uint32_t half = measurement_local_size / 2; half > 0; half /= 2) {
        local_barrier();
        if (local_id.x < half) shares[local_id.x].add(shares[local_id.x + half]);
    }
    if (local_id.x == 0) totals[group_id.x] = shares[0];
}

}  // namespace ingot::samples
