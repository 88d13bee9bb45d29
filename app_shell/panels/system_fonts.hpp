// Fonts that are installed on the system, for characters that Ingot's own fonts lack.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <memory>
#include <set>
#include <vector>

namespace ingot::shell {

/// One font of a font file. A collection (.ttc) has several.
struct font_face {
    std::shared_ptr<const std::vector<std::byte>> file;
    int index = 0;
};

/// Can this font be drawn, and does it have the character? Fonts without outlines of TrueType or of CFF cannot be drawn.
bool has_character(const void* file, int index, ImWchar character);

/// The em, which is the size of the letters, relative to the height of a line from the highest to the lowest letter. 1 if the
/// font cannot be drawn.
float share_of_em(const void* file, int index);

/// Asks fontconfig (`fc-match`) for installed fonts with these characters. Returns fonts that have at least one of them, so that
/// each has one that those before it lack. Returns none if there is no such font, or no fontconfig.
std::vector<font_face> find_system_fonts(std::set<ImWchar> characters);

}  // namespace ingot::shell
