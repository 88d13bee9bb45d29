#include "simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace ingot::samples {

namespace {

constexpr uint32_t rounded_up(size_t count, uint32_t multiple) {
    return static_cast<uint32_t>((count + multiple - 1) / multiple * multiple);
}

// Converts a value to the simulation's precision. Throws error if the value is NaN or larger than largest_coordinate().
template <typename real>
real narrowed(double value, size_t body, const char* description) {
    // The negated comparison also rejects NaN.
    if (!(std::abs(value) <= largest_coordinate<real>()))
        throw error(fmt::format("body {}: its {} is {}, too large for {} precision", body + 1, description, value,
                                sizeof(real) == sizeof(float) ? "single" : "double"));
    return static_cast<real>(value);
}

// Returns the square of the smallest softening s. A body's acceleration by itself is (w / s³) · 0, which is NaN instead of
// 0 if w / s³ overflows. The result is the smallest s² for which w / s³ of the heaviest body is finite, with a margin of
// 64, but at least 64 times the smallest normal number. It is too small to affect the motion of the bodies.
template <typename real>
double least_softening_squared_of(const bodies& bodies) {
    const double heaviest = bodies.masses.empty() ? 0.0 : *std::ranges::max_element(bodies.masses);
    const double largest = static_cast<double>(std::numeric_limits<real>::max());
    const double smallest = static_cast<double>(std::numeric_limits<real>::min());
    return std::max(std::pow(64.0 * heaviest * gravitational_constant(bodies.units) / largest, 2.0 / 3.0), 64.0 * smallest);
}

}  // namespace

template <typename real>
typename simulation<real>::kernels simulation<real>::build(const device& device) {
    if (sizeof(real) == sizeof(double) && !device.properties().has_double)
        throw error(fmt::format("{} has no double precision; set the parameter 'precision' to 'single'", device.name()));
    return kernels(device);
}

template <typename real>
simulation<real>::device_part::device_part(member device_member, uint32_t first_body, uint32_t end_body, size_t padded)
    : owner(std::move(device_member)),
      first(first_body),
      end(end_body),
      position(owner.work_queue->owner().template create_buffer<real4>(padded, real4 {})),
      next_position(owner.work_queue->owner().template create_buffer<real4>(padded, real4 {})),
      velocity(owner.work_queue->owner().template create_buffer<real4>(padded, real4 {})),
      next_velocity(owner.work_queue->owner().template create_buffer<real4>(padded, real4 {})) {}

template <typename real>
simulation<real>::simulation(std::vector<member> members, const bodies& initial)
    : bodies_count_(initial.count()),
      gravitational_constant_(gravitational_constant(initial.units)),
      least_softening_squared_(least_softening_squared_of<real>(initial)),
      potentials_(members.at(0).work_queue->owner().template create_buffer<real>(rounded_up(bodies_count_, padding))),
      totals_(members.at(0).work_queue->owner().template create_buffer<nbody_totals<real>>(rounded_up(bodies_count_, padding) /
                                                                                           measurement_local_size)) {
    // Divide the bodies into equal shares. With several devices the buffers are longer by `padding` bodies: a share need not
    // begin at a multiple of the group's size, so the last group of the last share may read beyond the number of bodies
    // rounded up to `padding`.
    const auto share = static_cast<uint32_t>((bodies_count_ + members.size() - 1) / members.size());
    const auto all = static_cast<uint32_t>(bodies_count_);
    for (uint32_t first = 0; member& each : members) {
        const uint32_t end = std::min(all, first + share);
        parts_.emplace_back(std::move(each), first, end, rounded_up(bodies_count_, padding) + (members.size() > 1 ? padding : 0));
        first = end;
    }

    // Upload positions with gravitational parameters, then velocities, to all devices.
    std::vector<real4> values(bodies_count_);
    for (size_t i = 0; i < bodies_count_; ++i) {
        const double3& position = initial.positions[i];
        values[i] = {narrowed<real>(position.x, i, "x"), narrowed<real>(position.y, i, "y"), narrowed<real>(position.z, i, "z"),
                     narrowed<real>(initial.masses[i] * gravitational_constant_, i, "mass times the gravitational constant")};
    }
    for (device_part& each : parts_) each.position.write(*each.owner.work_queue, values);
    for (size_t i = 0; i < bodies_count_; ++i) {
        const double3& velocity = initial.velocities[i];
        values[i] = {narrowed<real>(velocity.x, i, "vx"), narrowed<real>(velocity.y, i, "vy"),
                     narrowed<real>(velocity.z, i, "vz"), real {}};
    }
    for (device_part& each : parts_) each.velocity.write(*each.owner.work_queue, values);
}

template <typename real>
nbody_step<real> simulation<real>::step_for(double softening) const {
    nbody_step<real> step;
    step.count = static_cast<uint32_t>(bodies_count_);
    step.softening_squared = static_cast<real>(std::max(softening * softening, least_softening_squared_));
    return step;
}

template <typename real>
void simulation<real>::step(const step_settings& settings) {
    move_part(settings, bodies_count_);
}

template <typename real>
step_part simulation<real>::move_part(const step_settings& wanted, size_t bodies) {
    const step_settings settings = under_way_.value_or(wanted);
    // Leapfrog drifts half a time step before the kick and half after it. Euler drifts the whole time step after the kick.
    nbody_step<real> step = step_for(settings.softening);
    const double before = settings.method == integrator::leapfrog ? 0.5 : 0.0;
    step.drift_before = static_cast<real>(before * settings.time_step);
    step.kick = static_cast<real>(settings.time_step);
    step.drift_after = static_cast<real>((1.0 - before) * settings.time_step);
    step.damping = static_cast<real>(settings.damping);

    // Enqueue the part on each device for its share of the bodies.
    const tiling& plan = settings.plan;
    const uint32_t in_group = plan.bodies_per_group();
    step_part result {.ends_a_step = true};
    for (device_part& each : parts_) {
        const uint32_t left = each.end - each.first - each.moved;
        if (left == 0) continue;
        // Fewer groups than compute units would leave some of these idle.
        const uint32_t units = std::max(each.owner.work_queue->owner().properties().compute_units, 1u);
        const size_t at_least = (bodies + size_t {in_group} * units - 1) / (size_t {in_group} * units) * in_group * units;
        const auto now = static_cast<uint32_t>(std::clamp<size_t>(at_least, 1, left));
        step.first = each.first + each.moved;
        step.end = step.first + now;
        // Round up: the last group may be partly filled.
        const range items = range(rounded_up(now, in_group) / in_group * plan.local_size).groups_of(plan.local_size);
        each.owner.work_queue->run(each.owner.program.steps.template advance<real>(plan), items, std::as_const(each.position),
                                   std::as_const(each.velocity), each.next_position, each.next_velocity, step);
        under_way_ = settings;
        each.moved += now;
        if (each.moved < each.end - each.first) result.ends_a_step = false;
        if (&each == &parts_.front()) result.bodies = now;
    }
    if (!result.ends_a_step) return result;
    // Copy the moved bodies of each device to the others, and make the new buffers the current ones.
    exchange_shares();
    for (device_part& each : parts_) {
        std::swap(each.position, each.next_position);
        std::swap(each.velocity, each.next_velocity);
        each.moved = 0;
    }
    under_way_.reset();
    return result;
}

template <typename real>
void simulation<real>::exchange_shares() {
    for (device_part& source : parts_)
        for (device_part& target : parts_) {
            if (&source == &target) continue;
            const size_t count = source.end - source.first;
            target.next_position.copy(*target.owner.work_queue, source.next_position, *source.owner.work_queue, source.first,
                                      source.first, count);
            target.next_velocity.copy(*target.owner.work_queue, source.next_velocity, *source.owner.work_queue, source.first,
                                      source.first, count);
        }
}

template <typename real>
conserved_quantities simulation<real>::measure(double softening) {
    const range items = range(rounded_up(bodies_count_, measurement_local_size)).groups_of(measurement_local_size);
    const device_part& first_part = parts_.front();
    first_part.owner.work_queue->run(first_part.owner.program.steps.template measure_depths<real>(), items, first_part.position,
                                     potentials_, step_for(softening));
    first_part.owner.work_queue->run(first_part.owner.program.measurements.template measure_totals<real>(), items,
                                     first_part.position, first_part.velocity, std::as_const(potentials_), totals_);

    // Read the sums of the work-groups and add them in double precision.
    std::vector<nbody_totals<real>> of_groups(items.global()[0] / measurement_local_size);
    totals_.read(*first_part.owner.work_queue, of_groups);
    nbody_totals<double> totals {};
    const auto add = [](compensated_sum<double>& sum, const compensated_sum<real>& share) {
        sum.add(static_cast<double>(share.sum) - static_cast<double>(share.compensation));
    };
    for (const nbody_totals<real>& share : of_groups) {
        add(totals.kinetic, share.kinetic);
        add(totals.potential, share.potential);
        add(totals.momentum_x, share.momentum_x);
        add(totals.momentum_y, share.momentum_y);
        add(totals.momentum_z, share.momentum_z);
    }
    return {totals.kinetic.sum / gravitational_constant_, totals.potential.sum / gravitational_constant_,
            double3 {totals.momentum_x.sum, totals.momentum_y.sum, totals.momentum_z.sum} / gravitational_constant_};
}

template <typename real>
void simulation<real>::write_points(device_buffer<float4>& points) const {
    constexpr uint32_t group = 128;
    const auto count = static_cast<uint32_t>(bodies_count_);
    const device_part& first_part = parts_.front();
    first_part.owner.work_queue->run(first_part.owner.program.measurements.template place_points<real>(),
                                     range(rounded_up(bodies_count_, group)).groups_of(group), first_part.position,
                                     first_part.velocity, points, count);
}

template <typename real>
void simulation<real>::read(bodies& bodies) const {
    std::vector<real4> values(bodies_count_);
    parts_.front().position.read(*parts_.front().owner.work_queue, values);
    for (size_t i = 0; i < bodies_count_; ++i) bodies.positions[i] = double3(vector<real, 3>(values[i].xyz));
    parts_.front().velocity.read(*parts_.front().owner.work_queue, values);
    for (size_t i = 0; i < bodies_count_; ++i) bodies.velocities[i] = double3(vector<real, 3>(values[i].xyz));
}

template class simulation<float>;
template class simulation<double>;

}  // namespace ingot::samples
