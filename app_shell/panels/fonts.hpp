// The panels' fonts: Inter and JetBrains Mono; if they are missing, DejaVu; if DejaVu is missing too, Dear ImGui's own
// font. Characters that they lack come from fonts of the system.
#pragma once

#include <imgui.h>

#include "panels/outside_characters.hpp"

namespace ingot::shell {

struct fonts {
    ImFont* regular = nullptr;
    ImFont* strong = nullptr;   ///< headings
    ImFont* small = nullptr;    ///< remarks
    ImFont* large = nullptr;    ///< titles, and the number of frames per second
    ImFont* display = nullptr;  ///< the start page's title
    ImFont* code = nullptr;     ///< source code and compiler messages; monospaced
};

/// Loads the fonts into the current Dear ImGui context. `pixels_per_unit` is the number of pixels for one design pixel,
/// which is the unit of all sizes in the panels (user_interface::unit()). All digits get the same width, so that changing
/// numbers do not move. The fonts also get the characters of texts from outside. The system fonts in `outside` must exist as long
/// as these fonts.
fonts load_fonts(float pixels_per_unit, const outside_characters& outside);

}  // namespace ingot::shell
