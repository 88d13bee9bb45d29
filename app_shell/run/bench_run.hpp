// `ingot bench`: samples measured without a window.
#pragma once

#include "command_line/command_line.hpp"
#include "command_line/exit_status.hpp"

namespace ingot::shell {

/// Prints a line for each run. `failed` where one failed, `unavailable` where no backend had a device.
exit_status run_bench(const bench_request& request);

}  // namespace ingot::shell
