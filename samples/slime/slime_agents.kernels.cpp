// Agents of a slime mould: how they start, and how they smell, turn, move and leave a trail.
//
// After Jones, "Characteristics of pattern formation and evolution in approximations of Physarum transport networks", Artificial
// Life 16 (2010). One work-item is one agent.
#include <ingot/kernel.hpp>

#include "plane.hpp"
#include "steering.hpp"

using namespace ingot;
using namespace ingot::samples::slime;

// One step of each agent. It reads what it smells and adds to the trails, so that no agent depends on what another one does in
// the same step.
kernel void move_agents(buffer<int2> places, buffer<uint32_t> headings, buffer<const int32_t> scents, buffer<uint32_t> trails,
                        param<agent_rule> rule) {
    const uint32_t agent = global_id.x;
    if (agent >= rule.plane.agents) return;
    const uint32_t first = rule.plane.first_cell(rule.plane.species_of(agent));
    const int2 place = places[agent];
    uint32_t heading = headings[agent];

    // Smell ahead and to both sides, and turn.
    const auto smell = [&](uint32_t direction) {
        return scents[first + cell_at(moved(place, direction, rule.sensor_distance, rule.plane), rule.plane)];
    };
    const int32_t ahead = smell(heading);
    const int32_t left = smell(heading + rule.sensor_angle);
    const int32_t right = smell(heading - rule.sensor_angle);
    const uint32_t random = random_bits(agent, rule.step, rule.seed);
    heading += turn_of(ahead, left, right, rule.turn, (random & 1) != 0) + random_turn(rule.wander, random >> 16);

    // Move, and leave a trail in the cell that was reached.
    const int2 reached = moved(place, heading, rule.stride, rule.plane);
    places[agent] = reached;
    headings[agent] = heading;
    atomic_add(&trails[first + cell_at(reached, rule.plane)], rule.deposit);
}

// A whole number below `limit`, which is at most 65,536, from 16 random bits.
static uint32_t below(uint32_t limit, uint32_t sixteen_bits) { return (limit * sixteen_bits) >> 16; }

// Places the agents at the start.
kernel void place_agents(buffer<int2> places, buffer<uint32_t> headings, buffer<const int2> centres,
                         buffer<const uint32_t> listed_cells, param<agent_start> start) {
    const uint32_t agent = global_id.x;
    const slime_plane& plane = start.plane;
    if (agent >= plane.agents) return;
    const uint32_t along = random_bits(agent, 0, start.seed);
    const uint32_t across = random_bits(agent, 1, start.seed);
    const uint32_t within = random_bits(agent, 2, start.seed);
    const uint32_t angle = random_bits(agent, 3, start.seed);

    // A random place in a random cell of the plane or the word, or one at a distance from the middle of a disc or ring.
    const uint32_t species = plane.species_of(agent);
    int2 cell {static_cast<int32_t>(below(plane.width, along >> 16)), static_cast<int32_t>(below(plane.height, across >> 16))};
    if (start.shape == start_shape::word) {
        const uint32_t listed = listed_cells[below(start.listed, along >> 16)];
        cell = int2 {static_cast<int32_t>(listed & 0xffff), static_cast<int32_t>(listed >> 16)};
    }
    int2 place {cell.x * cell_unit + static_cast<int32_t>(along & 0xffff),
                cell.y * cell_unit + static_cast<int32_t>(across & 0xffff)};
    if (start.shape != start_shape::plane && start.shape != start_shape::word) {
        // The larger of two random numbers is distributed as the distance from the middle of a disc is.
        uint32_t share = max(along >> 16, across >> 16);
        if (start.shape == start_shape::ring) share = 65535 - (min(along >> 16, across >> 16) >> 4);
        const uint32_t colony = start.shape == start_shape::colonies ? below(start.colonies, within & 0xffff) : 0;
        const int2 centre = centres[colony * plane.species + species];
        const int2 direction = direction_of(angle);
        const auto sixteenths = static_cast<int32_t>(below(16 * start.radius, share));  // of a cell
        place = int2 {
            wrapped(centre.x * cell_unit + ((direction.x * sixteenths) >> 3), static_cast<int32_t>(plane.width) * cell_unit),
            wrapped(centre.y * cell_unit + ((direction.y * sixteenths) >> 3), static_cast<int32_t>(plane.height) * cell_unit)};
    }
    places[agent] = place;

    // The direction. In shapes without a middle every direction is as good.
    constexpr uint32_t quarter = 1u << 30;
    const uint32_t spread = random_turn(quarter / 4, within >> 16);
    uint32_t heading = angle;
    if (start.heading == start_heading::inward) heading += 2 * quarter + spread;
    if (start.heading == start_heading::outward) heading += spread;
    if (start.heading == start_heading::around) heading += quarter + spread;
    if (start.heading == start_heading::anywhere) heading = mixed(within);
    headings[agent] = heading;
}
