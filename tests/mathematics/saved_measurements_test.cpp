// Tests saving measurements in files, and the table that is made from these files.
#include "saved_measurements.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "bounds.hpp"

namespace {

using namespace ingot::testing;

std::string content_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

saved_measurements example() {
    saved_measurements measurements;
    measurements.title = "a device";
    measurements.entries[{"sin", "float"}] = {{1.25, 0.1, 1.0, 1.0, 0.0998}, {0.5, 0x1p-149, 1.0, 1.0, 0.0}, 1000};
    measurements.entries[{"sin", "double"}] = {{0.75, 0.1, 1.0, 1.0, 0.0998}, {}, 1000};
    return measurements;
}

TEST(saved_measurements, come_back_from_a_file) {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "ingot_measurements.txt";
    write(example(), file);
    const saved_measurements read = read_measurements(file);
    EXPECT_EQ(read.title, "a device");
    ASSERT_EQ(read.entries.size(), 2u);
    const measurement& entry = read.entries.at({"sin", "float"});
    EXPECT_EQ(entry.count, 1000u);
    EXPECT_EQ(entry.error.ulp, 1.25);
    EXPECT_EQ(entry.error.x, 0.1);
    EXPECT_EQ(entry.denormal.x, 0x1p-149);
    std::filesystem::remove(file);
}

TEST(saved_measurements, reject_a_line_that_is_not_a_measurement) {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "ingot_no_measurements.txt";
    std::ofstream(file) << "a device\nsin float\n";
    try {
        read_measurements(file);
        FAIL() << "accepted a line that is not a measurement";
    } catch (const std::runtime_error& reason) {
        EXPECT_NE(std::string(reason.what()).find(":2: not a measurement: sin float"), std::string::npos) << reason.what();
    }
    std::filesystem::remove(file);
}

TEST(saved_measurements, make_a_table) {
    const std::string table = markdown_table({example()});
    EXPECT_NE(table.find("| `sin` | 4 | 1.250 · 0.750 · – |"), std::string::npos) << table;
    EXPECT_EQ(replace_table("a\n<!-- table: measure_ulp -->\nold\n<!-- end of table -->\nb\n", "new\n"),
              "a\n<!-- table: measure_ulp -->\n\nnew\n\n<!-- end of table -->\nb\n");
    EXPECT_THROW(replace_table("no table", "new\n"), std::runtime_error);
}

TEST(documentation, has_the_table_of_the_saved_measurements) {
    const std::string document = content_of(INGOT_DOCUMENT);
    EXPECT_EQ(document, replace_table(document, markdown_table(read_folder(INGOT_MEASURED))))
        << "the table is out of date; write it with: measure_ulp --measured tests/mathematics/measured --document "
           "docs/mathematics.md";
}

// Tests that all saved measurements, including those of other machines, satisfy the documented bounds.
TEST(documentation, has_bounds_that_all_saved_measurements_satisfy) {
    for (const saved_measurements& device : read_folder(INGOT_MEASURED))
        for (uint32_t index = 0; index < function_count; ++index)
            for (const char* const type : {"float", "double", "half"}) {
                const auto found = device.entries.find({function_names[index], type});
                ASSERT_NE(found, device.entries.end()) << device.title << ": " << function_names[index] << " of " << type;
                const auto operation = static_cast<function>(index);
                const double bound = std::string_view(type) == "float"    ? bound_on<float>(device.title, operation)
                                     : std::string_view(type) == "double" ? bound_on<double>(device.title, operation)
                                                                          : bound_on<ingot::half>(device.title, operation);
                EXPECT_LE(found->second.error.ulp, bound) << device.title << ": " << function_names[index] << " of " << type;
                EXPECT_LE(found->second.denormal.ulp, bound) << device.title << ": " << function_names[index] << " of " << type;
            }
}

}  // namespace
