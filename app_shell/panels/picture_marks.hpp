// What the window draws over the picture and below all panels: captions, the sample's progress, and lines that the mouse drags.
#pragma once

#include <imgui_internal.h>

#include <optional>
#include <span>

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// Draws the captions, the divider, the timeline and the progress of the running sample. Call it before any panel is drawn.
/// `free` is the part of the window that panels left free in the last frame. Draws nothing if no sample runs, or while two
/// devices are compared.
void draw_picture_marks(stage& stage, const uncovered_part& free, const user_interface& interface);

/// Draws a vertical line over the whole picture, with a handle. The mouse can drag the line from up to seven design pixels left
/// and right of it. `position` is a share of the window's width, from 0 to 1. Returns true if the user changed it.
bool drag_line(const char* name, float& position, const user_interface& interface);

/// Returns where the upper left corner of a caption must be, so that the caption is within the window and above the control bar.
/// If its place is free, it stays there. If the caption is wider than the window, its beginning is shown.
ImVec2 visible_corner(ImVec2 corner, ImVec2 size, ImVec2 window_size, const std::optional<ImVec4>& bar);

/// Returns where the upper left corner of a caption must be, so that the caption covers none of the `taken` rectangles: at
/// `corner`, or above or below what is there, with a gap.
ImVec2 free_corner(ImVec2 corner, ImVec2 size, std::span<const ImRect> taken, bool upwards, float gap);

/// Draws a text on a filled rectangle. `anchor` is the point of the rectangle, in shares of its size, that lies at `place`.
void draw_tag(const std::string& text, ImVec2 place, ImVec2 anchor, const user_interface& interface);

}  // namespace ingot::shell
