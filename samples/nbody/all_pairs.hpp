// Gravity between all pairs of bodies, tiled through local memory (Nyland, Harris and Prins 2007, GPU Gems 3, chapter 31).
//
// A body is its position in xyz and its gravitational parameter, the gravitational constant times its mass, in w.
#pragma once

#include <cmath>
#include <ingot/kernel.hpp>

#include "nbody_step.hpp"
#include "tiling.hpp"

namespace ingot::samples {

/// Acceleration at `here` caused by a body. 19 operations with the caller's addition.
template <typename real>
inline vector<real, 3> pull(const vector<real, 3>& here, const vector<real, 4>& body, real softening_squared) {
    const vector<real, 3> offset = body.xyz - here;
    // On an H200 in this order, 2 % faster than where the compiler chooses one.
    const real squared = mad(offset.z, offset.z, mad(offset.y, offset.y, mad(offset.x, offset.x, softening_squared)));
    const real inverse = rsqrt(squared);
    return offset * (body.w * inverse * inverse * inverse);
}

/// Where a body is after it moved uniformly for some time.
template <typename real>
inline vector<real, 4> drift(const vector<real, 4>& body, const vector<real, 4>& velocity, real time) {
    return {body.xyz + velocity.xyz * time, body.w};
}

/// Moves the bodies from step.first to step.end by one step, cut as `plan` says. Launched with plan.group_size work-items in a
/// group, and as many groups as there are plan.bodies_of_group() bodies, begun ones too.
template <tiling plan, typename real>
kernel void advance(buffer<const vector<real, 4>> bodies, buffer<const vector<real, 4>> velocities, buffer<vector<real, 4>> moved,
                    buffer<vector<real, 4>> accelerated, param<nbody_step<real>> step) {
    constexpr uint32_t lanes = plan.lanes();
    constexpr uint32_t slice_size = plan.slice_size();
    local_buffer<vector<real, 4>, plan.group_size> tile;

    const uint32_t lane = local_id.x % lanes;
    const uint32_t first_of_slice = local_id.x / lanes * slice_size;
    const auto drifted = [&](const vector<real, 4>& body, const vector<real, 4>& velocity) {
        return drift(body, velocity, step.drift_before);
    };
    // Counted from the launch's first body: where each pointer has one offset, the bodies' are constants behind it.
    const uint32_t first_body = group_id.x * plan.bodies_of_group();
    const vector<real, 4>* const own_bodies = bodies + step.first;
    const vector<real, 4>* const own_velocities = velocities + step.first;
    const auto own = [&](uint32_t index) { return drifted(own_bodies[index], own_velocities[index]); };

    vector<real, 3> here[plan.bodies];
    vector<real, 3> acceleration[plan.bodies];
#pragma GCC unroll 16  // a literal: at least plan.bodies, so that the arrays become registers
    for (uint32_t k = 0; k < plan.bodies; ++k) here[k] = own(first_body + lane + k * lanes).xyz;

    for (uint32_t first = 0; first < step.count; first += plan.group_size) {
        tile[local_id.x] = drifted(bodies[first + local_id.x], velocities[first + local_id.x]);
        local_barrier();
        // A GPU runs the unrolled loop fastest; a CPU's compiler finds its vectors in the loop.
#if defined(INGOT_TARGET_PTX)
#pragma clang loop unroll_count(plan.unroll)
#endif
        for (uint32_t i = 0; i < slice_size; ++i)
#pragma GCC unroll 16
            for (uint32_t k = 0; k < plan.bodies; ++k)
                acceleration[k] += pull(here[k], tile[first_of_slice + i], step.softening_squared);
        local_barrier();
    }

    const auto finish = [&](uint32_t index, const vector<real, 3>& of) {
        // What fills the last group belongs to another launch, or to none.
        if (index >= step.end - step.first) return;
        const vector<real, 4> velocity = own_velocities[index];
        const vector<real, 4> kicked {(velocity.xyz + of * step.kick) * step.damping, velocity.w};
        accelerated[step.first + index] = kicked;
        moved[step.first + index] = drift(own(index), kicked, step.drift_after);
    };
    if constexpr (plan.slices == 1) {
#pragma GCC unroll 16
        for (uint32_t k = 0; k < plan.bodies; ++k) finish(first_body + lane + k * lanes, acceleration[k]);
    } else {
        // Each slice has summed up its part for the same bodies; one of them adds up a body of each lane at a time.
        local_buffer<vector<real, 3>, plan.group_size> shares;
#pragma GCC unroll 16
        for (uint32_t k = 0; k < plan.bodies; ++k) {
            shares[local_id.x] = acceleration[k];
            local_barrier();
            if (local_id.x < lanes) {
                vector<real, 3> sum = shares[lane];
                for (uint32_t slice = 1; slice < plan.slices; ++slice) sum += shares[slice * lanes + lane];
                finish(first_body + lane + k * lanes, sum);
            }
            local_barrier();
        }
    }
}

/// What OpenGL draws of each body: its position in xyz, its speed in w.
template <typename real>
kernel void place_points(buffer<const vector<real, 4>> bodies, buffer<const vector<real, 4>> velocities, buffer<float4> points,
                         param<uint32_t> count) {
    if (global_id.x >= count) return;
    const vector<real, 4> body = bodies[global_id.x];
    const vector<real, 3> velocity = velocities[global_id.x].xyz;
    points[global_id.x] = float4(vector<real, 4> {body.xyz, std::sqrt(dot(velocity, velocity))});
}

/// How deep each body lies in the potential of all others: the sum of w / distance. Launched in groups of measure_group.
template <typename real>
kernel void measure_depths(buffer<const vector<real, 4>> bodies, buffer<real> depths, param<nbody_step<real>> step) {
    local_buffer<vector<real, 4>, measure_group> tile;

    const vector<real, 3> here = bodies[global_id.x].xyz;
    real depth {};
    for (uint32_t first = 0; first < step.count; first += measure_group) {
        tile[local_id.x] = bodies[first + local_id.x];
        local_barrier();
        const auto depth_in = [&](const vector<real, 4>& body) {
            const vector<real, 3> offset = body.xyz - here;
            return body.w * rsqrt(dot(offset, offset) + step.softening_squared);
        };
        // A sum for each tile, so that a far larger one does not swallow each term. Only one tile has the body itself in it: the
        // others are summed without a condition, where a CPU's compiler finds its vectors.
        real of_tile {};
        if (first == group_id.x * measure_group)
            for (uint32_t i = 0; i < measure_group; ++i) of_tile += i == local_id.x ? real {} : depth_in(tile[i]);
        else
            for (uint32_t i = 0; i < measure_group; ++i) of_tile += depth_in(tile[i]);
        depth += of_tile;
        local_barrier();
    }
    depths[global_id.x] = depth;
}

/// Adds up energy and momentum of the bodies of each group. Launched in groups of measure_group.
template <typename real>
kernel void measure_totals(buffer<const vector<real, 4>> bodies, buffer<const vector<real, 4>> velocities,
                           buffer<const real> depths, buffer<nbody_totals<real>> totals) {
    local_buffer<nbody_totals<real>, measure_group> shares;

    const vector<real, 4> body = bodies[global_id.x];
    const vector<real, 3> momentum = velocities[global_id.x].xyz * body.w;

    nbody_totals<real> own;
    own.kinetic.add(dot(momentum, velocities[global_id.x].xyz) / real {2});
    own.potential.add(-body.w * depths[global_id.x] / real {2});  // half, since each pair is met twice
    own.momentum_x.add(momentum.x);
    own.momentum_y.add(momentum.y);
    own.momentum_z.add(momentum.z);

    shares[local_id.x] = own;
    for (uint32_t half = measure_group / 2; half > 0; half /= 2) {
        local_barrier();
        if (local_id.x < half) shares[local_id.x].add(shares[local_id.x + half]);
    }
    if (local_id.x == 0) totals[group_id.x] = shares[0];
}

}  // namespace ingot::samples
