// Tests that docs/shell.md lists the keys that F1 shows, and all exit statuses.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "command_line/exit_status.hpp"
#include "panels/key_list.hpp"

namespace ingot::shell {
namespace {

/// Removes backquotes, and the additional spaces that align the columns.
std::string narrow(std::string_view text) {
    std::string result;
    for (const char each : text)
        if (each != '`' && (each != ' ' || (!result.empty() && result.back() != ' '))) result += each;
    while (result.ends_with(' ')) result.pop_back();
    return result;
}

/// Returns for each row of the table under a heading the first cell and the text of the other cells. The first row contains the
/// titles of the columns.
std::vector<std::pair<std::string, std::string>> table_under(std::string_view heading) {
    std::ifstream page(INGOT_TEST_DOCUMENTATION);
    std::vector<std::pair<std::string, std::string>> rows;
    bool is_inside = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("## ")) is_inside = line == heading;
        const size_t bar = line.find(" | ");
        if (!is_inside || !line.starts_with("| ") || bar == std::string::npos || line.starts_with("| --- ")) continue;
        const size_t end = line.rfind(" |");
        rows.emplace_back(narrow(std::string_view(line).substr(2, bar - 2)),
                          narrow(std::string_view(line).substr(bar + 3, end - bar - 3)));
    }
    return rows;
}

TEST(documentation, lists_the_keys_of_the_window) {
    std::vector<std::pair<std::string, std::string>> program_rows;
    for (const listed_key& each : listed_keys)
        program_rows.emplace_back(narrow(each.group), narrow(each.name) + " | " + narrow(each.does));
    const auto documented_rows = table_under("## Keys");
    ASSERT_EQ(documented_rows.size(), program_rows.size() + 1) << "including the column titles";
    for (size_t i = 0; i < program_rows.size(); ++i) EXPECT_EQ(documented_rows[i + 1], program_rows[i]);
}

TEST(documentation, lists_the_exit_statuses) {
    const auto documented_rows = table_under("## Exit statuses");
    ASSERT_EQ(documented_rows.size(), static_cast<size_t>(exit_status::stopped) + 2) << "including the column titles";
    for (int i = 0; i <= static_cast<int>(exit_status::stopped); ++i)
        EXPECT_EQ(documented_rows[static_cast<size_t>(i) + 1].first, std::to_string(i));
}

}  // namespace
}  // namespace ingot::shell
