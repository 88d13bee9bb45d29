// Times and readings of what runs.
#pragma once

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// A panel at the right edge.
void draw_figures(stage& on, const user_interface& in);

}  // namespace ingot::shell
