// Another program, run and waited for, without a shell.
#pragma once

#include <string>
#include <vector>

namespace ingot::run_time {

struct process_result {
    int status = 0;      ///< of its exit; 128 and the signal's number where one ended it
    std::string output;  ///< what it wrote to its standard output and error streams
};

/// Runs `command`: a program, looked for in PATH where it names no folder, and its arguments. It reads nothing, and speaks
/// English. Throws error where it cannot be started.
process_result run_process(const std::vector<std::string>& command);

}  // namespace ingot::run_time
