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
kernel void list_neighbours(buffer<const float4> predicted, buffer<const uint32_t> starts, buffer<uint4> lists,
                            buffer<uint32_t> found, param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 place = predicted[i].xyz;
    const float longest = list_reach * basin.reach;
    uint32_t count = 0;
    visit_neighbours(cell_at(place, basin), starts, basin, [&](uint32_t other) {
        // Each candidate is written, and the next one over it if it is not near: a branch would often be predicted wrongly.
        const float3 offset = place - predicted[other].xyz;
        const uint32_t number = min(count, list_capacity - 1);
        lists[place_in_lists(i, number)][number % 4] = other;
        count += (dot(offset, offset) < longest * longest && other != i) ? 1 : 0;
    });
    found[i] = count;
    // Neighbours are visited four at a time.
    for (uint32_t rest = count; rest < list_capacity && rest % 4 != 0; ++rest) lists[place_in_lists(i, rest)][rest % 4] = i;
}

// Offsets from four neighbours to a particle.
struct four_offsets {
    float4 x;
    float4 y;
    float4 z;
    float4 distance;
    float4 inside;   // 1 - distance / reach, or 0 for what is farther, or not in the list
    float4 inverse;  // 1 / distance
};

static four_offsets offsets_to(const float3& place, const four_neighbours& four, float reach) {
    four_offsets offsets;
    offsets.x = float4(place.x) - four.x;
    offsets.y = float4(place.y) - four.y;
    offsets.z = float4(place.z) - four.z;
    const float4 squared = offsets.x * offsets.x + offsets.y * offsets.y + offsets.z * offsets.z;
    // Two particles at one place do not push each other.
    const float least = 1e-12f * reach * reach;
    offsets.distance = sqrt(max(squared, float4(least)));
    offsets.inverse = float4(1.0f) / offsets.distance;
    offsets.inside = max(float4(1.0f) - offsets.distance * (1.0f / reach), float4(0.0f)) * four.in_list;
    return offsets;
}

static float sum(const float4& four) { return (four.x + four.y) + (four.z + four.w); }

// The density of each particle, relative to the fluid at rest, and the multiplier lambda of its constraint
// C = density - 1 <= 0 (equations 8 to 11). There is no pull where the density is too small, as that would clot the surface.
kernel void find_multipliers(buffer<const float4> predicted, buffer<const uint32_t> cells, buffer<const uint32_t> starts,
                             buffer<const uint4> lists, buffer<const uint32_t> found, buffer<float2> multipliers,
                             param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 place = predicted[i].xyz;
    float4 cubes {};    // of what is inside; the kernel is a multiple of it
    float4 squares {};  // sum of the squares of the gradients' lengths
    float4 gradient_x {};
    float4 gradient_y {};
    float4 gradient_z {};
    visit_listed(i, predicted, lists, found, cells, starts, basin, [&](const four_neighbours& four) {
        const four_offsets offsets = offsets_to(place, four, basin.reach);
        const float4 square = offsets.inside * offsets.inside;
        const float4 pull = square * offsets.inverse;
        cubes += square * offsets.inside;
        squares += square * square;
        gradient_x += pull * offsets.x;
        gradient_y += pull * offsets.y;
        gradient_z += pull * offsets.z;
    });
    const walls wall = walls_at(place, basin);
    const float kernel_scale = basin.mass * spiky(0.0f, basin.reach);
    const float gradient_scale = -3.0f * kernel_scale / basin.reach;
    const float density = kernel_scale * (1.0f + sum(cubes)) + wall.density;
    const float3 own_gradient = float3 {sum(gradient_x), sum(gradient_y), sum(gradient_z)} * gradient_scale + wall.gradient;
    const float gradients = gradient_scale * gradient_scale * sum(squares);
    const float constraint = max(density - 1.0f, 0.0f);
    multipliers[i] = float2 {-constraint / (gradients + dot(own_gradient, own_gradient) + basin.relaxation), density};
}

// Moves each particle by the correction of equation 12. Reads the places of the last iteration and writes those of the next, so
// that the result does not depend on the order of the work-items.
kernel void correct(buffer<const float4> predicted, buffer<const float2> multipliers, buffer<const uint32_t> cells,
                    buffer<const uint32_t> starts, buffer<const uint4> lists, buffer<const uint32_t> found,
                    buffer<float4> corrected, param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 place = predicted[i].xyz;
    const float own = multipliers[i].x;
    float4 moved_x {};
    float4 moved_y {};
    float4 moved_z {};
    visit_listed(i, predicted, lists, found, cells, starts, basin, [&](const four_neighbours& four) {
        const float4 others {multipliers[four.index.x].x, multipliers[four.index.y].x, multipliers[four.index.z].x,
                             multipliers[four.index.w].x};
        const four_offsets offsets = offsets_to(place, four, basin.reach);
        const float4 pull = offsets.inside * offsets.inside * offsets.inverse * (others + float4(own));
        moved_x += pull * offsets.x;
        moved_y += pull * offsets.y;
        moved_z += pull * offsets.z;
    });
    const float gradient_scale = -3.0f * basin.mass * spiky(0.0f, basin.reach) / basin.reach;
    // What is behind a wall mirrors the particle, so it has the same multiplier.
    const float3 correction =
        float3 {sum(moved_x), sum(moved_y), sum(moved_z)} * gradient_scale + walls_at(place, basin).gradient * (2.0f * own);
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
                              buffer<const uint32_t> cells, buffer<const uint32_t> starts, buffer<const uint4> lists,
                              buffer<const uint32_t> found, buffer<float4> places, buffer<float4> smoothed,
                              param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const float3 place = predicted[i].xyz;
    const float3 velocity = velocities[i].xyz;
    float4 change_x {};
    float4 change_y {};
    float4 change_z {};
    float4 trapped {};
    visit_listed(i, predicted, lists, found, cells, starts, basin, [&](const four_neighbours& four) {
        const four_offsets offsets = offsets_to(place, four, basin.reach);
        const float4 a = velocities[four.index.x];
        const float4 b = velocities[four.index.y];
        const float4 c = velocities[four.index.z];
        const float4 d = velocities[four.index.w];
        const float4 x = float4 {a.x, b.x, c.x, d.x} - float4(velocity.x);
        const float4 y = float4 {a.y, b.y, c.y, d.y} - float4(velocity.y);
        const float4 z = float4 {a.z, b.z, c.z, d.z} - float4(velocity.z);
        const float4 densities {multipliers[four.index.x].y, multipliers[four.index.y].y, multipliers[four.index.z].y,
                                multipliers[four.index.w].y};
        // The kernel poly6 without its constant: (1 - (r / h)^2)^3, as 1 - (r / h)^2 = q (2 - q) for q = 1 - r / h.
        const float4 bell = offsets.inside * (float4(2.0f) - offsets.inside);
        const float4 weight = bell * bell * bell / max(densities, float4(0.1f));
        change_x += x * weight;
        change_y += y * weight;
        change_z += z * weight;
        const float4 speed = sqrt(x * x + y * y + z * z);
        const float4 approach = (x * offsets.x + y * offsets.y + z * offsets.z) * offsets.inverse;
        trapped += (speed + approach) * offsets.inside;
    });
    const float bell_scale = basin.mass * poly6(0.0f, basin.reach);
    const float3 all = velocity + float3 {sum(change_x), sum(change_y), sum(change_z)} * (bell_scale * basin.viscosity);
    const float made = clamp((sum(trapped) - basin.least_trapped) / (basin.most_trapped - basin.least_trapped), 0.0f, 1.0f);
    const float foam = velocities[i].w * basin.foam_kept + basin.foam_rate * basin.time_step * made;
    places[i] = float4 {place.x, place.y, place.z, multipliers[i].y};
    smoothed[i] = float4 {all.x, all.y, all.z, min(foam, 1.0f)};
}
