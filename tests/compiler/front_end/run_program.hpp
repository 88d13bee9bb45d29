// Runs a program and keeps what it says.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ingot::tests {

struct program_run {
    int status = -1;  ///< exit status; -1 where a signal ended it
    int signal = 0;   ///< the signal that ended it, or 0
    std::string output;
    std::string errors;
};

/// `words` begins with the program's path. `folder` is where it runs. `waiting_signal` is one that the program gets, blocked,
/// before its first instruction; 0 for none.
program_run run_program(const std::vector<std::string>& words, const std::filesystem::path& folder, int waiting_signal = 0);

std::string read_text(const std::filesystem::path& file);

}  // namespace ingot::tests
