// The control bar at the lower edge: pause, step, restart, speed, clock, screenshot, video, and panels.
#pragma once

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// The state of the window that the bar shows.
struct transport_state {
    bool is_recording = false;
    double video_seconds = 0.0;
    bool statistics_are_shown = true;  ///< the statistics panel is open
    bool kernels_are_shown = false;    ///< the kernel panel is open
};

/// An action that the user requested, and that the window must carry out: save a picture, start or end a video, show or
/// hide the statistics (`figures`) or the kernel panel.
enum class transport_action { none, picture, picture_with_panels, video, figures, kernels };

/// Draws the bar. Carries out pause, step, restart and changes of the clock itself, and returns any other requested
/// action.
transport_action draw_transport(stage& stage, const transport_state& state, const user_interface& interface);

/// Returns the horizontal position of the middle of this bar and of bars above it: the middle of the window, or farther right if
/// the sample panel would otherwise cover the bar.
float middle_of_bars(const user_interface& interface);

/// Returns the height of this bar.
float height_of_bar(const user_interface& interface);

/// Returns the distance from the window's lower edge at which what lies above this bar ends.
float above_bar(const user_interface& interface);

/// Returns the largest height of the panel at the left edge. In a narrow window it must end above the bar.
float max_panel_height(const user_interface& interface);

/// Returns the largest height of a panel at the right edge that is `width` wide, in Dear ImGui's coordinates. It must end above
/// the bar unless the bar is beside it.
float max_right_panel_height(float width, const user_interface& interface);

}  // namespace ingot::shell
