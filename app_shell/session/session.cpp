#include "session/session.hpp"

#include <fmt/format.h>

namespace ingot::shell {

namespace {

/// A failure that another device may not have: the sample could not be loaded there.
class load_refused : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace

session::loaded::loaded(const sample_description& what, const device& where, const parameter_settings& values)
    : on(where), in(where.create_queue()), object(what.create()) {
    set_parameters(object->parameters(), values);
    try {
        object->load(on, in);
    } catch (const parameter_error&) {  // no device helps
        throw;
    } catch (const std::exception& problem) {
        throw load_refused(problem.what());
    }
}

session::session(const sample_description& what, const device& on, const parameter_settings& values, uint64_t seed,
                 clock::pace pace)
    : describes(what), active(std::make_unique<loaded>(what, on, values)), ticks(pace), seeded(seed) {
    active->object->reset(seeded);
}

std::optional<tick> session::advance(double elapsed) {
    const clock before = ticks;
    const auto now = ticks.advance(elapsed);
    if (!now) return now;
    try {
        active->object->step(*now);
    } catch (...) {
        ticks = before;
        throw;
    }
    return now;
}

void session::follow(const session& leader, const tick& now) {
    active->object->step(now);
    ticks = leader.ticks;
}

void session::copy_from(const session& other) {
    const state saved = active->object->save();
    try {
        active->object->restore(other.save());
    } catch (...) {
        put_back({}, saved);
        throw;
    }
    ticks = other.ticks;
}

bool session::switch_device(const device& to) {
    const std::optional<state> saved = state_if_any();
    auto next = std::make_unique<loaded>(describes, to, settings());
    if (saved)
        next->object->restore(*saved);
    else
        next->object->reset(seeded);
    next->in.finish();  // what the device reports late is reported before the old one is gone
    active = std::move(next);
    if (!saved) begin_anew();
    return saved.has_value();
}

std::optional<state> session::state_if_any() const {
    try {
        return active->object->save();
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

void session::reset() {
    const state saved = active->object->save();
    try {
        active->object->reset(seeded);
    } catch (...) {
        put_back({}, saved);
        throw;
    }
    begin_anew();
}

void session::begin_anew() {
    ticks.reset();
    ++begun;
}

void session::set_parameter(parameter_base& which, const parameter_value& to) {
    const parameter_value before = which.value();
    which.set(to);
    if (which.value() == before) return;
    try {
        active->object->changed(which);
    } catch (...) {
        which.set(before);
        throw;
    }
}

void session::apply(const parameter_settings& values) {
    const parameter_settings before = settings();
    const state saved = active->object->save();
    const auto all = parameters();
    try {
        parameter_settings wanted;
        for (const parameter_base* each : all) wanted.emplace_back(each->name(), each->default_value());
        wanted.insert(wanted.end(), values.begin(), values.end());
        set_parameters(all, wanted);
        for (size_t i = 0; i < all.size(); ++i)
            if (all[i]->value() != before[i].second) active->object->changed(*all[i]);
        active->object->reset(seeded);
    } catch (...) {
        put_back(before, saved);
        throw;
    }
    begin_anew();
}

std::vector<launch_timing> session::take_timings() {
    auto launches = active->in.take_timings();
    if (!launches.empty()) active->object->timed(launches);
    return launches;
}

parameter_settings session::settings() const {
    parameter_settings values;
    for (const parameter_base* each : parameters()) values.emplace_back(each->name(), each->value());
    return values;
}

/// After a failure: the parameters and the state of before. What fails here hides what failed first, so it is dropped.
void session::put_back(const parameter_settings& values, const state& saved) {
    try {
        const auto all = parameters();
        for (const auto& [name, value] : values) {
            parameter_base& which = *find_parameter(all, name);
            if (which.value() == value) continue;
            which.set(value);
            active->object->changed(which);
        }
        active->object->restore(saved);
    } catch (const std::exception&) {
    }
}

std::unique_ptr<session> open_session(const sample_description& what, std::span<const device> candidates,
                                      const parameter_settings& values, uint64_t seed, clock::pace pace,
                                      const std::function<void(const std::string&)>& report) {
    for (size_t i = 0; i < candidates.size(); ++i) {
        try {
            return std::make_unique<session>(what, candidates[i], values, seed, pace);
        } catch (const load_refused& problem) {
            const auto refusal =
                fmt::format("sample '{}' cannot be loaded on {}: {}", what.name, describe(candidates[i]), problem.what());
            if (i + 1 == candidates.size()) throw std::runtime_error(refusal);
            report(fmt::format("{}; trying {}", refusal, describe(candidates[i + 1])));
        }
    }
    throw device_unavailable("no device to run on");
}

}  // namespace ingot::shell
