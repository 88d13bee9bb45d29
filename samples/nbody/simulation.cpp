#include "simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace ingot::samples {

namespace {

constexpr uint32_t rounded_up(size_t count, uint32_t to) { return static_cast<uint32_t>((count + to - 1) / to * to); }

template <typename real>
real narrowed(double value, size_t body, const char* what) {
    // The negated comparison is true for a number that is none, too.
    if (!(std::abs(value) <= largest_coordinate<real>()))
        throw error(fmt::format("body {}: its {} is {}, too large for {} precision", body + 1, what, value,
                                sizeof(real) == sizeof(float) ? "single" : "double"));
    return static_cast<real>(value);
}

// A body's pull on itself is (w / s³) · 0: with a softening of zero that is not zero but no number. The least softening whose
// third power the heaviest body can be divided by is too small to be seen anywhere else.
template <typename real>
double least_softening_squared_of(const bodies& of) {
    const double heaviest = of.masses.empty() ? 0.0 : *std::ranges::max_element(of.masses);
    const double largest = static_cast<double>(std::numeric_limits<real>::max());
    const double smallest = static_cast<double>(std::numeric_limits<real>::min());
    return std::max(std::pow(64.0 * heaviest * gravitational_constant(of.units) / largest, 2.0 / 3.0), 64.0 * smallest);
}

}  // namespace

template <typename real>
typename simulation<real>::kernels simulation<real>::build(const device& on) {
    if (sizeof(real) == sizeof(double) && !on.properties().has_double)
        throw error(fmt::format("{} has no double precision; choose precision single", on.name()));
    return kernels(on);
}

template <typename real>
simulation<real>::part::part(member with, uint32_t first_body, uint32_t end_body, size_t padded)
    : by(std::move(with)),
      first(first_body),
      end(end_body),
      position(by.order->owner().template create_buffer<real4>(padded, real4 {})),
      next_position(by.order->owner().template create_buffer<real4>(padded, real4 {})),
      velocity(by.order->owner().template create_buffer<real4>(padded, real4 {})),
      next_velocity(by.order->owner().template create_buffer<real4>(padded, real4 {})) {}

template <typename real>
simulation<real>::simulation(std::vector<member> members, const bodies& initial)
    : bodies_count(initial.count()),
      gravity(gravitational_constant(initial.units)),
      least_softening_squared(least_softening_squared_of<real>(initial)),
      depths(members.at(0).order->owner().template create_buffer<real>(rounded_up(bodies_count, padding))),
      totals(members.at(0).order->owner().template create_buffer<nbody_totals<real>>(rounded_up(bodies_count, padding) /
                                                                                     measure_group)) {
    const auto share = static_cast<uint32_t>((bodies_count + members.size() - 1) / members.size());
    const auto all = static_cast<uint32_t>(bodies_count);
    for (uint32_t first = 0; member& each : members) {
        const uint32_t end = std::min(all, first + share);
        parts.emplace_back(std::move(each), first, end, rounded_up(bodies_count, padding) + (members.size() > 1 ? padding : 0));
        first = end;
    }

    std::vector<real4> values(bodies_count);
    for (size_t i = 0; i < bodies_count; ++i) {
        const double3& at = initial.positions[i];
        values[i] = {narrowed<real>(at.x, i, "x"), narrowed<real>(at.y, i, "y"), narrowed<real>(at.z, i, "z"),
                     narrowed<real>(initial.masses[i] * gravity, i, "mass")};
    }
    for (part& each : parts) each.position.write(*each.by.order, values);
    for (size_t i = 0; i < bodies_count; ++i) {
        const double3& at = initial.velocities[i];
        values[i] = {narrowed<real>(at.x, i, "vx"), narrowed<real>(at.y, i, "vy"), narrowed<real>(at.z, i, "vz"), real {}};
    }
    for (part& each : parts) each.velocity.write(*each.by.order, values);
}

template <typename real>
nbody_step<real> simulation<real>::begin(double softening) const {
    nbody_step<real> step;
    step.count = static_cast<uint32_t>(bodies_count);
    step.softening_squared = static_cast<real>(std::max(softening * softening, least_softening_squared));
    return step;
}

template <typename real>
void simulation<real>::step(const step_settings& settings) {
    nbody_step<real> step = begin(settings.softening);
    const double before = settings.method == integrator::leapfrog ? 0.5 : 0.0;
    step.drift_before = static_cast<real>(before * settings.time_step);
    step.kick = static_cast<real>(settings.time_step);
    step.drift_after = static_cast<real>((1.0 - before) * settings.time_step);
    step.damping = static_cast<real>(settings.damping);

    const tiling& plan = settings.plan;
    for (part& each : parts) {
        if (each.first == each.end) continue;
        step.first = each.first;
        step.end = each.end;
        // As many groups as there are bodies for, the last one begun.
        const uint32_t groups = rounded_up(each.end - each.first, plan.bodies_of_group()) / plan.bodies_of_group();
        const range items = range(groups * plan.group_size).groups_of(plan.group_size);
        each.by.order->run(each.by.program.steps.template advance<real>(plan), items, std::as_const(each.position),
                           std::as_const(each.velocity), each.next_position, each.next_velocity, step);
    }
    exchange_shares();
    for (part& each : parts) {
        std::swap(each.position, each.next_position);
        std::swap(each.velocity, each.next_velocity);
    }
}

template <typename real>
void simulation<real>::exchange_shares() {
    for (part& from : parts)
        for (part& to : parts) {
            if (&from == &to) continue;
            const size_t count = from.end - from.first;
            to.next_position.copy(*to.by.order, from.next_position, *from.by.order, from.first, from.first, count);
            to.next_velocity.copy(*to.by.order, from.next_velocity, *from.by.order, from.first, from.first, count);
        }
}

template <typename real>
conserved simulation<real>::measure(double softening) {
    const range items = range(rounded_up(bodies_count, measure_group)).groups_of(measure_group);
    const part& own = parts.front();
    own.by.order->run(own.by.program.steps.template measure_depths<real>(), items, own.position, depths, begin(softening));
    own.by.order->run(own.by.program.readings.template measure_totals<real>(), items, own.position, own.velocity,
                      std::as_const(depths), totals);

    std::vector<nbody_totals<real>> of_groups(items.global()[0] / measure_group);
    totals.read(*own.by.order, of_groups);
    nbody_totals<double> whole;
    const auto add = [](compensated_sum<double>& to, const compensated_sum<real>& share) {
        to.add(static_cast<double>(share.sum) - static_cast<double>(share.excess));
    };
    for (const nbody_totals<real>& share : of_groups) {
        add(whole.kinetic, share.kinetic);
        add(whole.potential, share.potential);
        add(whole.momentum_x, share.momentum_x);
        add(whole.momentum_y, share.momentum_y);
        add(whole.momentum_z, share.momentum_z);
    }
    return {whole.kinetic.sum / gravity, whole.potential.sum / gravity,
            double3 {whole.momentum_x.sum, whole.momentum_y.sum, whole.momentum_z.sum} / gravity};
}

template <typename real>
void simulation<real>::place_points(device_buffer<float4>& into) const {
    constexpr uint32_t group = 128;
    const auto count = static_cast<uint32_t>(bodies_count);
    const part& own = parts.front();
    own.by.order->run(own.by.program.readings.template place_points<real>(),
                      range(rounded_up(bodies_count, group)).groups_of(group), own.position, own.velocity, into, count);
}

template <typename real>
void simulation<real>::read(bodies& into) const {
    std::vector<real4> values(bodies_count);
    parts.front().position.read(*parts.front().by.order, values);
    for (size_t i = 0; i < bodies_count; ++i) into.positions[i] = double3(vector<real, 3>(values[i].xyz));
    parts.front().velocity.read(*parts.front().by.order, values);
    for (size_t i = 0; i < bodies_count; ++i) into.velocities[i] = double3(vector<real, 3>(values[i].xyz));
}

template class simulation<float>;
template class simulation<double>;

}  // namespace ingot::samples
