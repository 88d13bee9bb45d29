// The profiler: how the frame time divides into phases and kernels, as a graph and as tables.
#pragma once

#include <optional>
#include <vector>

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"
#include "statistics/kernel_table.hpp"

namespace ingot::shell {

/// Draws the profiler, and measures the peak performance of a device when its kernels are first shown.
class profiler_panel {
public:
    static constexpr size_t shown_frames = 160;  ///< the newest ones
    static constexpr float width = 440.0f;       ///< in design pixels, user_interface::unit() each

    /// Draws the profiler at the right edge, in place of the statistics panel. Returns true if the user wants to save
    /// the trace.
    bool draw(stage& stage, const user_interface& interface);

    /// Returns the kernels of the newest frames; the one with the largest share is first.
    std::vector<kernel_row> kernels_of(stage& stage);

private:
    void draw_kernels(stage& stage, const user_interface& interface);

    std::optional<device> measured_device_;  ///< the device whose peak performance peak_ holds
    device_peak peak_;
};

}  // namespace ingot::shell
