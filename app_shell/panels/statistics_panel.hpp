// The statistics panel: frame times, kernel times, copies, OpenGL sharing, and the sample's own statistics.
#pragma once

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// Draws the statistics panel at the right edge of the window.
void draw_statistics(stage& stage, const user_interface& interface);

}  // namespace ingot::shell
