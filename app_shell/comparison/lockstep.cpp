#include "comparison/lockstep.hpp"

namespace ingot::shell {

lockstep::lockstep(const session& first, const device& on)
    : follower(first.description(), on, first.settings(), first.seed(), clock::pace::fixed) {
    resync(first);
}

void lockstep::follow(const session& first, const std::optional<tick>& stepped) {
    take_parameters(first);
    const bool same_beginning = first.beginnings() == beginning;
    if (same_beginning && stepped && stepped->frame == follower.time().frames()) {
        follower.follow(first, *stepped);
        ++steps;
    } else if (!same_beginning || follower.time().frames() != first.time().frames()) {
        resync(first);
    }
}

void lockstep::resync(const session& first) {
    follower.copy_from(first);
    beginning = first.beginnings();
    steps = 0;
}

void lockstep::take_parameters(const session& first) {
    const auto wanted = first.parameters();
    const auto own = follower.parameters();
    for (const parameter_base* each : wanted)
        if (parameter_base* const same = find_parameter(own, each->name()); same && same->value() != each->value())
            follower.set_parameter(*same, each->value());
}

}  // namespace ingot::shell
