// A comparison in the window: the session on the second device, its picture, and its difference from the first.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <glm/glm.hpp>
#include <ingot/metrics/pixel_difference.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comparison/comparison_picture.hpp"
#include "comparison/lockstep.hpp"
#include "notices/notices.hpp"
#include "picture/picture.hpp"
#include "statistics/time_series.hpp"

namespace ingot::shell {

/// The difference between the two pictures. It is measured at most four times a second.
struct live_difference {
    uint64_t frame = 0;
    extent size;  ///< of each picture
    metrics::pixel_difference pixels;
};

/// Other kernels to compare with, on the same device.
struct kernel_trial {
    std::string title;                     ///< what is different: "constant-index in line 7: pass 'values' as a plain buffer"
    std::vector<kernel_variant> variants;  ///< what the second session runs
    std::vector<std::string> kernels;      ///< the kernels whose times are of interest; others may be unchanged
};

/// The times of one kernel in both sessions, by the device's clock: the medians of its launches since the comparison began.
struct compared_kernel {
    std::string name;
    double first_milliseconds = 0.0;
    double second_milliseconds = 0.0;
};

/// Compares the running session with a second session on another device, or with other kernels. The first session is only read:
/// if the second device fails, the comparison ends with a notice, and the first session continues.
class live_comparison {
public:
    explicit live_comparison(notices& to_tell) : notices_(to_tell) {}

    /// Begins to compare with the device `device`, or with other kernels on it. Throws if the sample cannot run on that device or
    /// with these kernels; then a comparison that was active stays active.
    void begin(const session& first, const device& device, std::optional<kernel_trial> trial = {});
    void end();
    bool is_active() const { return pair_ != nullptr; }
    /// Call only if is_active().
    const device& second_device() const { return pair_->sessions.second().current_device(); }
    /// The kernels that the second session runs instead of those of the first, if it is not the device that differs.
    const std::optional<kernel_trial>& trial() const { return trial_; }
    /// Adds the launches of a frame of the first session, for kernels().
    void add_times_of_first(std::span<const launch_timing> launches);
    /// Returns the times of the trial's kernels that both sessions have launched.
    std::vector<compared_kernel> kernels() const;
    uint64_t steps_since_resync() const { return pair_->sessions.steps_since_resync(); }
    void resync(const session& first);

    /// Advances the second session after the first; see lockstep::follow.
    void follow(const session& first, const std::optional<tick>& step);
    /// Decides which view show() shows next, and where: side by side, both pictures are in `free`, the part of the window that
    /// panels leave free. Returns the size that both pictures must have then. Call this before they are drawn.
    extent place(extent window_size, const uncovered_part& free);
    /// What place() decided last. It differs from layout() after the user has chosen another view since then.
    const comparison_layout& placed() const { return placed_; }
    /// Draws the second session into its picture. `size` must be the size of the first session's picture, and the view that of
    /// it.
    void draw(extent size, const glm::mat4& view, const glm::mat4& projection, const uncovered_part& uncovered = {});
    /// Shows both pictures in the window as place() has decided, and measures their difference at most four times a second.
    void show(const picture& first, uint64_t frame, extent window_size, float exposure);

    comparison_layout& layout() { return layout_; }
    /// Does the window mark the position of the largest difference?
    bool& marks_largest() { return marks_largest_; }
    /// The difference that was measured last; nothing before the first measurement.
    const std::optional<live_difference>& latest() const { return latest_; }
    /// Time in milliseconds of the kernels that the second session launched for the last frame in which it stepped, both in
    /// its steps and in its drawing. 0 before its first step.
    double kernel_milliseconds() const { return kernel_milliseconds_; }

private:
    struct pair {
        pair(const session& first, const device& device, const std::optional<kernel_trial>& trial)
            : sessions(first, device, trial ? trial->variants : std::vector<kernel_variant>()), second_picture({1, 1}) {}
        lockstep sessions;
        picture second_picture;
        comparison_picture combined_picture;
    };

    template <typename Action>
    void end_on_failure(Action action);
    void measure(const picture& first, uint64_t frame, float exposure);

    notices& notices_;
    std::unique_ptr<pair> pair_;
    comparison_layout layout_;
    comparison_layout placed_;
    bool marks_largest_ = true;
    std::optional<live_difference> latest_;
    std::chrono::steady_clock::time_point last_measured_;
    double kernel_milliseconds_ = 0.0;
    std::optional<kernel_trial> trial_;
    static constexpr size_t timed_launches = 10'000;
    kernel_times times_of_first_ {timed_launches};
    kernel_times times_of_second_ {timed_launches};
    /// Time of the second session's kernels in the steps since the last drawing; empty if there was no step.
    std::optional<double> step_milliseconds_;
};

}  // namespace ingot::shell
