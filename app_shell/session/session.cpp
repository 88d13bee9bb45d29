#include "session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/sample/picture_view.hpp>
#include <iterator>
#include <utility>

#include "session/tuning.hpp"

namespace ingot::shell {

namespace {

/// The sample could not be loaded on a device. Loading may succeed on another device.
class load_failed : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace

session::loaded::loaded(const sample_description& description, const device& device, const parameter_settings& values)
    : target(device), commands(device.create_queue()), object(description.create()) {
    set_parameters(object->parameters(), values);
    use_tuning(object->tunables(), description.name, device);
    try {
        object->load(target, commands);
    } catch (const parameter_error&) {  // would be rejected on every device
        throw;
    } catch (const std::exception& problem) {
        throw load_failed(problem.what());
    }
}

session::session(const sample_description& description, const device& device, const parameter_settings& values, uint64_t seed,
                 clock::pace pace, std::vector<kernel_variant> variants)
    : variants_(std::move(variants)), description_(description), clock_(pace), seed_(seed) {
    const auto in_place = own_kernels(device);
    loaded_ = std::make_unique<loaded>(description, device, values);
    loaded_->object->reset(seed_);
}

std::vector<temporary_replacement> session::own_kernels(const device& device) const {
    std::vector<temporary_replacement> all;
    all.reserve(variants_.size());
    for (const kernel_variant& each : variants_) all.emplace_back(device, each.file, each.kernels);
    return all;
}

void session::draw(const canvas& canvas) {
    const auto in_place = own_kernels();
    loaded_->object->draw(canvas);
}

std::optional<tick> session::advance(double elapsed) {
    const auto in_place = own_kernels();
    const clock before = clock_;
    const auto tick = is_within_step() ? std::optional(clock_.continue_step(elapsed)) : clock_.advance(elapsed);
    if (!tick) return tick;
    try {
        loaded_->object->step(*tick);
    } catch (...) {
        clock_ = before;
        throw;
    }
    return tick;
}

void session::end_step() const {
    const auto in_place = own_kernels();
    clock same = clock_;
    same.limit_work(false);
    if (is_within_step()) loaded_->object->step(same.continue_step(0.0));
}

void session::follow(const session& leader, const tick& tick) {
    const auto in_place = own_kernels();
    loaded_->object->step(tick);
    clock_ = leader.clock_;
}

void session::copy_from(const session& other) {
    const auto in_place = own_kernels();
    other.end_step();
    const state saved_state = loaded_->object->save();
    try {
        loaded_->object->restore(other.save());
    } catch (...) {
        restore_after_failure({}, saved_state);
        throw;
    }
    clock_ = other.clock_;
}

bool session::switch_device(const device& value) {
    const auto in_place = own_kernels(value);
    const std::optional<state> saved_state = try_save();
    auto next = std::make_unique<loaded>(description_, value, settings());
    if (saved_state)
        next->object->restore(*saved_state);
    else
        next->object->reset(seed_);
    next->commands.finish();  // errors of the new device must be reported while the old one can still be kept
    loaded_ = std::move(next);
    was_switched_ = was_switched_ || clock_.frames() > 0;
    if (!saved_state) restart();
    return saved_state.has_value();
}

std::optional<state> session::try_save() const {
    try {
        end_step();
        return loaded_->object->save();
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

void session::reset() {
    const auto in_place = own_kernels();
    const state saved_state = loaded_->object->save();
    try {
        loaded_->object->reset(seed_);
    } catch (...) {
        restore_after_failure({}, saved_state);
        throw;
    }
    restart();
}

void session::restart() {
    clock_.reset();
    later_changes_.clear();
    was_switched_ = false;
    ++restart_count_;
}

void session::set_parameter(parameter_base& parameter, const parameter_value& value) {
    const auto in_place = own_kernels();
    const parameter_value before = parameter.value();
    parameter.set(value);
    if (parameter.value() == before) return;
    try {
        loaded_->object->parameter_changed(parameter);
    } catch (...) {
        parameter.set(before);
        throw;
    }
    const bool is_mouse_tool = &parameter == loaded_->object->mouse_tool();
    if (clock_.frames() > 0 && !is_mouse_tool && std::ranges::find(later_changes_, parameter.name()) == later_changes_.end())
        later_changes_.push_back(parameter.name());
}

void session::apply(const parameter_settings& values) {
    const auto in_place = own_kernels();
    const parameter_settings before = settings();
    const state saved_state = loaded_->object->save();
    const auto all = parameters();
    try {
        parameter_settings next;
        for (const parameter_base* each : all) next.emplace_back(each->name(), each->default_value());
        next.insert(next.end(), values.begin(), values.end());
        set_parameters(all, next);
        for (size_t i = 0; i < all.size(); ++i)
            if (all[i]->value() != before[i].second) loaded_->object->parameter_changed(*all[i]);
        loaded_->object->reset(seed_);
    } catch (...) {
        restore_after_failure(before, saved_state);
        throw;
    }
    restart();
}

std::vector<launch_timing> session::take_timings() {
    auto launches = loaded_->commands.take_timings();
    const auto in_place = own_kernels();
    std::vector<launch_timing> of_sample;  // without the kernel of its views
    std::ranges::copy_if(launches, std::back_inserter(of_sample), [](const auto& each) { return each.kernel != tone_kernel; });
    if (!of_sample.empty()) loaded_->object->kernels_timed(of_sample);
    return launches;
}

parameter_settings session::settings() const {
    parameter_settings values;
    for (const parameter_base* each : parameters()) values.emplace_back(each->name(), each->value());
    return values;
}

/// Restores the parameters and the state after a failure. Exceptions are dropped, so that the first failure is
/// reported.
void session::restore_after_failure(const parameter_settings& values, const state& saved_state) {
    try {
        const auto all = parameters();
        for (const auto& [name, value] : values) {
            parameter_base& parameter = *find_parameter(all, name);
            if (parameter.value() == value) continue;
            parameter.set(value);
            loaded_->object->parameter_changed(parameter);
        }
        loaded_->object->restore(saved_state);
    } catch (const std::exception&) {
    }
}

void repeat_past(session& session, const session_past& past) {
    session.time().repeat(past.steps);
    if (stroke_record* const record = session.loaded_sample().strokes()) record->draw_later(past.strokes);
}

std::unique_ptr<session> open_session(const sample_description& description, std::span<const device> candidates,
                                      const parameter_settings& values, uint64_t seed, clock::pace pace,
                                      const std::function<void(const std::string&)>& report) {
    for (size_t i = 0; i < candidates.size(); ++i) {
        try {
            return std::make_unique<session>(description, candidates[i], values, seed, pace);
        } catch (const load_failed& problem) {
            const auto message =
                fmt::format("sample '{}' cannot be loaded on {}: {}", description.name, describe(candidates[i]), problem.what());
            if (i + 1 == candidates.size()) throw std::runtime_error(message);
            report(fmt::format("{}; trying {}", message, describe(candidates[i + 1])));
        }
    }
    throw device_unavailable("no device to run on");
}

}  // namespace ingot::shell
