// Checks that the test of each row of rows.txt exists on each device. Otherwise nobody would notice that a row has lost its
// test when the test is renamed or removed.
#include "row_table.hpp"

#include <gtest/gtest.h>

#include <set>

#include "report.hpp"

namespace {

using namespace ingot::conformance;

// Returns the names of all tests of this program, for example "on/mathematics.sqrt/opencl_0".
std::set<std::string> tests_here() {
    std::set<std::string> names;
    const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
        const ::testing::TestSuite& suite = *all.GetTestSuite(i);
        for (int k = 0; k < suite.total_test_count(); ++k)
            names.insert(std::string(suite.name()) + "." + suite.GetTestInfo(k)->name());
    }
    return names;
}

TEST(row_table, has_a_test_for_every_row_and_device) {
    const std::set<std::string> tests = tests_here();
    const std::vector<table_row> rows = read_rows(INGOT_CONFORMANCE_ROWS);
    EXPECT_GT(rows.size(), 200u);
    for (const table_row& row : rows)
        for (const device_column& device : device_columns())
            EXPECT_TRUE(tests.contains("on/" + row.test + "/" + device.test_name))
                << "table " << row.table << ", '" << row.name << "': there is no test " << row.test << " on " << device.title;
}

}  // namespace
