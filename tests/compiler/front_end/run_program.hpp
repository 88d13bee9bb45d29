// Runs a program and captures its output.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ingot::tests {

/// The result of running a program.
struct program_run {
    int status = -1;     ///< exit status; -1 if a signal ended the program
    int signal = 0;      ///< the signal that ended the program, or 0
    std::string output;  ///< text on the standard output stream
    std::string errors;  ///< text on the standard error stream
};

/// Runs a program in the folder `folder` and waits for its end. `words` are the path of the program and its arguments.
/// If `waiting_signal` is not 0, this signal is blocked and pending when the program starts.
program_run run_program(const std::vector<std::string>& words, const std::filesystem::path& folder, int waiting_signal = 0);

/// Returns the contents of the file, or an empty string if the file cannot be read.
std::string read_text(const std::filesystem::path& file);

}  // namespace ingot::tests
