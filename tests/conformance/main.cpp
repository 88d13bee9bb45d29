// The program of the conformance suite. It accepts GoogleTest's options and --table=FILE. With --table it writes a table of the
// rows of rows.txt (row_table.hpp) with the results of their tests, and prints for each device how many rows passed. Then a row
// without a test counts as a failure.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "report.hpp"
#include "row_table.hpp"

namespace {

using namespace ingot::conformance;

int run(const std::string& table) {
    auto* const collected = new result_collector;  // GoogleTest owns its listeners
    testing::UnitTest::GetInstance()->listeners().Append(collected);
    int status = RUN_ALL_TESTS();
    if (table.empty()) return status;
    const std::vector<table_row> rows = read_rows(INGOT_CONFORMANCE_ROWS);
    write_table(table, rows, *collected);
    for (const summary& summary : summarise(rows, *collected)) {
        fmt::print("{}: {} of {} rows passed, {} failed, {} skipped, {} missing\n", summary.device, summary.passed, rows.size(),
                   summary.failed, summary.skipped, summary.missing);
        if (summary.failed + summary.missing > 0) status = 1;
    }
    fmt::print("wrote the table to {}\n", table);
    return status;
}

}  // namespace

int main(int count, char** arguments) {
    testing::InitGoogleTest(&count, arguments);
    std::string table;
    for (const std::string_view argument : std::span(arguments, static_cast<size_t>(count)).subspan(1)) {
        if (!argument.starts_with("--table=")) {
            fmt::print(stderr, "conformance_tests: unknown option '{}'; use --table=FILE or an option of GoogleTest\n", argument);
            return 2;
        }
        table = argument.substr(std::string_view("--table=").size());
    }
    try {
        return run(table);
    } catch (const std::exception& reason) {
        fmt::print(stderr, "conformance_tests: {}\n", reason.what());
        return 1;
    }
}
