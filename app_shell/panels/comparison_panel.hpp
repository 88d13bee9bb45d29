// The comparison of two devices: the choice of the second device, the view of both pictures, and the measured
// difference.
#pragma once

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// Draws marks over the picture and below all panels: the split line that the mouse drags, the names of the devices,
/// and a ring at the largest difference. Call it before any panel is drawn. Draws nothing if no comparison is active.
void draw_comparison_marks(stage& stage, const user_interface& interface);

/// Draws the comparison's own bar, with measurements and controls, above the control bar of the window. The bar is in the part
/// that the other panels leave free, if it has enough room there. Draws nothing if no comparison is active.
void draw_comparison(stage& stage, const uncovered_part& free, const user_interface& interface);

/// Switches to the next view: split, side by side, difference, split.
void show_next_view(live_comparison& comparison);

}  // namespace ingot::shell
