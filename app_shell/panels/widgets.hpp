// Widgets and text formats that several panels use.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "panels/user_interface.hpp"

namespace ingot::shell::widgets {

/// Begins a panel at a fixed position. `pivot` is the point of the panel that lies at `place`: (0, 0) is its upper left
/// corner, (1, 1) its lower right corner. The panel grows with its contents, up to `most_height`. `width` 0 fits the
/// contents.
void begin_panel(const char* name, ImVec2 place, ImVec2 pivot, float width, float most_height, const user_interface& interface);
void end_panel();

void heading(const char* text, const user_interface& interface);
/// Draws a small button at the right end of the previous line, for example of a heading. Returns true if it was
/// pressed.
bool small_button_at_end(const char* label, const user_interface& interface);
void quiet_text(std::string_view text);
/// Returns the smallest width at which a wrapped text has no more lines than at `width`. Its lines are then about equally
/// long, and no short word is alone in the last one.
float balanced_width(std::string_view text, float width);
/// Draws a text with small letters. If it is wrapped, its lines are about equally long.
void small_text(std::string_view text, ImVec4 colour, const user_interface& interface, bool is_wrapped = false);
/// Returns the text, cut off and ended with "…" if it is wider than `width`.
std::string shorten(std::string_view text, float width);
/// Draws a quiet text: with smaller letters if it is wider than `width`, and shortened if that is not enough.
void fitted_text(std::string_view text, float width, const user_interface& interface);
/// Draws a row with a name at the left edge and a value with its unit at the right edge.
void value_row(std::string_view name, std::string_view figure, std::string_view unit, const user_interface& interface);
/// Draws a frame around the previous item if it has the keyboard focus. For items without Dear ImGui's own focus frame.
void mark_focus();
/// Writes a small text over a chart, on a ground that keeps it readable over bars. `corner` is its lower left corner.
void chart_label(const std::string& text, ImVec2 corner, const user_interface& interface);
/// Returns the distance of the bars of a chart of `width` that shows about `count` bars: whole pixels, so that no pattern
/// appears.
float distance_of_bars(float width, size_t count);

/// Gives the keyboard to the next control, also if its panel does not have the focus: Dear ImGui 1.90.1 needs that first.
void focus_next_control();
/// Shows a help text while the mouse is over the previous item, or the keyboard focus is on it. After the mouse has pressed the
/// item the text is gone until the mouse has left the item, so that it does not cover what the user wants to see.
void tooltip(std::string_view text, const user_interface& interface);
/// Returns the upper left corner of a help text of `size` beside the item between `low` and `high`: below it, or above it if the
/// window is too low for that. It begins at the mouse, if it fits into the window there.
ImVec2 place_of_help(ImVec2 low, ImVec2 high, float mouse_x, ImVec2 size, ImVec2 window_size, float gap);

enum class icon { play, pause, step, reset, camera, back, cross, compare, record, stop };
/// A button with an icon and a label. Returns true if it was pressed. A label that begins with "##" is an identifier only,
/// and is not drawn.
bool icon_button(icon icon, const char* label, const user_interface& interface);
/// A button that is highlighted while `is_chosen`. Returns true if it was pressed. `width` 0 fits the text.
bool text_button(const char* label, bool is_chosen, float width = 0.0f);
/// A switch for on and off. Returns true if the user changed `value`.
bool switch_button(const char* id, bool& value, const user_interface& interface);

/// A slider that is filled up to its value. It has no handle, because a handle could cover the number in the middle of the
/// slider. A double click, or a click with Ctrl, turns it into a text field. The first click of a double click sets the value
/// where the mouse is; the second one restores the value before it. `format` is a printf format. Returns true if `value` changed.
bool slider(const char* id, ImGuiDataType type, void* value, const void* minimum, const void* maximum, const char* format,
            bool is_logarithmic, const user_interface& interface);
/// A field that opens a list. If it returns true, the list is open, and ImGui::EndCombo() must end it.
bool begin_choice(const char* id, const char* value_text, const user_interface& interface);

/// Puts commas between groups of three digits of a printed number: "1234567.8" becomes "1,234,567.8", and "x 12345" becomes
/// "x 12,345". Digits after a point and of a number with an exponent stay as they are.
std::string with_groups(std::string text);
/// Formats a count: "12,346".
std::string format_count(uint64_t number);
/// Formats a number: "12,346", "0.0123", "3.20e-7". Numbers below 0.001, except 0, and numbers from 1e9 on have an
/// exponent. Of the others, whole numbers have no decimals, numbers below 1 have four decimals, and the rest have five
/// significant digits, or more if there are more digits before the point.
std::string format_number(double value);

}  // namespace ingot::shell::widgets
