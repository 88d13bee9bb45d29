// The panels' fonts: Inter and JetBrains Mono, else DejaVu, else Dear ImGui's own.
#pragma once

#include <imgui.h>

namespace ingot::shell {

struct fonts {
    ImFont* regular = nullptr;
    ImFont* strong = nullptr;   ///< headings
    ImFont* small = nullptr;    ///< remarks
    ImFont* large = nullptr;    ///< a title, the one important figure
    ImFont* display = nullptr;  ///< the browser's title
    ImFont* code = nullptr;     ///< what compilers say: all characters are equally wide
};

/// Loads them into the current context's atlas, `pixels_per_unit` pixels for one of the design. Digits are all made equally wide,
/// so that figures that change stand still.
fonts load_fonts(float pixels_per_unit);

}  // namespace ingot::shell
