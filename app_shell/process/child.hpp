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
    std::string output;    ///< the last 64 KiB of standard error, and of standard output if it goes to the same file
    double seconds = 0.0;  ///< time from the start of the process to its end
};

/// The files for the output of a process.
struct output_files {
    output_files(const std::filesystem::path& both) : output(both) {}
    output_files(const std::filesystem::path& standard_output, const std::filesystem::path& standard_error)
        : output(standard_output), errors(standard_error) {}

    std::filesystem::path output;
    std::filesystem::path errors;  ///< empty if both streams go to `output`
};

/// Runs `program` with `arguments` and waits for its end. A program name without a folder is searched in PATH. Standard
/// output and standard error go to the files `output`, which may be one file. Kills the process when it has run longer than
/// `limit`, or when `stop` returns true. `environment` are additional variables, "NAME=VALUE". Throws std::runtime_error if the
/// process cannot be started or a file cannot be opened.
child_result run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                       const output_files& output, std::chrono::duration<double> limit, const std::function<bool()>& stop,
                       const std::vector<std::string>& environment = {});

}  // namespace ingot::process
