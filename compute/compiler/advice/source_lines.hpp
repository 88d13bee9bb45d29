// The lines of the source files that remarks name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ingot::compiler::advice {

/// Reads source files when their lines are needed, each once.
class source_lines {
public:
    /// Returns all lines of a file, without their ends. Returns no lines if the file cannot be read.
    const std::vector<std::string>& lines_of(const std::string& file);

    /// Returns one line, from 1. Returns an empty text if there is no such line.
    std::string line(const std::string& file, uint32_t number);

private:
    std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace ingot::compiler::advice
