// The characters of texts from outside, such as names of files, that the loaded fonts lack.
#pragma once

#include <imgui.h>

#include <future>
#include <set>
#include <string_view>
#include <vector>

#include "panels/system_fonts.hpp"

namespace ingot::shell {

/// Collects characters while panels are drawn, and finds fonts for them in the background. Only these characters are added to the
/// fonts, because all of Chinese, Japanese and Korean would take long to load, and much memory.
class outside_characters {
public:
    /// Notes the characters of a text (UTF-8) that a loaded font of the current Dear ImGui context lacks.
    void note(std::string_view text);
    /// Call it between frames: starts the search for a font, or takes its result. Returns true if the fonts must be loaded again,
    /// with characters() and system_fonts().
    bool update();

    /// The characters to load in addition.
    const std::set<ImWchar>& characters() const { return characters_; }
    /// Fonts for those that Ingot's own fonts lack; the first that has a character counts.
    const std::vector<font_face>& system_fonts() const { return system_fonts_; }

private:
    std::set<ImWchar> noted_;       ///< those for which no search has begun
    std::set<ImWchar> characters_;  ///< also those that no font has, so that they are not searched again
    std::vector<font_face> system_fonts_;
    std::future<std::vector<font_face>> search_;
};

/// Notes the characters of a text that a panel shows, if it can come from outside: a path, a name, a message, source code. Like
/// Dear ImGui's context this is global: one thread draws all panels into one window.
void note_characters(std::string_view text);

}  // namespace ingot::shell
