// Runs a child process with a time limit.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ingot::process {

/// How a child process ended.
struct child_result {
    enum class ending { exited, signalled, timed_out, stopped };
    ending end = ending::exited;
    int status = 0;        ///< exit status, or the number of the signal; 0 if run_child() killed the process
    std::string output;    ///< the last 64 KiB of standard output and standard error
    double seconds = 0.0;  ///< time from the start of the process to its end
};

/// Runs `program` with `arguments` and waits for its end. A program name without a folder is searched in PATH. Standard
/// output and standard error go to the file `output`. Kills the process when it has run longer than `limit`, or when
/// `stop` returns true. Throws std::runtime_error if the process cannot be started or the file cannot be opened.
child_result run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                       const std::filesystem::path& output, std::chrono::duration<double> limit,
                       const std::function<bool()>& stop);

}  // namespace ingot::process
