// Runs another program without a shell and waits for it.
#pragma once

#include <string>
#include <vector>

namespace ingot::jit {

/// The result of a program that has ended.
struct process_result {
    int status = 0;      ///< exit status; 128 + the signal's number if a signal ended the program
    std::string output;  ///< everything that the program wrote to standard output and standard error
};

/// Runs a program with arguments and waits until it ends. The program is searched in PATH if its name has no folder. Its
/// standard input is empty. Its locale is C, so that its messages are in English. Throws error if the program cannot be
/// started.
process_result run_process(const std::vector<std::string>& command);

}  // namespace ingot::jit
