// Tests of kernels as text: source, PTX and SPIR-V from the archive of the running program.
#include "kernels/kernel_text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <ingot/files/text_edits.hpp>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

#include "every_device.hpp"
#include "kernels/advised_times.hpp"
#include "kernels/assembly_text.hpp"
#include "kernels/kernel_resources.hpp"
#include "kernels/source_advice.hpp"
#include "metal_pages.kernels.hpp"
#include "temporary_folder.hpp"
#include "tint.kernels.hpp"

namespace ingot::shell {
namespace {

const kernel_page* page(const std::vector<kernel_page>& pages, std::string_view title) {
    const auto found = std::ranges::find_if(pages, [&](const kernel_page& each) { return each.title.starts_with(title); });
    return found == pages.end() ? nullptr : &*found;
}

TEST(kernel_text, shows_source_overview_ptx_and_spirv) {
    const device device = find_device(backend::cpu_debug, 0);
    const tint_program program(device);
    const auto pages = kernel_pages(device, "tint.kernels.cpp", std::filesystem::path(INGOT_TEST_SOURCES));
    ASSERT_TRUE(page(pages, "Source"));
    EXPECT_NE(page(pages, "Source")->text.find("kernel void"), std::string::npos);
    ASSERT_TRUE(page(pages, "ptx"));
    EXPECT_NE(page(pages, "ptx")->text.find(".visible .entry tint"), std::string::npos) << page(pages, "ptx")->text;
    ASSERT_TRUE(page(pages, "spirv"));
    EXPECT_NE(page(pages, "spirv")->text.find("OpEntryPoint Kernel"), std::string::npos) << page(pages, "spirv")->text;
    ASSERT_TRUE(page(pages, "vulkan"));
    EXPECT_NE(page(pages, "vulkan")->text.find("; kernel tint\n"), std::string::npos) << page(pages, "vulkan")->text;
    EXPECT_NE(page(pages, "vulkan")->text.find("OpEntryPoint GLCompute"), std::string::npos) << page(pages, "vulkan")->text;
    ASSERT_TRUE(page(pages, "Overview"));
    EXPECT_NE(page(pages, "Overview")->text.find("tint   line"), std::string::npos) << page(pages, "Overview")->text;
}

TEST(kernel_text, finds_the_code_and_the_source_of_a_kernel) {
    const device device = find_device(backend::cpu_debug, 0);
    const tint_program program(device);
    const std::vector<std::string> files {"tint.kernels.cpp"};
    const auto found = find_definition(device, files, "tint");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kernel_file, "tint.kernels.cpp");
    EXPECT_EQ(found->source, "tint.kernels.cpp");
    const auto pages = kernel_pages(device, "tint.kernels.cpp", std::filesystem::path(INGOT_TEST_SOURCES));
    const auto line = [&](std::string_view title, size_t number) {
        std::istringstream lines(page(pages, title)->text);
        std::string text;
        for (size_t i = 0; i <= number; ++i) std::getline(lines, text);
        return text;
    };
    EXPECT_NE(line("Source", found->line - 1).find("tint("), std::string::npos);
    EXPECT_NE(line("ptx", line_of_code(page(pages, "ptx")->text, found->symbol).value()).find(".entry tint("), std::string::npos);
    EXPECT_NE(line("spirv", line_of_code(page(pages, "spirv")->text, found->symbol).value()).find("OpFunction "),
              std::string::npos);
    EXPECT_FALSE(find_definition(device, files, "tin"));
    EXPECT_FALSE(find_definition(device, {}, "tint"));
    EXPECT_EQ(line_of_code("a\ntint_2 xtint\n", "tint"), std::nullopt);
    EXPECT_EQ(line_of_code("a\ntint_2\n(tint)", "tint"), 2u);
}

TEST(kernel_text, lists_the_headers_of_a_kernel_file) {
    const ingot::tests::temporary_folder folder;
    std::filesystem::create_directories(folder / "inner");
    folder.write("a.kernels.cpp",
                 "#include <ingot/kernel.hpp>\n#include \"b.hpp\"\n#include \"inner/c.hpp\"\n#include \"none.hpp\"\n");
    folder.write("b.hpp", "#pragma once\n#include \"inner/c.hpp\"\n#include \"b.hpp\"\n");
    folder.write("inner/c.hpp", "#include \"d.hpp\"\n#include \"../e.hpp\"\n");
    folder.write("inner/d.hpp", "");
    folder.write("e.hpp", "");
    EXPECT_EQ(included_headers(folder.path(), "a.kernels.cpp"),
              (std::vector<std::string> {"b.hpp", "inner/c.hpp", "inner/d.hpp", "e.hpp"}));
    EXPECT_TRUE(included_headers(folder.path(), "missing.kernels.cpp").empty());
}

// The panel disassembles machine code when its page is shown.
TEST(kernel_text, has_a_page_for_machine_code) {
    const device_listing native = devices(backend::cpu_native).front();
    if (!native.device) GTEST_SKIP() << native.unavailable_reason;
    const tint_program program(*native.device);
    const auto pages = kernel_pages(*native.device, "tint.kernels.cpp", std::filesystem::path(INGOT_TEST_SOURCES));
    ASSERT_TRUE(page(pages, "cpu x86-64-v3"));
    EXPECT_EQ(page(pages, "cpu")->text, "");
    const auto never = [] { return false; };
    const std::string text = disassemble_object(page(pages, "cpu")->object, INGOT_TEST_SOURCES, never);
    EXPECT_NE(text.find("<tint.group>:"), std::string::npos) << text;
    EXPECT_NE(text.find("ret"), std::string::npos) << text;
    EXPECT_EQ(text.find("ingot-object"), std::string::npos) << "it does not name the temporary file:\n" << text;
    const std::vector<std::byte> nonsense(64);
    EXPECT_NE(disassemble_object(nonsense, INGOT_TEST_SOURCES, never).find("cannot be shown"), std::string::npos);
    // It was compiled with -g.
    const size_t line = text.find("; tint.kernels.cpp:");
    ASSERT_NE(line, std::string::npos) << text;
    EXPECT_NE(text.find("colours[", line), std::string::npos) << text;
}

TEST(kernel_text, shows_metal_and_why_a_kernel_is_not_there) {
    const device device = find_device(backend::cpu_debug, 0);
    const metal_pages_program program(device);
    const auto pages = kernel_pages(device, "metal_pages.kernels.cpp", std::filesystem::path(INGOT_TEST_SOURCES));
    ASSERT_TRUE(page(pages, "msl"));
    const std::string& text = page(pages, "msl")->text;
    EXPECT_NE(text.find("kernel void brighten("), std::string::npos) << text;
    EXPECT_NE(
        text.find("// add_double, metal_pages.kernels.cpp:9, is not here:\n// metal_pages.kernels.cpp:9: Metal has no double"),
        std::string::npos)
        << text;
    const std::string& overview = page(pages, "Overview")->text;
    EXPECT_NE(overview.find("without add_double: "), std::string::npos) << overview;
    EXPECT_NE(overview.find("metal_pages.kernels.cpp:9: Metal has no double"), std::string::npos) << overview;
}

TEST(kernel_resources, are_a_table_of_what_the_driver_reports) {
    const device_listing native = devices(backend::cpu_native).front();
    if (!native.device) GTEST_SKIP() << native.unavailable_reason;
    const tint_program program(*native.device);
    const std::string text = resources_text(*native.device, "tint.kernels.cpp");
    EXPECT_NE(text.find("\ntint\n    Local memory      0   bytes of a group"), std::string::npos) << text;
    const std::string none = resources_text(*native.device, "never.kernels.cpp");
    EXPECT_NE(none.find("reports nothing about these kernels"), std::string::npos) << none;
}

TEST(kernel_text, says_what_is_missing) {
    const device device = find_device(backend::cpu_debug, 0);
    const auto pages = kernel_pages(device, "never.kernels.cpp", "/nowhere");
    EXPECT_NE(page(pages, "Source")->text.find("'/nowhere/never.kernels.cpp' cannot be read"), std::string::npos);
    EXPECT_NE(page(pages, "Overview")->text.find("never.kernels.cpp"), std::string::npos);
    EXPECT_FALSE(page(pages, "ptx"));
    const std::vector<std::byte> nonsense(64);
    EXPECT_NE(spirv_text(nonsense).find("cannot be shown as text"), std::string::npos);
    EXPECT_NE(spirv_text({}).find("cannot be shown as text"), std::string::npos);
}

TEST(source_advice, has_the_remarks_about_a_file_at_their_lines) {
    const std::filesystem::path file =
        std::filesystem::path(INGOT_TEST_SOURCES) / "../compiler/advice/integer_division.kernels.cpp";
    // The file's comments name the rule of each remark.
    const std::string mark = "// remark: ";
    std::map<size_t, std::string> expected;
    std::ifstream source(file);
    size_t number = 0;
    for (std::string line; std::getline(source, line); ++number)
        if (const size_t place = line.find(mark); place != std::string::npos) expected[number] = line.substr(place + mark.size());
    ASSERT_FALSE(expected.empty());
    const advice_result found = advice_about(file, [] { return false; });
    std::map<size_t, std::string> rules;
    for (const auto& [line, text] : found.lines) {
        rules[line] = text.substr(0, text.find('\n'));
        EXPECT_NE(text.find("\nAdvice: "), std::string::npos) << text;
        EXPECT_NE(found.text.find(fmt::format("integer_division.kernels.cpp:{}: {}\n", line + 1, rules[line])), std::string::npos)
            << found.text;
    }
    EXPECT_EQ(rules, expected) << found.text;
}

TEST(source_advice, says_that_there_is_none_or_what_failed) {
    const std::filesystem::path sources(INGOT_TEST_SOURCES);
    const advice_result none = advice_about(sources / "tint.kernels.cpp", [] { return false; });
    EXPECT_EQ(none.text, "The advisor has no remarks about this file.\n");
    EXPECT_TRUE(none.lines.empty());
    const advice_result missing = advice_about(sources / "no.kernels.cpp", [] { return false; });
    EXPECT_TRUE(missing.text.starts_with("The advisor cannot be asked: ingotc failed:\n")) << missing.text;
    EXPECT_NE(missing.text.find("no.kernels.cpp"), std::string::npos) << missing.text;
    EXPECT_THROW(advice_of_json("{}", "some.kernels.cpp", ""), std::runtime_error);
    EXPECT_THROW(advice_of_json("[", "some.kernels.cpp", ""), std::runtime_error);
}

TEST(source_advice, of_headers_is_in_the_text_only) {
    const advice_result found = advice_of_json(
        R"({"remarks": [{"file": "other.hpp", "line": 7, "rule": "host-work", "message": "m", "advice": "a"}], "keep_comments": []})",
        "some.kernels.cpp", "");
    EXPECT_TRUE(found.lines.empty());
    EXPECT_EQ(found.text, "other.hpp:7: host-work\n    m\n    Advice: a\n\n");
}

TEST(source_advice, names_the_kernels_of_each_place) {
    const std::filesystem::path file =
        std::filesystem::path(INGOT_TEST_SOURCES) / "../compiler/advice/integer_division.kernels.cpp";
    const advice_result found = advice_about(file, [] { return false; });
    ASSERT_GT(found.places.size(), 1u) << found.text;
    const advised_place& second = found.places[1];
    ASSERT_TRUE(second.line);
    EXPECT_TRUE(found.lines.contains(*second.line));
    EXPECT_EQ(second.kernels, std::vector<std::string> {"splits_position"});
    EXPECT_EQ(kernels_at(found.places, *second.line, false), second.kernels);
    EXPECT_EQ(kernels_at(found.places, second.page_line, true), second.kernels);
    EXPECT_TRUE(kernels_at(found.places, *second.line + 1, false).empty());
    std::istringstream lines(found.text);
    std::string line;
    for (size_t i = 0; i <= second.page_line; ++i) std::getline(lines, line);
    EXPECT_EQ(line, fmt::format("integer_division.kernels.cpp:{}: integer-division", *second.line + 1));
}

TEST(source_advice, has_the_times_of_kernels_that_were_launched) {
    const std::vector<kernel_row> measured {{"trace", 10, 3.5701, 0.60, 0.451}, {"show", 10, 0.2, 0.15, std::nullopt}};
    const std::vector<std::string> both {"show", "other", "trace"};
    EXPECT_EQ(short_times_text(std::vector<std::string> {"trace"}, measured), "3.57 ms, 80 % of all kernels");
    EXPECT_EQ(short_times_text(both, measured), "3.77 ms, 100 % of all kernels");
    EXPECT_EQ(times_text(both, measured),
              "trace: 3.570 ms for a launch, 80 % of the time of all kernels, 45 % of the device's peak\n"
              "show: 0.200 ms for a launch, 20 % of the time of all kernels\n");
    EXPECT_EQ(short_times_text(std::vector<std::string> {"other"}, measured), "");
    EXPECT_EQ(times_text(both, {}), "");
}

TEST(source_advice, has_the_fixes_of_the_file) {
    const std::filesystem::path file = std::filesystem::path(INGOT_TEST_SOURCES) / "../compiler/advice/half_literal.metal";
    const advice_result found = advice_about(file, [] { return false; });
    ASSERT_EQ(found.fixes.size(), 2u) << found.text;
    const advised_fix& first = found.fixes[0];
    EXPECT_EQ(first.line, found.lines.begin()->first);
    EXPECT_EQ(first.page_line, 0u);
    EXPECT_EQ(first.fix.kernels, std::vector<std::string> {"scales"});
    EXPECT_EQ(first.fix.title, fmt::format("half-literal in line {}: write 0.1h", first.line + 1));
    ASSERT_EQ(first.fix.edits.size(), 1u);
    EXPECT_NE(files::edited(first.fix.source, first.fix.edits).find("values[i] * 0.1h;"), std::string::npos);
    std::istringstream lines(found.text);
    std::string line;
    for (size_t i = 0; i <= found.fixes[1].page_line; ++i) std::getline(lines, line);
    EXPECT_EQ(line, fmt::format("half_literal.metal:{}: half-literal", found.fixes[1].line + 1));
}

}  // namespace
}  // namespace ingot::shell
