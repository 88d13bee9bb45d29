// What the kernels of the particles and the host share.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples::particles {

/// The basin, the grid in it, and the constants of the fluid. The grid has cubes whose side is the reach of the kernels, so the
/// neighbours of a particle are in the 27 cubes around it.
struct fluid_basin {
    float width = 1.0f;        ///< x, in metres; the basin begins at the origin
    float height = 1.0f;       ///< y, upwards
    float depth = 1.0f;        ///< z
    float spacing = 0.1f;      ///< of particles at rest
    float reach = 0.2f;        ///< of the smoothing kernels, in metres
    uint32_t columns = 1;      ///< cells along x
    uint32_t rows = 1;         ///< along y
    uint32_t layers = 1;       ///< along z
    uint32_t count = 0;        ///< number of particles
    float mass = 1.0f;         ///< of a particle, so that a lattice at rest has density 1
    float wall_weight = 1.0f;  ///< of the density behind a wall, so that a lattice at rest has density 1 there too
    float time_step = 0.0f;
    float gravity = 9.81f;
    float relaxation = 0.0f;     ///< epsilon of the constraint force mixing
    float viscosity = 0.08f;     ///< share of the mean velocity of the neighbours (XSPH)
    float least_trapped = 2.0f;  ///< sum of the speeds at which neighbours meet, below which no air is trapped, in m/s
    float most_trapped = 6.0f;   ///< the sum from which as much air as possible is trapped
    float foam_rate = 4.0f;      ///< foam that is made in a second then; 1 is white
    float foam_life = 0.9f;      ///< seconds in which foam falls to 1 / e
    float foam_kept = 1.0f;      ///< the share that a time step leaves of it
    float push_x = 0.0f;         ///< a point of the mouse's ray
    float push_y = 0.0f;
    float push_z = 0.0f;
    float ray_x = 0.0f;  ///< direction of the ray
    float ray_y = 0.0f;
    float ray_z = 1.0f;
    float push_radius = 0.0f;  ///< 0: the mouse does not push
    float pull_x = 0.0f;       ///< velocity that the mouse gives
    float pull_y = 0.0f;
    float pull_z = 0.0f;
};

}  // namespace ingot::samples::particles
