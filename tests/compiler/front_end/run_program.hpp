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

/// `words` begins with the program's path. `folder` is where it runs.
program_run run_program(const std::vector<std::string>& words, const std::filesystem::path& folder);

/// A folder of its own for each object, gone with it.
class scratch_folder {
public:
    scratch_folder();
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    ~scratch_folder();

    const std::filesystem::path& path() const { return folder; }
    std::filesystem::path write(const std::string& name, const std::string& contents) const;
    std::vector<std::string> files() const;

private:
    std::filesystem::path folder;
};

std::string read_text(const std::filesystem::path& file);

}  // namespace ingot::tests
