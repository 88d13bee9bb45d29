// A run without a window: fixed steps, a number of frames, and what is written at the end.
#pragma once

#include "command_line/command_line.hpp"
#include "command_line/exit_status.hpp"

namespace ingot::shell {

/// Results on stdout, messages on stderr. Throws what fails on the way; then nothing has been written.
exit_status run_headless(const run_request& request);

}  // namespace ingot::shell
