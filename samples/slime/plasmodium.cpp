#include "plasmodium.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "food_maps.hpp"

namespace ingot::samples::slime {

namespace {

constexpr uint32_t group_size = 128;  // of agents, or cells in one dimension
constexpr uint32_t group_width = 32;  // of cells in two dimensions
constexpr uint32_t group_height = 4;
constexpr uint32_t row_group = 64;

}  // namespace

slime_plane make_plane(uint32_t width, uint32_t height, uint32_t species, uint32_t agents) {
    return {
        .width = width, .height = height, .species = species, .agents = agents, .agents_each = (agents + species - 1) / species};
}

plasmodium::plasmodium(const device& device, queue& queue, const plasmodium_kernels& kernels, const agent_start& start)
    : plane_(start.plane),
      places_(device, plane_.agents),
      headings_(device, plane_.agents),
      trails_(device, size_t {plane_.cells()} * plane_.species),
      spread_(device, size_t {plane_.cells()} * plane_.species),
      memory_(device, plane_.cells()),
      scents_(device, size_t {plane_.cells()} * plane_.species),
      food_(device, plane_.cells()),
      rows_(device, plane_.height) {
    trails_.zero(queue);
    memory_.zero(queue);
    food_.zero(queue);

    agent_start placed = start;
    // Discs and rings of all species lie around the same middle. Colonies are numbered so that each species has as many.
    std::vector<int2> centres(plane_.species,
                              int2 {static_cast<int32_t>(plane_.width / 2), static_cast<int32_t>(plane_.height / 2)});
    if (start.shape == start_shape::colonies) {
        placed.colonies = (start.colonies + plane_.species - 1) / plane_.species;
        centres = sunflower_points(plane_, placed.colonies * plane_.species);
    }
    std::vector<uint32_t> word {0};
    if (start.shape == start_shape::word) word = cells_of_word(plane_);
    if (word.empty()) word.push_back(plane_.height / 2 << 16 | plane_.width / 2);
    placed.listed = static_cast<uint32_t>(word.size());
    device_buffer<int2> centres_there(device, centres.size());
    device_buffer<uint32_t> word_there(device, word.size());
    centres_there.write(queue, centres);
    word_there.write(queue, word);
    queue.run(kernels.agents.place_agents, range(plane_.agents).groups_of(group_size), places_, headings_, centres_there,
              word_there, placed);
    queue.finish();
}

void plasmodium::step(queue& queue, const plasmodium_kernels& kernels, const scent_rule& scents, const agent_rule& agents,
                      const trail_rule& trails) {
    mix_scents(queue, kernels, scents);
    move_agents(queue, kernels, agents);
    spread_trails(queue, kernels, trails);
}

void plasmodium::mix_scents(queue& queue, const plasmodium_kernels& kernels, scent_rule rule) {
    rule.plane = plane_;
    queue.run(kernels.trails.mix_scents, range(plane_.cells()).groups_of(group_size), trails_, food_, scents_, rule);
}

void plasmodium::move_agents(queue& queue, const plasmodium_kernels& kernels, agent_rule rule) {
    rule.plane = plane_;
    queue.run(kernels.agents.move_agents, range(plane_.agents).groups_of(group_size), places_, headings_, scents_, trails_, rule);
}

void plasmodium::spread_trails(queue& queue, const plasmodium_kernels& kernels, trail_rule rule) {
    rule.plane = plane_;
    queue.run(kernels.trails.spread_trails, range(plane_.width, plane_.height).groups_of(group_width, group_height), trails_,
              spread_, memory_, rule);
    std::swap(trails_, spread_);
}

void plasmodium::touch_food(queue& queue, const plasmodium_kernels& kernels, brush_kind kind, float2 place, float radius) {
    // In half cells, the unit of brushes.
    const auto smaller_side = static_cast<float>(std::min(plane_.width, plane_.height));
    const auto half_cells =
        static_cast<int32_t>(std::lround(2.0f * std::clamp(radius, 3.0f, std::min(0.5f * smaller_side - 1.0f, 250.0f))));
    // The plane repeats, so that every place has an equal one in it.
    const auto within = [](float coordinate, uint32_t size) {
        const float length = static_cast<float>(size);
        return std::clamp(coordinate - std::floor(coordinate / length) * length, 0.0f, length - 0.5f);
    };
    brush_touch touch {.plane = plane_, .kind = kind, .radius = half_cells};
    touch.x = static_cast<int32_t>(2.0f * within(place.x, plane_.width));
    touch.y = static_cast<int32_t>(2.0f * within(place.y, plane_.height));
    touch.left = (touch.x - half_cells) / 2 - 1;
    touch.bottom = (touch.y - half_cells) / 2 - 1;
    touch.side = static_cast<uint32_t>(half_cells) + 3;
    touch.inverse_square = (1u << 26) / static_cast<uint32_t>(half_cells * half_cells);
    queue.run(kernels.trails.touch_food, range(touch.side, touch.side).groups_of(8, 8), food_, touch);
}

void plasmodium::set_food(queue& queue, const std::vector<int32_t>& food) { food_.write(queue, food); }

plasmodium_state plasmodium::read(queue& queue) const {
    return {places_.read(queue), headings_.read(queue), trails_.read(queue), memory_.read(queue), food_.read(queue)};
}

void plasmodium::write(queue& queue, const plasmodium_state& state) {
    if (state.places.size() != places_.size() || state.headings.size() != headings_.size() ||
        state.trails.size() != trails_.size() || state.memory.size() != memory_.size() || state.food.size() != food_.size())
        throw error(fmt::format("the saved slime mould has {} agents on {} cells, but this one has {} on {}", state.places.size(),
                                state.food.size(), places_.size(), food_.size()));
    places_.write(queue, state.places);
    headings_.write(queue, state.headings);
    trails_.write(queue, state.trails);
    memory_.write(queue, state.memory);
    food_.write(queue, state.food);
}

trail_measures plasmodium::measure(queue& queue, const plasmodium_kernels& kernels) {
    queue.run(kernels.trails.measure_rows, range(plane_.height).groups_of(row_group), trails_, rows_, trail_unit, plane_);
    trail_measures all;
    for (const row_measures& row : rows_.read(queue)) {
        all.trail += 65536.0 * row.upper + row.lower;
        all.covered += row.covered;
    }
    all.trail /= double {trail_unit} * plane_.cells();
    all.covered /= plane_.cells();
    return all;
}

}  // namespace ingot::samples::slime
