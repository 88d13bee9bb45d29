// Small pieces that several panels are made of.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>
#include <string_view>

#include "panels/user_interface.hpp"

namespace ingot::shell::widgets {

/// A panel at a fixed place; `pivot` says which of its points is at `place`. It grows with what is in it, up to `most`.
void begin_panel(const char* name, ImVec2 place, ImVec2 pivot, float width, float most_height, const user_interface& in);
void end_panel();

void heading(const char* text, const user_interface& in);
/// A button at the right end of the line above, as of a heading.
bool small_button_at_end(const char* label, const user_interface& in);
void quiet_text(std::string_view text);
void small_text(std::string_view text, ImVec4 colour, const user_interface& in, bool wrapped = false);
/// Text cut at `width`, with dots.
std::string shortened(std::string_view text, float width);
/// A name at the left, a figure at the right edge.
void figure_row(std::string_view name, std::string_view figure, std::string_view unit, const user_interface& in);
/// After an item that Dear ImGui draws no frame of its own for: the frame that shows that the keyboard is on it.
void mark_focus();
/// After any item: help that appears under a resting mouse.
void tooltip(std::string_view text, const user_interface& in);

enum class icon { play, pause, step, reset, camera, back, cross, compare, record, stop };
bool icon_button(icon which, const char* label, const user_interface& in);
/// `width` 0: as wide as its text.
bool text_button(const char* label, bool chosen, float width = 0.0f);
bool switch_button(const char* id, bool& on, const user_interface& in);

/// Sliders that fill up to their value, so that the figure in the middle stays legible. `format` as for printf.
bool slider(const char* id, ImGuiDataType type, void* value, const void* least, const void* most, const char* format,
            bool logarithmic, const user_interface& in);
/// A field that opens a list; ends with ImGui::EndCombo() where true.
bool begin_choice(const char* id, const char* shown, const user_interface& in);

/// A figure with four or five digits that matter: "12,345.7", "0.0123", "3.20e-7".
std::string figure(double value);

}  // namespace ingot::shell::widgets
