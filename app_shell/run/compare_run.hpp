// `ingot compare`: two devices in lockstep, without a window.
#pragma once

#include "command_line/command_line.hpp"
#include "command_line/exit_status.hpp"

namespace ingot::shell {

/// Prints a line for each frame that is compared. `failed` where a limit was overstepped or a device failed; what was compared
/// until then is still written.
exit_status run_compare(const compare_request& request);

}  // namespace ingot::shell
