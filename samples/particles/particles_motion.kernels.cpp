// One time step of a position-based fluid (Macklin and Müller, "Position Based Fluids", 2013). The particles are first moved as
// if there was no pressure. Then their places are corrected until the density of each is at most that of the fluid at rest.
#include <ingot/kernel.hpp>

#include "neighbours.hpp"
#include "smoothing.hpp"

using namespace ingot;
using namespace ingot::samples::particles;

// All particles are corrected at once, from the places before. The whole correction of each would go too far.
constexpr float relaxation_of_jacobi = 0.6f;

static float3 xyz(const float4& place) { return {place.x, place.y, place.z}; }

static float3 into_basin(const float3& place, const fluid_basin& basin) {
    const float wall = 0.5f * basin.spacing;
    return {clamp(place.x, wall, basin.width - wall), clamp(place.y, wall, basin.height - wall),
            clamp(place.z, wall, basin.depth - wall)};
}

// How much the mouse moves a place: 1 on its ray, 0 at the radius and farther away.
static float push_at(const float3& place, const fluid_basin& basin) {
    if (basin.push_radius <= 0.0f) return 0.0f;
    const float3 ray {basin.ray_x, basin.ray_y, basin.ray_z};
    const float3 offset = place - float3 {basin.push_x, basin.push_y, basin.push_z};
    const float3 aside = offset - ray * dot(offset, ray);
    const float share = 1.0f - dot(aside, aside) / (basin.push_radius * basin.push_radius);
    return share > 0.0f ? share * share : 0.0f;
}

// Applies gravity and the mouse, and predicts the places at the end of the step.
kernel void predict(buffer<const float4> places, buffer<const float4> velocities, buffer<float4> predicted,
                    param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    float3 velocity = xyz(velocities[i]);
    velocity.y -= basin.gravity * basin.time_step;
    const float push = push_at(xyz(places[i]), basin);
    velocity += (float3 {basin.pull_x, basin.pull_y, basin.pull_z} - velocity) * push;
    const float3 place = into_basin(xyz(places[i]) + velocity * basin.time_step, basin);
    predicted[i] = float4 {place.x, place.y, place.z, 0.0f};
}

// The density of each particle, relative to the fluid at rest, and the multiplier lambda of its constraint
// C = density - 1 <= 0 (equations 8 to 11). There is no pull where the density is too small, as that would clot the surface.
kernel void find_multipliers(buffer<const float4> predicted, buffer<const uint32_t> starts, buffer<float2> multipliers,
                             param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 place = xyz(predicted[i]);
    float density = 0.0f;
    float3 own_gradient {};
    float gradients = 0.0f;
    visit_neighbours(place, starts, basin, [&](uint32_t other) {
        const float3 offset = place - xyz(predicted[other]);
        density += basin.mass * spiky(dot(offset, offset), basin.reach);
        if (other == i) return;
        const float3 gradient = spiky_gradient(offset, basin.reach) * basin.mass;
        own_gradient += gradient;
        gradients += dot(gradient, gradient);
    });
    const float constraint = max(density - 1.0f, 0.0f);
    multipliers[i] = float2 {-constraint / (gradients + dot(own_gradient, own_gradient) + basin.relaxation), density};
}

// Moves each particle by the correction of equation 12. Reads the places of the last iteration and writes those of the next, so
// that the result does not depend on the order of the work-items.
kernel void correct(buffer<const float4> predicted, buffer<const float2> multipliers, buffer<const uint32_t> starts,
                    buffer<float4> corrected, param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 place = xyz(predicted[i]);
    float3 correction {};
    visit_neighbours(place, starts, basin, [&](uint32_t other) {
        if (other == i) return;
        const float both = multipliers[i].x + multipliers[other].x;
        correction += spiky_gradient(place - xyz(predicted[other]), basin.reach) * (basin.mass * both);
    });
    const float3 moved = into_basin(place + correction * relaxation_of_jacobi, basin);
    corrected[i] = float4 {moved.x, moved.y, moved.z, 0.0f};
}

// The velocities follow from the places before and after the step.
kernel void find_velocities(buffer<const float4> places, buffer<const float4> predicted, buffer<float4> velocities,
                            param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 velocity = (xyz(predicted[i]) - xyz(places[i])) * (1.0f / basin.time_step);
    velocities[i] = float4 {velocity.x, velocity.y, velocity.z, 0.0f};
}

// Makes the velocity of neighbours more alike (XSPH; Schechter and Bridson 2012), and takes over the new places.
kernel void smooth_velocities(buffer<const float4> predicted, buffer<const float4> velocities, buffer<const float2> multipliers,
                              buffer<const uint32_t> starts, buffer<float4> places, buffer<float4> smoothed,
                              param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 place = xyz(predicted[i]);
    const float3 velocity = xyz(velocities[i]);
    float3 change {};
    visit_neighbours(place, starts, basin, [&](uint32_t other) {
        const float3 offset = place - xyz(predicted[other]);
        const float weight = basin.mass * poly6(dot(offset, offset), basin.reach) / max(multipliers[other].y, 0.1f);
        change += (xyz(velocities[other]) - velocity) * weight;
    });
    const float3 all = velocity + change * basin.viscosity;
    places[i] = float4 {place.x, place.y, place.z, multipliers[i].y};
    smoothed[i] = float4 {all.x, all.y, all.z, 0.0f};
}
