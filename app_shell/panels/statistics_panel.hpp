// The statistics panel: frame times, kernel times, copies, OpenGL sharing, and the sample's own statistics.
#pragma once

#include <span>
#include <string>

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// Returns the frame rate for frames of this mean duration: "0.4", "9.9", "60". "—" if there is no frame yet.
std::string frame_rate_text(double milliseconds);

/// Returns a sentence with the share of the frames' time that drawing by OpenGL takes, if it takes most of it; "" otherwise, and
/// if the frames are as fast as a display shows them.
std::string slow_drawing_text(std::span<const frame_profile> frames);

/// Draws the statistics panel at the right edge of the window.
void draw_statistics(stage& stage, const user_interface& interface);

}  // namespace ingot::shell
