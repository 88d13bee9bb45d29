// Two devices side by side: what chooses the second, how both are shown, and how far they are apart.
#pragma once

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// Over the picture and under all panels: the line that the mouse drags, the names of the devices, the mark at the largest
/// difference. To be called before any panel is drawn. Nothing where nothing is compared.
void draw_comparison_marks(stage& on, const user_interface& in);

/// The bar with its figures and controls, above the transport. Nothing where nothing is compared.
void draw_comparison(stage& on, const user_interface& in);

/// The next of split, side by side, difference.
void show_next_view(live_comparison& of);

}  // namespace ingot::shell
