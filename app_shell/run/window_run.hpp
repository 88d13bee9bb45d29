// The program in a window: browser and samples.
#pragma once

#include <ingot/sample/sample.hpp>
#include <optional>
#include <span>

#include "command_line/command_line.hpp"
#include "command_line/exit_status.hpp"

namespace ingot::shell {

/// Opens the window with the browser.
exit_status run_browser(const browse_request& request, std::span<const sample_description> samples);

/// Opens the window with a sample on.
exit_status run_in_window(const run_request& request, std::span<const sample_description> samples);

}  // namespace ingot::shell
