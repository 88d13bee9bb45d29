#include "row_table.hpp"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>
#include <string_view>

namespace ingot::conformance {

namespace {

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// A row's name may contain the operator |, so only the first and the last bar separate columns.
table_row parse(std::string_view line) {
    const size_t first = line.find(" | ");
    const size_t last = line.rfind(" | ");
    if (first == std::string_view::npos || first == last) throw std::runtime_error("expected 'table | row | suite.test'");
    return {std::string(trimmed(line.substr(0, first))), std::string(trimmed(line.substr(first + 3, last - first - 3))),
            std::string(trimmed(line.substr(last + 3)))};
}

}  // namespace

std::vector<table_row> read_rows(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream) throw std::runtime_error(fmt::format("cannot read '{}'", file.string()));
    std::vector<table_row> rows;
    std::string line;
    for (size_t number = 1; std::getline(stream, line); ++number) {
        if (trimmed(line).empty() || line.front() == '#') continue;
        try {
            rows.push_back(parse(line));
        } catch (const std::runtime_error& reason) {
            throw std::runtime_error(fmt::format("{}:{}: {}", file.string(), number, reason.what()));
        }
    }
    return rows;
}

}  // namespace ingot::conformance
