#include "source_lines.hpp"

#include <fstream>

namespace ingot::compiler::advice {

const std::vector<std::string>& source_lines::lines_of(const std::string& file) {
    const auto [entry, is_new] = files_.try_emplace(file);
    if (!is_new) return entry->second;
    std::ifstream stream(file, std::ios::binary);
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r')) line.pop_back();
        entry->second.push_back(line);
    }
    return entry->second;
}

std::string source_lines::line(const std::string& file, uint32_t number) {
    const std::vector<std::string>& lines = lines_of(file);
    return number == 0 || number > lines.size() ? std::string() : lines[number - 1];
}

}  // namespace ingot::compiler::advice
