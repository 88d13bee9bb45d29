// What the suite found, row by row and device by device.
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
    outcome how = outcome::passed;
    std::string reason;  ///< why it was skipped
};

/// Listens to the tests of one run and keeps what became of each on each device.
class result_collector : public ::testing::EmptyTestEventListener {
public:
    void OnTestEnd(const ::testing::TestInfo& test) override;

    /// By "suite.test", then by the device's name in test names ("opencl_0").
    const std::map<std::string, std::map<std::string, test_result>>& results() const { return found; }

private:
    std::map<std::string, std::map<std::string, test_result>> found;
};

/// A device's column: its name in test names, and what a person reads.
struct device_column {
    std::string test_name;
    std::string title;
};

/// Devices of this machine, in the order of devices().
std::vector<device_column> device_columns();

struct summary {
    std::string device;
    size_t passed = 0;
    size_t failed = 0;
    size_t skipped = 0;
    size_t missing = 0;  ///< rows that no test holds, or whose test did not run
};

std::vector<summary> summarise(const std::vector<table_row>& rows, const result_collector& collected);

/// Writes the table as Markdown: a line for each row, a column for each device, the reasons of all skips below.
void write_table(const std::filesystem::path& file, const std::vector<table_row>& rows, const result_collector& collected);

}  // namespace ingot::conformance
