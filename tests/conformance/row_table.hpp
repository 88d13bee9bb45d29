// Reads rows.txt, which names a test for each row of the tables of the kernel language in the thesis that
// docs/host-library.md names, and for further features.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ingot::conformance {

struct table_row {
    std::string table;  ///< number of a table ("8" to "16") or a section ("3.3.4"); "beyond" if the thesis lacks the feature
    std::string name;   ///< the function or the feature
    std::string test;   ///< "suite.test"
};

/// Reads lines of the form `table | row | test`; a line that begins with `#` is a comment. Throws std::runtime_error if the
/// file cannot be read or a line is wrong. The message contains the name of the file, and the number of the wrong line.
std::vector<table_row> read_rows(const std::filesystem::path& file);

}  // namespace ingot::conformance
