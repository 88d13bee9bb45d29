// The bar at the lower edge: clock, speed, and what can be saved.
#pragma once

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// What the bar shows of the window.
struct transport_state {
    bool makes_video = false;
    double video_seconds = 0.0;
    bool figures = true;  ///< the panel is open
    bool kernels = false;
};

enum class transport_wish { none, picture, picture_with_panels, video, figures, kernels };

/// Pauses, steps, resets and sets the speed by itself; what it cannot do itself it gives.
transport_wish draw_transport(stage& on, const transport_state& now, const user_interface& in);

/// The most that a panel at the window's left or right may take: in a narrow window the bar lies below it, and not beside it.
float height_for_panels(const user_interface& in);

}  // namespace ingot::shell
