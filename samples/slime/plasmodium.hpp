// A slime mould on one device: its agents, their trails, and the food.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <vector>

#include "plane.hpp"
#include "slime_agents.kernels.hpp"
#include "slime_trails.kernels.hpp"
#include "trails.hpp"

namespace ingot::samples::slime {

/// The kernels of a step.
struct plasmodium_kernels {
    explicit plasmodium_kernels(const device& device) : agents(device), trails(device) {}
    slime_agents_program agents;
    slime_trails_program trails;
};

/// The state of a slime mould, on the host.
struct plasmodium_state {
    std::vector<int2> places;
    std::vector<uint32_t> headings;
    std::vector<uint32_t> trails;
    std::vector<uint32_t> memory;
    std::vector<int32_t> food;
};

/// Sums over all cells.
struct trail_measures {
    double trail = 0.0;    ///< the mean of the trails of all species in a cell
    double covered = 0.0;  ///< the share of the cells with a trail of at least 1
};

/// Returns the plane with the agents divided among the species.
slime_plane make_plane(uint32_t width, uint32_t height, uint32_t species, uint32_t agents);

class plasmodium {
public:
    /// Places the agents. There are no trails and no food.
    plasmodium(const device& device, queue& queue, const plasmodium_kernels& kernels, const agent_start& start);

    /// One step: agents smell, turn, move and leave trails, which spread and fade. The planes in the rules are set here.
    void step(queue& queue, const plasmodium_kernels& kernels, const scent_rule& scents, const agent_rule& agents,
              const trail_rule& trails);

    // The parts of a step.
    void mix_scents(queue& queue, const plasmodium_kernels& kernels, scent_rule rule);
    void move_agents(queue& queue, const plasmodium_kernels& kernels, agent_rule rule);
    void spread_trails(queue& queue, const plasmodium_kernels& kernels, trail_rule rule);

    /// Touches the food with a brush at a place in cells. The radius is limited to 3 cells … half of the plane.
    void touch_food(queue& queue, const plasmodium_kernels& kernels, brush_kind kind, float2 place, float radius);
    void set_food(queue& queue, const std::vector<int32_t>& food);

    plasmodium_state read(queue& queue) const;
    /// Throws error if the arrays have other sizes.
    void write(queue& queue, const plasmodium_state& state);
    trail_measures measure(queue& queue, const plasmodium_kernels& kernels);

    const slime_plane& plane() const { return plane_; }
    const device_buffer<uint32_t>& trails() const { return trails_; }
    const device_buffer<uint32_t>& memory() const { return memory_; }
    const device_buffer<int32_t>& food() const { return food_; }
    const device_buffer<int32_t>& scents() const { return scents_; }

private:
    slime_plane plane_;
    device_buffer<int2> places_;
    device_buffer<uint32_t> headings_;
    device_buffer<uint32_t> trails_;
    device_buffer<uint32_t> spread_;
    device_buffer<uint32_t> memory_;
    device_buffer<int32_t> scents_;
    device_buffer<int32_t> food_;
    device_buffer<row_measures> rows_;
};

}  // namespace ingot::samples::slime
