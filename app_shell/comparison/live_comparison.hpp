// A comparison in the window: the second session, its picture, and how far it is from the first.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <glm/glm.hpp>
#include <ingot/metrics/pixel_difference.hpp>
#include <memory>
#include <optional>
#include <string>

#include "comparison/comparison_picture.hpp"
#include "comparison/lockstep.hpp"
#include "notices/notices.hpp"
#include "picture/picture.hpp"

namespace ingot::shell {

/// What the two pictures differ by; measured a few times a second.
struct live_difference {
    uint64_t frame = 0;
    extent size;  ///< of each picture
    metrics::pixel_difference pixels;
};

/// A failure of the second device ends the comparison with a notice; the first session is only read, and goes on.
class live_comparison {
public:
    explicit live_comparison(notices& to_tell) : told(to_tell) {}

    /// Compares with `on` from now on. Throws where the second device does not take the sample; then what was on stays.
    void begin(const session& first, const device& on);
    void end();
    bool is_on() const { return running != nullptr; }
    /// Only while it is on.
    const device& second_device() const { return running->both.second().running_on(); }
    uint64_t steps_since_resync() const { return running->both.steps_since_resync(); }
    void resync(const session& first);

    void follow(const session& first, const std::optional<tick>& stepped);
    /// Draws the second one's picture, as large as the first one's.
    void draw(extent size, const glm::mat4& view, const glm::mat4& projection);
    /// Shows both in the window, and measures from time to time.
    void show(const picture& first, uint64_t frame, extent window_size, float exposure);

    comparison_layout& layout() { return look; }
    bool& marks_largest() { return marker; }
    const std::optional<live_difference>& latest() const { return measured; }
    /// What the second one's kernels took in its last step, in milliseconds; 0 where it had none.
    double kernel_milliseconds() const { return kernels; }

private:
    struct pair {
        pair(const session& first, const device& on) : both(first, on), painting({1, 1}) {}
        lockstep both;
        picture painting;
        comparison_picture shown;
    };

    template <typename Action>
    void guarded(Action action);
    void measure(const picture& first, uint64_t frame, float exposure);

    notices& told;
    std::unique_ptr<pair> running;
    comparison_layout look;
    bool marker = true;
    std::optional<live_difference> measured;
    std::chrono::steady_clock::time_point last_measured;
    double kernels = 0.0;
};

}  // namespace ingot::shell
