// Another process, with a limit on its time.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ingot::process {

struct child_result {
    enum class ending { exited, signalled, timed_out, stopped };
    ending how = ending::exited;
    int status = 0;      ///< exit status, or the signal's number
    std::string output;  ///< standard output and error together; the last 64 KiB
    double seconds = 0.0;
};

/// Runs `program`, looked for in PATH where it names no folder, with `arguments` and waits. What it writes goes to the file
/// `output` and comes back too. It is ended where it takes longer than `limit`, or where `stop` says so. Throws
/// std::runtime_error where it cannot be started.
child_result run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                       const std::filesystem::path& output, std::chrono::duration<double> limit,
                       const std::function<bool()>& stop);

}  // namespace ingot::process
