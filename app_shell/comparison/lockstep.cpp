#include "comparison/lockstep.hpp"

#include <utility>

namespace ingot::shell {

lockstep::lockstep(const session& first, const device& device, std::vector<kernel_variant> variants)
    : second_(first.description(), device, first.settings(), first.seed(), clock::pace::fixed, std::move(variants)) {
    resync(first);
}

void lockstep::follow(const session& first, const std::optional<tick>& step) {
    copy_parameters(first);
    const bool same_beginning = first.restart_count() == restart_count_;
    if (same_beginning && step && step->frame == second_.time().frames()) {
        second_.follow(first, *step);
        ++steps_;
    } else if (!same_beginning || second_.time().frames() != first.time().frames()) {
        resync(first);
    }
}

void lockstep::resync(const session& first) {
    second_.copy_from(first);
    restart_count_ = first.restart_count();
    steps_ = 0;
}

void lockstep::copy_parameters(const session& first) {
    const auto expected = first.parameters();
    const auto own = second_.parameters();
    for (const parameter_base* each : expected)
        if (parameter_base* const same = find_parameter(own, each->name()); same && same->value() != each->value())
            second_.set_parameter(*same, each->value());
}

}  // namespace ingot::shell
