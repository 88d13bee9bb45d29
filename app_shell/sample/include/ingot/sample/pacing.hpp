// Fills the time that a frame has with work whose duration is not known beforehand.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace ingot {

/// Divides work into pieces that together take as long as a frame may take (tick::budget). The time of earlier pieces says little
/// about the next ones: the rows of one picture can differ by a factor of a hundred. So each call to the work is short and is
/// waited for, and the next one is as large as the latest one suggests.
///
///     pacing pacing;
///     pacing.end_early_if(tick.has_waiting_input);
///     rows += pacing.fill(budget, height - rows, height / 32, [&](uint64_t count) {
///         renderer.add_rows(queue, count);
///         queue.finish();
///     });
class pacing {
public:
    /// Returns seconds since some moment.
    using clock = std::function<double()>;

    /// Uses the steady clock of the host.
    pacing();
    /// Uses another clock, for tests.
    explicit pacing(clock now) : now_(std::move(now)) {}

    /// Lets fill() end early when this function returns true (tick::has_waiting_input). It is called between two calls of the
    /// work.
    void end_early_if(std::function<bool()> is_urgent) { is_urgent_ = std::move(is_urgent); }

    /// Calls `work` with numbers of pieces, at most `at_once`, until `seconds` are over or `pieces` are done, at least once
    /// unless `pieces` is 0. The work returns when it has done as many further pieces. If `seconds` is infinite, one call has all
    /// pieces. Returns the number of pieces that are done.
    uint64_t fill(double seconds, uint64_t pieces, uint64_t at_once, const std::function<void(uint64_t)>& work);

private:
    clock now_;
    std::function<bool()> is_urgent_;
    double seconds_for_piece_ = 0.0;  // in the latest call to the work; 0 before the first one
};

}  // namespace ingot
