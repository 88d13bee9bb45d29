// Tests the writer of SARIF.
#include <gtest/gtest.h>

#include <filesystem>
#include <ingot/sarif.hpp>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;
namespace sarif = ingot::sarif;

TEST(sarif, has_rules_results_and_related_places) {
    const sarif::log log {"checker",
                          "1.2",
                          {{"wrong", "It is wrong.", "page.md#wrong"}, {"odd", "It is odd."}},
                          {{"wrong", "error", "no", {"a.metal", 3, 7}, {{"b.metal", 4, 0, "declared here"}}},
                           {"odd", "warning", "hm", {"a.metal"}}}};
    const json written = json::parse(sarif::to_text(log));
    EXPECT_EQ(written["version"], "2.1.0");
    ASSERT_EQ(written["runs"].size(), 1u);
    const json& driver = written["runs"][0]["tool"]["driver"];
    EXPECT_EQ(driver["name"], "checker");
    EXPECT_EQ(driver["version"], "1.2");
    EXPECT_EQ(driver["rules"][0],
              json({{"id", "wrong"}, {"shortDescription", {{"text", "It is wrong."}}}, {"help", {{"text", "page.md#wrong"}}}}));
    EXPECT_FALSE(driver["rules"][1].contains("help"));
    const json& results = written["runs"][0]["results"];
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results[0]["ruleId"], "wrong");
    EXPECT_EQ(results[0]["level"], "error");
    EXPECT_EQ(results[0]["message"]["text"], "no");
    EXPECT_EQ(results[0]["locations"][0]["physicalLocation"]["region"], json({{"startLine", 3}, {"startColumn", 7}}));
    const json& related = results[0]["relatedLocations"];
    ASSERT_EQ(related.size(), 1u);
    EXPECT_EQ(related[0]["message"]["text"], "declared here");
    EXPECT_EQ(related[0]["physicalLocation"]["region"], json({{"startLine", 4}}));
    EXPECT_FALSE(results[1]["locations"][0]["physicalLocation"].contains("region")) << "no line, no region";
    EXPECT_FALSE(results[1].contains("relatedLocations"));
}

TEST(sarif, has_fixes_by_file) {
    const sarif::fix fix {"write it so",
                          {{"a.metal", 3, 7, 2, "xyz"}, {"a.metal", 4, 1, 0, "new\n"}, {"b c.metal", 1, 1, 1, ""}}};
    const json written = json::parse(sarif::to_text({"p", "1", {}, {{"r", "note", "m", {"a.metal", 3, 7}, {}, {fix}}}}));
    const json expected = json::parse(R"([{"description": {"text": "write it so"}, "artifactChanges": [
        {"artifactLocation": {"uri": "a.metal"}, "replacements": [
            {"deletedRegion": {"startLine": 3, "startColumn": 7, "endLine": 3, "endColumn": 9}, "insertedContent": {"text": "xyz"}},
            {"deletedRegion": {"startLine": 4, "startColumn": 1, "endLine": 4, "endColumn": 1}, "insertedContent": {"text": "new\n"}}]},
        {"artifactLocation": {"uri": "b%20c.metal"}, "replacements": [
            {"deletedRegion": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}, "insertedContent": {"text": ""}}]}]}])");
    EXPECT_EQ(written["runs"][0]["results"][0]["fixes"], expected);
}

TEST(sarif, writes_paths_as_uris) {
    const auto uri_of = [](const std::string& file) {
        const json written = json::parse(sarif::to_text({"p", "1", {}, {{"r", "note", "m", {file, 1, 1}}}}));
        return written["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].get<std::string>();
    };
    EXPECT_EQ(uri_of("a b/wrong ü.metal"), "a%20b/wrong%20%C3%BC.metal");
    EXPECT_EQ(uri_of((std::filesystem::current_path() / "x" / "y.metal").string()), "x/y.metal") << "below the current folder";
    EXPECT_EQ(uri_of("/elsewhere/#1.metal"), "file:///elsewhere/%231.metal");
}

TEST(sarif, replaces_bytes_that_are_no_text) {
    const json written = json::parse(sarif::to_text({"p", "1", {}, {{"r", "note", "\xff", {"f", 1, 1}}}}));
    EXPECT_EQ(written["runs"][0]["results"][0]["message"]["text"], "\xef\xbf\xbd");
}

}  // namespace
