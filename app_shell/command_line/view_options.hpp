// Options of `ingot run` for what is seen and when: camera, exposure, clock, and what was kept from before.
#pragma once

#include <optional>

#include "command_line/command_line.hpp"
#include "command_line/option_parser.hpp"

namespace ingot::shell {

void add_view_options(CLI::App& to, run_request& into);

/// Throws usage_error where they do not go together.
void check_view_options(const run_request& request);

/// --fresh and --theme, for all commands that open a window.
void add_window_options(CLI::App& to, bool& fresh, std::optional<theme::look>& look);

/// --video and --fps.
void add_video_options(CLI::App& to, run_request& into);

}  // namespace ingot::shell
