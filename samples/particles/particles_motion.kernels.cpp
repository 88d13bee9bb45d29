// One time step of a position-based fluid (Macklin and Müller, "Position Based Fluids", 2013). The particles are first moved as
// if there was no pressure. Then their places are corrected until the density of each is at most that of the fluid at rest.
#include <ingot/kernel.hpp>

#include "neighbours.hpp"
#include "smoothing.hpp"

using namespace ingot;
using namespace ingot::samples::particles;

// All particles are corrected at once, from the places before. The whole correction of each would go too far.
constexpr float relaxation_of_jacobi = 0.6f;

// Lists have the particles within this multiple of the reach, because the correction moves particles after the lists are made.
constexpr float list_reach = 1.1f;

static float3 into_basin(const float3& place, const fluid_basin& basin) {
    const float wall = 0.5f * basin.spacing;
    return {clamp(place.x, wall, basin.width - wall), clamp(place.y, wall, basin.height - wall),
            clamp(place.z, wall, basin.depth - wall)};
}

// The walls and the floor count as water at rest: without them the fluid would be compressed there, and a film would stay at the
// walls. There is no lid. `density` is what all of them add to the density at a place, `gradient` its gradient.
struct walls {
    float density = 0.0f;
    float3 gradient {};
};

static walls walls_at(const float3& place, const fluid_basin& basin) {
    const wall_share left = spiky_wall(place.x, basin.reach);
    const wall_share right = spiky_wall(basin.width - place.x, basin.reach);
    const wall_share floor = spiky_wall(place.y, basin.reach);
    const wall_share back = spiky_wall(place.z, basin.reach);
    const wall_share front = spiky_wall(basin.depth - place.z, basin.reach);
    return {basin.wall_weight * (left.density + right.density + floor.density + back.density + front.density),
            float3 {left.slope - right.slope, floor.slope, back.slope - front.slope} * basin.wall_weight};
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

// Applies gravity and the mouse, and predicts the places at the end of the step. The foam of a particle travels in w.
kernel void predict(buffer<const float4> places, buffer<const float4> velocities, buffer<float4> predicted,
                    param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    float3 velocity = velocities[i].xyz;
    velocity.y -= basin.gravity * basin.time_step;
    const float push = push_at(places[i].xyz, basin);
    velocity += (float3 {basin.pull_x, basin.pull_y, basin.pull_z} - velocity) * push;
    const float3 place = into_basin(places[i].xyz + velocity * basin.time_step, basin);
    predicted[i] = float4 {place.x, place.y, place.z, velocities[i].w};
}

// Lists the neighbours of each particle. The list of a particle without room for all of them is not used.
kernel void list_neighbours(buffer<const float4> predicted, buffer<const uint32_t> starts, buffer<uint32_t> lists,
                            buffer<uint32_t> found, param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 place = predicted[i].xyz;
    const float longest = list_reach * basin.reach;
    uint32_t count = 0;
    visit_neighbours(place, starts, basin, [&](uint32_t other) {
        const float3 offset = place - predicted[other].xyz;
        if (other == i || dot(offset, offset) >= longest * longest) return;
        if (count < list_capacity) lists[place_in_lists(i, count)] = other;
        ++count;
    });
    found[i] = count;
}

// The density of each particle, relative to the fluid at rest, and the multiplier lambda of its constraint
// C = density - 1 <= 0 (equations 8 to 11). There is no pull where the density is too small, as that would clot the surface.
kernel void find_multipliers(buffer<const float4> predicted, buffer<const uint32_t> starts, buffer<const uint32_t> lists,
                             buffer<const uint32_t> found, buffer<float2> multipliers, param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 place = predicted[i].xyz;
    const walls wall = walls_at(place, basin);
    float density = basin.mass * spiky(0.0f, basin.reach) + wall.density;
    float3 own_gradient = wall.gradient;
    float gradients = 0.0f;
    visit_listed(i, place, lists, found, starts, basin, [&](uint32_t other) {
        const float3 offset = place - predicted[other].xyz;
        density += basin.mass * spiky(dot(offset, offset), basin.reach);
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
                    buffer<const uint32_t> lists, buffer<const uint32_t> found, buffer<float4> corrected,
                    param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 place = predicted[i].xyz;
    // What is behind a wall mirrors the particle, so it has the same multiplier.
    float3 correction = walls_at(place, basin).gradient * (2.0f * multipliers[i].x);
    visit_listed(i, place, lists, found, starts, basin, [&](uint32_t other) {
        const float both = multipliers[i].x + multipliers[other].x;
        if (both == 0.0f) return;
        correction += spiky_gradient(place - predicted[other].xyz, basin.reach) * (basin.mass * both);
    });
    const float3 moved = into_basin(place + correction * relaxation_of_jacobi, basin);
    corrected[i] = float4 {moved.x, moved.y, moved.z, predicted[i].w};
}

// The velocities follow from the places before and after the step.
kernel void find_velocities(buffer<const float4> places, buffer<const float4> predicted, buffer<float4> velocities,
                            param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 velocity = (predicted[i].xyz - places[i].xyz) * (1.0f / basin.time_step);
    velocities[i] = float4 {velocity.x, velocity.y, velocity.z, predicted[i].w};
}

// Makes the velocity of neighbours more alike (XSPH; Schechter and Bridson 2012), and takes over the new places.
//
// Water that meets other water traps air. How much follows from the speeds at which a particle and its neighbours approach each
// other (Ihmsen, Akinci, Akinci and Teschner, "Unified Spray, Foam and Air Bubbles for Particle-Based Fluids", 2012, section
// 3.1). The foam then fades.
kernel void smooth_velocities(buffer<const float4> predicted, buffer<const float4> velocities, buffer<const float2> multipliers,
                              buffer<const uint32_t> starts, buffer<const uint32_t> lists, buffer<const uint32_t> found,
                              buffer<float4> places, buffer<float4> smoothed, param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 place = predicted[i].xyz;
    const float3 velocity = velocities[i].xyz;
    float3 change {};
    float trapped = 0.0f;
    visit_listed(i, place, lists, found, starts, basin, [&](uint32_t other) {
        const float3 offset = place - predicted[other].xyz;
        const float squared = dot(offset, offset);
        if (squared >= basin.reach * basin.reach) return;
        const float weight = basin.mass * poly6(squared, basin.reach) / max(multipliers[other].y, 0.1f);
        const float3 difference = velocities[other].xyz - velocity;
        change += difference * weight;
        const float distance = sqrt(squared);
        const float speed = sqrt(dot(difference, difference));
        const float approach = distance > 0.0f ? dot(difference, offset) / distance : 0.0f;
        trapped += (speed + approach) * (1.0f - distance / basin.reach);
    });
    const float3 all = velocity + change * basin.viscosity;
    const float made = clamp((trapped - basin.least_trapped) / (basin.most_trapped - basin.least_trapped), 0.0f, 1.0f);
    const float foam = velocities[i].w * exp(-basin.time_step / basin.foam_life) + basin.foam_rate * basin.time_step * made;
    places[i] = float4 {place.x, place.y, place.z, multipliers[i].y};
    smoothed[i] = float4 {all.x, all.y, all.z, min(foam, 1.0f)};
}
