// A second session that goes with the first, step by step, on another device.
#pragma once

#include <cstdint>
#include <ingot/sample/sample.hpp>
#include <optional>

#include "session/session.hpp"

namespace ingot::shell {

/// Steps with the first session's ticks and keeps its parameters. From the same state the two compute the same but for rounding,
/// which in a simulation grows from step to step; resync() makes them equal again. The first session is only ever read: what
/// fails here is thrown, and the first goes on.
class lockstep {
public:
    /// Runs what `first` runs on `on`, from its state as it is now. Needs a current OpenGL context.
    lockstep(const session& first, const device& on);

    /// After `first` was asked to advance: takes its parameters and `stepped`, the tick that it took, if any. Where the first was
    /// reset, or otherwise is at another frame than this one, takes its state instead.
    void follow(const session& first, const std::optional<tick>& stepped);

    /// Takes over state and clock of the first.
    void resync(const session& first);

    session& second() { return follower; }
    const session& second() const { return follower; }
    /// Steps since the two had the same state: as far as they can have come apart.
    uint64_t steps_since_resync() const { return steps; }

private:
    void take_parameters(const session& first);

    session follower;
    uint64_t beginning = 0;  ///< of the first, that it follows
    uint64_t steps = 0;
};

}  // namespace ingot::shell
