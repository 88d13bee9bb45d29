#include "particle_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "neighbours.hpp"
#include "smoothing.hpp"

namespace ingot::samples::particles {

namespace {

constexpr uint32_t group = 128;
constexpr uint64_t iterations = 3;
constexpr uint64_t parts_of_step = iterations + 2;
constexpr float reach_in_spacings = 2.0f;
constexpr uint64_t most_cells = 1U << 26U;

/// Sums of the spiky kernel over a cubic lattice, for a mass of 1.
struct lattice_sums {
    double all = 0.0;    ///< with the particle itself: the density at rest
    double above = 0.0;  ///< over the planes above the particle: what a wall at half a spacing takes away
};

lattice_sums sum_lattice(float spacing, float reach) {
    const int steps = static_cast<int>(std::ceil(reach / spacing));
    lattice_sums sums;
    for (int z = -steps; z <= steps; ++z)
        for (int y = -steps; y <= steps; ++y)
            for (int x = -steps; x <= steps; ++x) {
                const double weight = spiky(static_cast<float>(x * x + y * y + z * z) * spacing * spacing, reach);
                sums.all += weight;
                if (y > 0) sums.above += weight;
            }
    return sums;
}

range items(const fluid_basin& basin) { return range(basin.count).groups_of(group); }

}  // namespace

fluid_basin make_basin(float width, float height, float depth, float spacing) {
    fluid_basin basin {
        .width = width, .height = height, .depth = depth, .spacing = spacing, .reach = reach_in_spacings * spacing};
    const auto cells = [&](float length) { return static_cast<uint32_t>(std::max(1.0f, std::ceil(length / basin.reach))); };
    basin.columns = cells(width);
    basin.rows = cells(height);
    basin.layers = cells(depth);
    if (const uint64_t all = uint64_t {basin.columns} * basin.rows * basin.layers; all > most_cells)
        throw error(fmt::format("the basin has {} cells, more than {}; choose fewer particles", all, most_cells));
    const lattice_sums sums = sum_lattice(spacing, basin.reach);
    basin.mass = static_cast<float>(1.0 / sums.all);
    basin.wall_weight = static_cast<float>(sums.above / sums.all) / spiky_wall(0.5f * spacing, basin.reach).density;
    // The sum of squared gradients at rest is about (mass * 45 / (pi reach^4))^2; epsilon is a hundredth of it.
    const float gradient = basin.mass * 45.0f / (3.1415927f * std::pow(basin.reach, 4.0f));
    basin.relaxation = 0.01f * gradient * gradient;
    return basin;
}

flow_state make_column(const fluid_basin& basin, float width, float height) {
    flow_state state;
    // Particles between opposite walls must not be closer than at rest: the water would be thrown out of the basin.
    const auto count = [&](float length, float room) {
        const float most = std::floor(room / basin.spacing + 0.01f);
        return static_cast<uint32_t>(std::max(1.0f, std::min(std::round(length / basin.spacing), most)));
    };
    const uint32_t across = count(width, basin.width);
    const uint32_t up = count(height, basin.height);
    const uint32_t deep = count(basin.depth, basin.depth);
    for (uint32_t z = 0; z < deep; ++z)
        for (uint32_t y = 0; y < up; ++y)
            for (uint32_t x = 0; x < across; ++x)
                state.places.push_back({(static_cast<float>(x) + 0.5f) * basin.spacing,
                                        (static_cast<float>(y) + 0.5f) * basin.spacing,
                                        (static_cast<float>(z) + 0.5f) * basin.spacing, 1.0f});
    state.velocities.resize(state.places.size());
    return state;
}

particle_flow::particle_flow(const device& device, queue& queue, fluid_basin basin, const flow_state& start)
    : basin_(basin),
      algorithms_(device),
      grid_(device),
      motion_(device),
      places_(device, start.places.size()),
      velocities_(device, start.places.size()),
      predicted_(device, start.places.size()),
      sorted_places_(device, start.places.size()),
      other_(device, start.places.size()),
      multipliers_(device, start.places.size()),
      cells_(device, start.places.size()),
      order_(device, start.places.size()),
      lists_(device, lists_size(static_cast<uint32_t>(start.places.size()))),
      found_(device, start.places.size()),
      starts_(device, size_t {basin.columns} * basin.rows * basin.layers + 1) {
    basin_.count = static_cast<uint32_t>(start.places.size());
    places_.write(queue, start.places);
    velocities_.write(queue, start.velocities);
}

void particle_flow::advance(queue& queue, double seconds) {
    begin(seconds);
    while (parts_left_ > 0) run_part(queue);
}

void particle_flow::begin(double seconds) {
    // The speed of a fall through two thirds of the basin.
    const double fastest = std::sqrt(2.0 * basin_.gravity * basin_.height / 1.5);
    const double longest = basin_.spacing / fastest;
    steps_ = static_cast<uint64_t>(std::max(1.0, std::ceil(seconds / longest)));
    basin_.time_step = static_cast<float>(seconds / static_cast<double>(steps_));
    basin_.foam_kept = std::exp(-basin_.time_step / basin_.foam_life);
    // Velocities are distances divided by the time of a step, so a step without a length changes nothing.
    parts_left_ = seconds > 0.0 ? steps_ * parts_of_step : 0;
}

// A step has these parts: the neighbours are found, the places are corrected some times, and the velocities follow.
void particle_flow::run_part(queue& queue) {
    const uint64_t part = (parts_of_step - parts_left_ % parts_of_step) % parts_of_step;
    if (part == 0) {
        queue.run(motion_.predict, items(basin_), places_, velocities_, predicted_, basin_);
        sort(queue);
        queue.run(motion_.list_neighbours, items(basin_), predicted_, starts_, lists_, found_, basin_);
    } else if (part < parts_of_step - 1) {
        queue.run(motion_.find_multipliers, items(basin_), predicted_, cells_, starts_, lists_, found_, multipliers_, basin_);
        queue.run(motion_.correct, items(basin_), predicted_, multipliers_, cells_, starts_, lists_, found_, other_, basin_);
        std::swap(predicted_, other_);
    } else {
        queue.run(motion_.find_velocities, items(basin_), sorted_places_, predicted_, other_, basin_);
        queue.run(motion_.smooth_velocities, items(basin_), predicted_, other_, multipliers_, cells_, starts_, lists_, found_,
                  places_, velocities_, basin_);
    }
    --parts_left_;
}

double particle_flow::ended_share() const {
    const uint64_t left = (parts_left_ + parts_of_step - 1) / parts_of_step;
    return 1.0 - static_cast<double>(left) / static_cast<double>(steps_);
}

void particle_flow::sort(queue& queue) {
    queue.run(grid_.find_cells, items(basin_), predicted_, cells_, order_, basin_);
    algorithms_.radix_sort(queue, cells_, order_);
    queue.run(grid_.reorder, items(basin_), order_, places_, predicted_, sorted_places_, other_, basin_);
    std::swap(predicted_, other_);
    queue.run(grid_.find_starts, items(basin_), cells_, starts_, basin_);
}

flow_state particle_flow::read(queue& queue) const { return {places_.read(queue), velocities_.read(queue)}; }

}  // namespace ingot::samples::particles
