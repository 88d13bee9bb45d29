// `ingot regress`.
#pragma once

#include "command_line/command_line.hpp"
#include "command_line/exit_status.hpp"

namespace ingot::shell {

/// Results on stdout, a line for each case and backend as they come. Throws usage_error for a file of cases that is wrong.
exit_status run_regress(const regress_request& request);

}  // namespace ingot::shell
