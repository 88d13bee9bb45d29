// Options of `ingot run` for the view: camera, exposure, clock, theme, saved settings, and video.
#pragma once

#include <optional>

#include "command_line/command_line.hpp"
#include "command_line/option_parser.hpp"

namespace ingot::shell {

/// Adds the options for camera, exposure and clock, and those of add_window_options().
void add_view_options(CLI::App& app, run_request& request);

/// Throws usage_error if the run has no window but --paused-at or --clock-speed, which need one, is given.
void check_view_options(const run_request& request);

/// Adds --fresh and --theme, for all commands that open a window.
void add_window_options(CLI::App& app, bool& fresh, std::optional<theme::look>& look);

/// Adds --video and --fps.
void add_video_options(CLI::App& app, run_request& request);

}  // namespace ingot::shell
