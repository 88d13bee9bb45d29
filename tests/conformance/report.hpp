// Collects the results of the conformance suite, and writes a table of the rows of rows.txt (row_table.hpp) with the result of
// each row's test on each device.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "row_table.hpp"

namespace ingot::conformance {

enum class outcome { passed, failed, skipped };

struct test_result {
    conformance::outcome outcome = conformance::outcome::passed;
    std::string reason;  ///< the reason if the test was skipped
};

/// Listens to the tests of one run and stores each test's result on each device.
class result_collector : public ::testing::EmptyTestEventListener {
public:
    void OnTestEnd(const ::testing::TestInfo& test) override;

    /// Maps "suite.test" to a map from a device's name in test names ("opencl_0") to the result on this device.
    const std::map<std::string, std::map<std::string, test_result>>& results() const { return found_; }

private:
    std::map<std::string, std::map<std::string, test_result>> found_;
};

/// A device's column of the table: the name in test names, and the title for readers.
struct device_column {
    std::string test_name;
    std::string title;
};

/// Returns a column for each device of this machine that can be used, in the order of every_device_choice().
std::vector<device_column> device_columns();

/// How many rows of rows.txt had each result on one device.
struct summary {
    std::string device;
    size_t passed = 0;
    size_t failed = 0;
    size_t skipped = 0;
    size_t missing = 0;  ///< rows without a test, or with a test that did not run
};

std::vector<summary> summarise(const std::vector<table_row>& rows, const result_collector& collected);

/// Writes the table as Markdown: a line for each row of rows.txt, a column for each device, and below the table the reasons why
/// tests were skipped. Throws std::runtime_error if the file cannot be written.
void write_table(const std::filesystem::path& file, const std::vector<table_row>& rows, const result_collector& collected);

}  // namespace ingot::conformance
