// One function for each command of the program.
#pragma once

#include <ingot/sample/sample.hpp>
#include <span>

#include "command_line/command_line.hpp"
#include "command_line/exit_status.hpp"

namespace ingot::shell {

/// `ingot`: opens the window with the browser.
exit_status run_browser(const browse_request& request, std::span<const sample_description> samples);

/// `ingot run`: opens the window with a sample on.
exit_status run_in_window(const run_request& request, std::span<const sample_description> samples);

/// `ingot run --headless`: fixed steps, a number of frames, and what is written at the end. Results on stdout, messages on
/// stderr. Throws what fails on the way; then nothing has been written.
exit_status run_headless(const run_request& request);

/// `ingot bench`: prints a line for each run. `failed` where one failed, `unavailable` where no backend had a device.
exit_status run_bench(const bench_request& request);

/// `ingot compare`: prints a line for each frame that is compared. `failed` where a limit was overstepped or a device failed;
/// what was compared until then is still written.
exit_status run_compare(const compare_request& request);

/// `ingot regress`: results on stdout, a line for each case and backend as they come. Throws usage_error for a file of cases that
/// is wrong.
exit_status run_regress(const regress_request& request);

}  // namespace ingot::shell
