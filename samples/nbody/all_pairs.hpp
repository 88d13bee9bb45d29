// Gravity between all pairs of bodies, tiled through local memory (Nyland, Harris and Prins 2007, GPU Gems 3, chapter 31).
//
// A body is its position in xyz and its gravitational parameter, the gravitational constant times its mass, in w.
#pragma once

#include <ingot/kernel.hpp>

#include "nbody_step.hpp"

namespace ingot::samples {

/// Acceleration at `here` caused by a body. 19 operations with the caller's addition.
template <typename real>
inline vector<real, 3> pull(const vector<real, 3>& here, const vector<real, 4>& body, real softening_squared) {
    const vector<real, 3> offset = body.xyz - here;
    const real inverse = rsqrt(dot(offset, offset) + softening_squared);
    return offset * (body.w * inverse * inverse * inverse);
}

/// Where a body is after it moved uniformly for some time.
template <typename real>
inline vector<real, 4> drift(const vector<real, 4>& body, const vector<real, 4>& velocity, real time) {
    return {body.xyz + velocity.xyz * time, body.w};
}

/// Moves one body of each work-item by one step.
template <uint32_t tile_size, typename real>
inline void advance(buffer<const vector<real, 4>> bodies, buffer<const vector<real, 4>> velocities, buffer<vector<real, 4>> moved,
                    buffer<vector<real, 4>> accelerated, const nbody_step<real>& step) {
    local_buffer<vector<real, 4>, tile_size> tile;

    const vector<real, 4> velocity = velocities[global_id.x];
    const vector<real, 4> body = drift(bodies[global_id.x], velocity, step.drift_before);
    const vector<real, 3> here = body.xyz;

    vector<real, 3> acceleration {};
    for (uint32_t first = 0; first < step.count; first += tile_size) {
        const uint32_t other = first + local_id.x;
        tile[local_id.x] = drift(bodies[other], velocities[other], step.drift_before);
        local_barrier();
        // A GPU runs the unrolled tile fastest; a CPU's compiler finds its vectors in the loop. The number is the most that any
        // tile has, which g++ wants as a literal.
#if defined(INGOT_TARGET_PTX)
#pragma GCC unroll 512
#endif
        for (uint32_t i = 0; i < tile_size; ++i) acceleration += pull(here, tile[i], step.softening_squared);
        local_barrier();
    }

    // The bodies that fill the last tile have no mass, and stay where they are.
    if (global_id.x >= step.count) return;
    const vector<real, 4> kicked {(velocity.xyz + acceleration * step.kick) * step.damping, velocity.w};
    accelerated[global_id.x] = kicked;
    moved[global_id.x] = drift(body, kicked, step.drift_after);
}

/// Adds up energy and momentum of the bodies of each group. Launched in groups of measure_group.
template <typename real>
inline void measure(buffer<const vector<real, 4>> bodies, buffer<const vector<real, 4>> velocities,
                    buffer<nbody_totals<real>> totals, const nbody_step<real>& step) {
    local_buffer<vector<real, 4>, measure_group> tile;
    local_buffer<nbody_totals<real>, measure_group> shares;

    const vector<real, 4> body = bodies[global_id.x];
    const vector<real, 3> momentum = velocities[global_id.x].xyz * body.w;

    compensated_sum<real> depth;
    for (uint32_t first = 0; first < step.count; first += measure_group) {
        tile[local_id.x] = bodies[first + local_id.x];
        local_barrier();
        real of_tile {};
        for (uint32_t i = 0; i < measure_group; ++i) {
            const vector<real, 3> offset = tile[i].xyz - body.xyz;
            const real inverse = rsqrt(dot(offset, offset) + step.softening_squared);
            of_tile += first + i == global_id.x ? real {} : tile[i].w * inverse;
        }
        depth.add(of_tile);
        local_barrier();
    }

    nbody_totals<real> own;
    own.kinetic.add(dot(momentum, velocities[global_id.x].xyz) / real {2});
    own.potential.add(-body.w * depth.sum / real {2});  // half, since each pair is met twice
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
