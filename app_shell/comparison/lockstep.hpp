// A second session that follows the first one step by step, on another device or with other kernels.
#pragma once

#include <cstdint>
#include <ingot/sample/sample.hpp>
#include <optional>
#include <vector>

#include "session/session.hpp"

namespace ingot::shell {

/// Executes the first session's steps on a second device, or on the same one with other kernels, with the same parameters. Both
/// sessions compute the same results except for rounding errors, which grow with each step of a simulation. resync() makes the
/// sessions equal again. The first session is never changed, so it can continue after a function of this class has thrown.
class lockstep {
public:
    /// Creates the second session on the device `device`, with the sample and the current state of `first`. It runs `variants`
    /// instead of the kernels of `first`. Requires a current OpenGL context.
    lockstep(const session& first, const device& device, std::vector<kernel_variant> variants = {});

    /// Call this function after `first` has advanced or its parameters have changed. `step` is the tick that
    /// first.advance() returned, or nothing. Copies the parameters of `first`. Then executes `step` if it is the next
    /// step of the second session. Calls resync() instead if `first` was restarted, or if the two sessions are at
    /// different frames for another reason.
    void follow(const session& first, const std::optional<tick>& step);

    /// Copies the state and the clock of the first session.
    void resync(const session& first);

    session& second() { return second_; }
    const session& second() const { return second_; }
    /// The number of steps since both sessions had the same state.
    uint64_t steps_since_resync() const { return steps_; }

private:
    void copy_parameters(const session& first);

    session second_;
    uint64_t restart_count_ = 0;  ///< restart count of the first session when its state was copied
    uint64_t steps_ = 0;
};

}  // namespace ingot::shell
