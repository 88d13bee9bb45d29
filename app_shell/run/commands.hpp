// The commands of `ingot` that open the window or run samples. program.cpp handles those that only print a list or a text.
#pragma once

#include <ingot/sample/sample.hpp>
#include <span>
#include <string>
#include <vector>

#include "command_line/command_line.hpp"
#include "command_line/exit_status.hpp"

namespace ingot::shell {

/// `ingot`: opens the window with the browser, and shows the problems in it.
exit_status run_browser(const browse_request& request, std::span<const sample_description> samples,
                        std::vector<std::string> problems);

/// `ingot run`: opens the window, runs the sample in it, and shows the problems.
exit_status run_in_window(const run_request& request, std::span<const sample_description> samples,
                          std::vector<std::string> problems);

/// `ingot new`: writes the files of a new sample and prints their names.
exit_status run_new(const new_request& request);

/// `ingot run --headless`: runs frames in fixed steps. With --frames the run ends after that number of frames; with
/// --output, when the sample has finished its picture; with both, whichever comes first; with neither, after
/// default_frames. A video is written during the run, all other files at the end. Prints results on stdout and messages
/// on stderr. Throws if a frame fails; then only the first part of the video has been written.
exit_status run_headless(const run_request& request);

/// `ingot bench`: prints a line for each run. Returns `failed` if a run failed, `unavailable` if no requested backend has a
/// device, and `stopped` after a signal; then no file is written.
exit_status run_bench(const bench_request& request);

/// `ingot compare`: prints a line for each compared frame. Returns `failed` if a limit was exceeded or a device failed.
/// If a device fails after the start, the report contains the frames that were compared before.
exit_status run_compare(const compare_request& request);

/// `ingot regress`: prints a line on stdout for each case and backend. The lines of a case appear when it and all earlier
/// cases have ended. Throws usage_error if a regression.json is wrong.
exit_status run_regress(const regress_request& request);

/// `ingot gallery`: prints a line for each preset. Returns `failed` if a preset could not be rendered; the pages then show the
/// others. After a signal it returns `stopped`, and the pages are not written.
exit_status run_gallery(const gallery_request& request);

/// `ingot tune SAMPLE`: prints the times of all values, and keeps the fastest in the cache. Nothing is kept after a signal, or if
/// the sample's own choice is the fastest.
exit_status run_tune(const tune_request& request);

/// `ingot tune --list`: prints what was kept.
exit_status run_list_tunings(const list_tunings_request& request);

/// `ingot tune --forget`: removes what was kept.
exit_status run_forget_tunings(const forget_tunings_request& request);

/// `ingot metal check`: prints the messages on stderr and a summary on stdout. Returns `failed` if a file has errors.
exit_status run_metal_check(const metal_check_request& request);

/// `ingot metal run`: writes the results and prints what ran. Throws usage_error if the arguments do not fit the kernel.
exit_status run_metal_kernel(const metal_run_request& request);

}  // namespace ingot::shell
