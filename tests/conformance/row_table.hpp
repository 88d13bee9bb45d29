// Reads rows.txt, which names a test for each row of the tables of the kernel language in the thesis that
// docs/host-library.md names, and for further features.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ingot::conformance {

struct table_row {
    std::string table;  ///< "8" to "16" for a table of the thesis; the number of a section; or "beyond"
    std::string name;
    std::string test;  ///< "suite.test"
};

/// Reads `table | row | test` lines; a line that begins with `#` is a comment. Throws std::runtime_error that names file
/// and line.
std::vector<table_row> read_rows(const std::filesystem::path& file);

}  // namespace ingot::conformance
