// Where the time of the frames goes: as a graph, as figures, and kernel by kernel.
#pragma once

#include <optional>

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"
#include "statistics/kernel_table.hpp"

namespace ingot::shell {

class profiler_panel {
public:
    static constexpr float width = 440.0f;  ///< in pixels of the design

    /// At the right edge, in place of the figures. True where the trace is to be saved.
    bool draw(stage& on, const user_interface& in);

private:
    void draw_kernels(stage& on, const user_interface& in);

    std::optional<device> measured;  ///< the device that `peak` is of
    device_peak peak;
};

}  // namespace ingot::shell
