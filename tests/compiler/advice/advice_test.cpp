// Tests the advisor of ingotc: the remarks about the kernel files of this folder, how they are printed, and how they are
// silenced.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ingot/files/text_edits.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "run_program.hpp"
#include "temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using namespace ingot::tests;
using nlohmann::json;

using place = std::pair<int, std::string>;  // a line and the name of a rule

// Returns the places that the comments `// remark: RULE, RULE [fix]` of a file name. With `fixed_only`, only those of remarks
// that have a fix.
std::multiset<place> expected_remarks(const fs::path& file, bool fixed_only = false) {
    constexpr std::string_view fixed = " [fix]";
    std::multiset<place> result;
    std::istringstream text(read_text(file));
    int number = 0;
    for (std::string line; std::getline(text, line);) {
        ++number;
        const std::string mark = "// remark: ";
        const size_t begin = line.find(mark);
        if (begin == std::string::npos) continue;
        std::istringstream names(line.substr(begin + mark.size()));
        for (std::string name; std::getline(names >> std::ws, name, ',');) {
            const bool is_fixed = name.ends_with(fixed);
            if (is_fixed) name.resize(name.size() - fixed.size());
            if (is_fixed || !fixed_only) result.emplace(number, name);
        }
    }
    return result;
}

std::vector<std::string> kernel_files() {
    std::vector<std::string> names;
    for (const fs::directory_entry& each : fs::directory_iterator(INGOT_TEST_FOLDER)) {
        const std::string name = each.path().filename().string();
        if (name.ends_with(".kernels.cpp") || name.ends_with(".metal")) names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) { return info.param.substr(0, info.param.find('.')); }

class advice_of_file : public testing::TestWithParam<std::string> {};

TEST_P(advice_of_file, is_as_its_comments_say) {
    const fs::path file = fs::path(INGOT_TEST_FOLDER) / GetParam();
    const program_run run = run_program({INGOTC, "--advise", "--advise-format=json", file.string()}, INGOT_TEST_FOLDER);
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    std::multiset<place> found;
    const json remarks = json::parse(run.output)["remarks"];
    for (const json& each : remarks) {
        EXPECT_EQ(each["file"], file.string());
        EXPECT_FALSE(each["message"].get<std::string>().empty());
        EXPECT_FALSE(each["advice"].get<std::string>().empty());
        EXPECT_EQ(each["page"], "docs/advice.md#" + each["rule"].get<std::string>());
        found.emplace(each["line"].get<int>(), each["rule"].get<std::string>());
    }
    EXPECT_EQ(found, expected_remarks(file)) << remarks.dump(2);
}

// Returns the remarks about a file as JSON.
json remarks_about(const fs::path& file, const fs::path& folder) {
    const program_run run = run_program({INGOTC, "--advise", "--advise-format=json", file.string()}, folder);
    EXPECT_EQ(run.status, 0) << run.errors << "\n" << read_text(file);
    return run.status == 0 ? json::parse(run.output)["remarks"] : json::array();
}

std::multiset<std::string> rules_of(const json& remarks) {
    std::multiset<std::string> rules;
    for (const json& each : remarks) rules.insert(each["rule"].get<std::string>());
    return rules;
}

std::string after_fix(const std::string& text, const json& fix) {
    std::vector<ingot::files::text_edit> edits;
    for (const json& each : fix["edits"]) edits.push_back({each["line"], each["column"], each["length"], each["text"]});
    return ingot::files::edited(text, edits);
}

TEST_P(advice_of_file, is_gone_after_its_fix) {
    const fs::path file = fs::path(INGOT_TEST_FOLDER) / GetParam();
    const std::string text = read_text(file);
    const json remarks = remarks_about(file, INGOT_TEST_FOLDER);
    std::multiset<place> fixed;
    const temporary_folder folder;
    folder.write("structs.hpp", read_text(fs::path(INGOT_TEST_FOLDER) / "structs.hpp"));
    for (const json& each : remarks) {
        ASSERT_LE(each["fixes"].size(), 1u);
        if (each["fixes"].empty()) continue;
        fixed.emplace(each["line"].get<int>(), each["rule"].get<std::string>());
        folder.write(GetParam(), after_fix(text, each["fixes"][0]));
        std::multiset<std::string> others = rules_of(remarks);
        others.erase(others.find(each["rule"].get<std::string>()));
        EXPECT_EQ(rules_of(remarks_about(folder.path() / GetParam(), folder.path())), others)
            << each.dump(2) << read_text(folder.path() / GetParam());
    }
    EXPECT_EQ(fixed, expected_remarks(file, true)) << remarks.dump(2);
}

TEST_P(advice_of_file, leaves_no_fix_after_writing_them) {
    const temporary_folder folder;
    folder.write("structs.hpp", read_text(fs::path(INGOT_TEST_FOLDER) / "structs.hpp"));
    folder.write(GetParam(), read_text(fs::path(INGOT_TEST_FOLDER) / GetParam()));
    const size_t count = expected_remarks(fs::path(INGOT_TEST_FOLDER) / GetParam(), true).size();
    const program_run run = run_program({INGOTC, "--advise=fix", GetParam()}, folder.path());
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_TRUE(run.errors.ends_with("wrote " + std::to_string(count) + " of " + std::to_string(count) + " fix" +
                                     (count == 1 ? "" : "es") + "\n"))
        << run.errors;
    for (const json& each : remarks_about(folder.path() / GetParam(), folder.path()))
        EXPECT_TRUE(each["fixes"].empty()) << each.dump(2);
}

INSTANTIATE_TEST_SUITE_P(of, advice_of_file, testing::ValuesIn(kernel_files()), test_name);

// The kernels of bench_advice: each rule has one kernel with a remark, RULE_before, and others without.
TEST(advice_of_benchmark, is_about_each_rule_and_followed) {
    std::set<std::string> found_rules;
    for (const char* const name : {"advice.kernels.cpp", "half_arithmetic.metal", "sub_group_barriers.metal"}) {
        const fs::path file = fs::path(INGOT_BENCH_FOLDER) / name;
        const program_run run = run_program({INGOTC, "--advise", "--advise-format=json", file.string()}, INGOT_BENCH_FOLDER);
        ASSERT_EQ(run.status, 0) << run.errors;
        std::multiset<place> found;
        const json remarks = json::parse(run.output)["remarks"];
        for (const json& each : remarks) {
            const auto rule = each["rule"].get<std::string>();
            found.emplace(each["line"].get<int>(), rule);
            std::string kernel = rule + "_before";
            std::ranges::replace(kernel, '-', '_');
            EXPECT_EQ(each["kernels"], json::array({kernel})) << each.dump(2);
            found_rules.insert(rule);
        }
        EXPECT_EQ(found, expected_remarks(file));
    }
    std::set<std::string> rules;
    const json log = json::parse(
        run_program({INGOTC, "--advise", "--advise-format=sarif", "half_arithmetic.metal"}, INGOT_BENCH_FOLDER).output);
    for (const json& each : log["runs"][0]["tool"]["driver"]["rules"])
        rules.insert(each["id"].get<std::string>().substr(std::string("advice-").size()));
    rules.erase("unused-keep");        // about comments
    rules.erase("half-range");         // about results, not speed
    rules.erase("divergent-barrier");  // the same
    rules.erase("spilled-registers");  // needs --advise-registers; spilled_registers_before has them
    EXPECT_EQ(found_rules, rules);
}

constexpr const char* divides = R"(#include <ingot/kernel.hpp>
kernel void divides(ingot::buffer<uint32_t> values, ingot::param<uint32_t> count) {
    values[ingot::global_id.x] /= count;
}
)";

class advice : public testing::Test {
protected:
    void SetUp() override { folder_.write("divides.kernels.cpp", divides); }

    program_run run(std::vector<std::string> words) const {
        words.insert(words.begin(), INGOTC);
        return run_program(words, folder_.path());
    }
    bool exists(const std::string& name) const { return fs::exists(folder_.path() / name); }

    temporary_folder folder_;
};

TEST_F(advice, is_printed_like_a_message_of_clang) {
    const program_run result = run({"--advise", "divides.kernels.cpp"});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.output, "");
    EXPECT_TRUE(result.errors.starts_with("divides.kernels.cpp:3:32: remark: the denominator of this 32-bit division "))
        << result.errors;
    EXPECT_NE(result.errors.find(" [advice-integer-division]\n"
                                 "    3 |     values[ingot::global_id.x] /= count;\n"
                                 "      |                                ^\n"
                                 "divides.kernels.cpp:3:32: note: in kernel 'divides': make the denominator "),
              std::string::npos)
        << result.errors;
    EXPECT_TRUE(result.errors.ends_with("; see docs/advice.md#integer-division\n1 remark\n")) << result.errors;
}

TEST_F(advice, about_a_pointer_to_constant_memory_asks_for_a_reference) {
    folder_.write(
        "scales.metal",
        "#include <metal_stdlib>\n"
        "using namespace metal;\n"
        "template <typename T>\n"
        "[[kernel]] void scales(device T* values, constant T* factors, const constant T offsets[2], device const T* limit,\n"
        "                       uint i [[thread_position_in_grid]]) {\n"
        "    values[i] = min(values[i] * factors[0] + offsets[0] + offsets[1], limit[0]);\n"
        "}\n"
        "template [[host_name(\"scales_floats\")]] [[kernel]] decltype(scales<float>) scales<float>;\n");
    const program_run result = run({"--advise", "scales.metal"});
    EXPECT_EQ(result.status, 0) << result.errors;
    for (const char* const text :
         {"the same 4 bytes by the pointer 'factors' to constant memory", "`constant T& factors`",
          "the same 8 bytes by the pointer 'offsets' to constant memory", "the same 4 bytes of the buffer 'limit'"})
        EXPECT_NE(result.errors.find(text), std::string::npos) << text << "\n" << result.errors;
    EXPECT_NE(result.errors.find("3 remarks"), std::string::npos) << result.errors;
}

TEST_F(advice, about_a_position_asks_for_a_dimension_only_if_there_is_one_more) {
    folder_.write("splits.kernels.cpp",
                  "#include <ingot/kernel.hpp>\n"
                  "using namespace ingot;\n"
                  "kernel void splits(buffer<uint32_t> rows, param<uint32_t> width) {\n"
                  "    rows[global_id.x] = global_id.x / width;\n"
                  "}\n"
                  "kernel void splits_all(buffer<uint32_t> rows, param<uint32_t> width) {\n"
                  "    rows[(global_id.z * 64 + global_id.y) * 64 + global_id.x] = global_id.x / width;\n"
                  "}\n");
    const program_run result = run({"--advise", "splits.kernels.cpp"});
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_NE(result.errors.find("in kernel 'splits': launch the kernel in one dimension more"), std::string::npos)
        << result.errors;
    EXPECT_NE(result.errors.find("in kernel 'splits_all': make the denominator a constant"), std::string::npos) << result.errors;
}

TEST_F(advice, about_a_run_time_index_does_not_ask_for_another_loop) {
    folder_.write("sums.kernels.cpp",
                  "#include <ingot/kernel.hpp>\n"
                  "using namespace ingot;\n"
                  "kernel void sums(buffer<const float> values, buffer<float> result, param<uint32_t> count) {\n"
                  "    float sum = 0;\n"
                  "    for (uint32_t k = 0; k < count; ++k) {\n"
                  "        const float all[4] {values[k], values[k + 1], values[k + 2], values[k + 3]};\n"
                  "        sum += all[(global_id.x + k) % 4];\n"
                  "    }\n"
                  "    result[global_id.x] = sum;\n"
                  "}\n");
    const program_run result = run({"--advise", "sums.kernels.cpp"});
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_NE(result.errors.find("sums.kernels.cpp:7:16: remark: a private array"), std::string::npos) << result.errors;
    EXPECT_NE(result.errors.find("choose among the few elements by conditions"), std::string::npos) << result.errors;
    EXPECT_EQ(result.errors.find("constant number of iterations"), std::string::npos) << result.errors;
}

TEST_F(advice, about_rows_of_local_memory_names_lengths_of_words_only) {
    folder_.write("swaps.kernels.cpp",
                  "#include <ingot/kernel.hpp>\n"
                  "using namespace ingot;\n"
                  "kernel void swaps_floats(buffer<float> values) {\n"
                  "    local_buffer<float, 32 * 32> tile;\n"
                  "    tile[local_id.y * 32 + local_id.x] = values[global_id.x];\n"
                  "    local_barrier();\n"
                  "    values[global_id.x] = tile[local_id.x * 32 + local_id.y];\n"
                  "}\n"
                  "kernel void swaps_doubles(buffer<double> values) {\n"
                  "    local_buffer<double, 32 * 32> tile;\n"
                  "    tile[local_id.y * 32 + local_id.x] = values[global_id.x];\n"
                  "    local_barrier();\n"
                  "    values[global_id.x] = tile[local_id.x * 32 + local_id.y];\n"
                  "}\n");
    const program_run result = run({"--advise", "swaps.kernels.cpp"});
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_NE(result.errors.find("one element longer, 33 instead of 32, or exchange"), std::string::npos) << result.errors;
    EXPECT_NE(result.errors.find("one element longer, or exchange"), std::string::npos) << result.errors;
}

TEST_F(advice, is_printed_with_the_outputs) {
    const program_run result = run({"-Radvice", "divides.kernels.cpp", "-o", "out.ingot"});
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.errors.find("divides.kernels.cpp:3:32: remark: "), std::string::npos) << result.errors;
    EXPECT_TRUE(exists("out.ingot"));
}

TEST_F(advice, is_not_printed_without_the_option) {
    const program_run result = run({"divides.kernels.cpp", "-o", "out.ingot"});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.errors, "");
}

TEST_F(advice, does_not_change_the_outputs) {
    ASSERT_EQ(run({"divides.kernels.cpp", "-o", "plain.ingot"}).status, 0);
    ASSERT_EQ(run({"-Radvice", "divides.kernels.cpp", "-o", "advised.ingot"}).status, 0);
    EXPECT_EQ(read_text(folder_.path() / "plain.ingot"), read_text(folder_.path() / "advised.ingot"));
    EXPECT_NE(read_text(folder_.path() / "plain.ingot"), "");
}

TEST_F(advice, can_be_an_error) {
    const program_run result = run({"--advise=error", "divides.kernels.cpp", "-o", "out.ingot"});
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.errors.find("divides.kernels.cpp:3:32: error: "), std::string::npos) << result.errors;
    EXPECT_NE(result.errors.find("[--advise=error,advice-integer-division]"), std::string::npos) << result.errors;
    EXPECT_FALSE(exists("out.ingot"));
}

TEST_F(advice, says_that_there_is_none) {
    folder_.write("good.kernels.cpp",
                  "#include <ingot/kernel.hpp>\n"
                  "kernel void fills(ingot::buffer<float> values) { values[ingot::global_id.x] = 1; }\n");
    const program_run result = run({"--advise=error", "good.kernels.cpp"});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.errors, "no remarks\n");
}

TEST_F(advice, names_lines_of_headers_and_all_kernels) {
    folder_.write("quotient.hpp",
                  "#pragma once\n"
                  "inline uint32_t quotient(uint32_t a, uint32_t b) { return a / b; }\n");
    folder_.write("two.kernels.cpp",
                  "#include <ingot/kernel.hpp>\n#include \"quotient.hpp\"\nusing namespace ingot;\n"
                  "kernel void one(buffer<uint32_t> a, param<uint32_t> b) { a[global_id.x] = quotient(a[global_id.x], b); }\n"
                  "kernel void two(buffer<uint32_t> a, param<uint32_t> b) { a[global_id.x] += quotient(a[global_id.x], b); }\n");
    const program_run result = run({"--advise", "--advise-format=json", "two.kernels.cpp"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const json remarks = json::parse(result.output)["remarks"];
    ASSERT_EQ(remarks.size(), 1u) << result.output;
    EXPECT_EQ(remarks[0]["file"], "quotient.hpp");
    EXPECT_EQ(remarks[0]["line"], 2);
    EXPECT_EQ(remarks[0]["kernels"], json({"one", "two"}));
    EXPECT_EQ(remarks[0]["origins"], json({"TALK-30"}));
    EXPECT_NE(run({"--advise", "two.kernels.cpp"}).errors.find("note: in kernel 'one' and 1 other: "), std::string::npos);
}

// As Clang's messages do: with the path of the kernel file as the user wrote it, from whatever folder.
TEST_F(advice, names_headers_in_the_style_of_the_kernel_file) {
    const std::string division = "{ return a / b; }\n";
    folder_.write("in/quotient.h", "// ingot: keep for the test\ninline uint quotient(uint a, uint b) " + division);
    folder_.write("in/other.h", "inline uint other(uint a, uint b) " + division);
    folder_.write("shared/third.h", "inline uint third(uint a, uint b) " + division);
    folder_.write("k.metal",
                  "#include <metal_stdlib>\nusing namespace metal;\n"
                  "#include \"in/quotient.h\"\n#include \"in/other.h\"\n#include <third.h>\n"
                  "kernel void divides(device uint* a [[buffer(0)]], constant uint& b [[buffer(1)]],\n"
                  "                    uint i [[thread_position_in_grid]]) {\n"
                  "    a[i] = quotient(a[i], b) + other(a[i + 1], b) + third(a[i + 2], b);\n"
                  "    a[i + 3] = a[i + 3] / b;\n}\n");
    const std::string here = folder_.path().string();
    const std::string name = folder_.path().filename().string();
    const std::vector<std::pair<fs::path, std::string>> cases {{folder_.path(), ""},
                                                               {folder_.path() / "in", "../"},
                                                               {folder_.path() / "in", here + "/"},
                                                               {folder_.path(), here + "/"},
                                                               {folder_.path().parent_path(), here + "/"},
                                                               {folder_.path().parent_path(), name + "/"},
                                                               {"/", here + "/"}};
    for (const auto& [from, style] : cases) {
        const std::vector<std::string> words {INGOTC, "--advise", style + "k.metal", "-I", style + "shared"};
        std::vector<std::string> for_programs = words;
        for_programs.emplace_back("--advise-format=json");
        const program_run result = run_program(for_programs, from);
        ASSERT_EQ(result.status, 0) << result.errors;
        const json all = json::parse(result.output);
        std::set<std::string> names;
        for (const json& each : all["remarks"]) names.insert(each["file"]);
        EXPECT_EQ(names, (std::set {style + "in/other.h", style + "k.metal", style + "shared/third.h"})) << "in " << from;
        ASSERT_EQ(all["keep_comments"].size(), 1u);
        EXPECT_EQ(all["keep_comments"][0]["file"], style + "in/quotient.h") << "in " << from;
        const program_run text = run_program(words, from);
        for (const std::string& each : names)
            EXPECT_NE(("\n" + text.errors).find("\n" + each + ":"), std::string::npos) << each << " in " << text.errors;
    }
}

TEST_F(advice, is_given_for_files_that_depend_on_the_device) {
    folder_.write("profiles.kernels.cpp",
                  "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
                  "kernel void divides(buffer<uint32_t> a, param<uint32_t> b) {\n"
                  "    a[global_id.x] /= b + device_info::simd_width();\n}\n");
    const program_run result = run({"--advise", "profiles.kernels.cpp"});
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.errors.find("profiles.kernels.cpp:4:20: remark: "), std::string::npos) << result.errors;
}

TEST_F(advice, can_be_written_as_sarif) {
    const program_run result = run({"--advise", "--advise-format=sarif", "divides.kernels.cpp"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const json log = json::parse(result.output);
    EXPECT_EQ(log["version"], "2.1.0");
    const json& only_run = log["runs"][0];
    EXPECT_EQ(only_run["tool"]["driver"]["name"], "ingotc");
    ASSERT_EQ(only_run["results"].size(), 1u);
    const json& only = only_run["results"][0];
    EXPECT_EQ(only["ruleId"], "advice-integer-division");
    EXPECT_EQ(only["level"], "note");
    const json& location = only["locations"][0]["physicalLocation"];
    EXPECT_EQ(location["artifactLocation"]["uri"], "divides.kernels.cpp");
    EXPECT_EQ(location["region"]["startLine"], 3);
    EXPECT_EQ(location["region"]["startColumn"], 32);
    const json& rules = only_run["tool"]["driver"]["rules"];
    const auto is_named = [&](const json& each) { return each["id"] == only["ruleId"]; };
    EXPECT_EQ(std::ranges::count_if(rules, is_named), 1);
}

TEST_F(advice, as_json_is_alone_on_the_output_stream) {
    const program_run result =
        run({"-Radvice", "--advise-format=json", "divides.kernels.cpp", "-o", "out.ingot", "--emit-llvm", "--time"});
    ASSERT_EQ(result.status, 0) << result.errors;
    EXPECT_EQ(json::parse(result.output)["remarks"].size(), 1u);
    EXPECT_NE(result.errors.find("wrote "), std::string::npos) << result.errors;
    EXPECT_NE(result.errors.find("total "), std::string::npos) << result.errors;
}

TEST_F(advice, is_not_silenced_without_a_reason) {
    folder_.write("kept.kernels.cpp",
                  "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
                  "kernel void divides(buffer<uint32_t> a, param<uint32_t> b) {\n"
                  "    a[global_id.x] /= b;  // ingot: keep\n}\n");
    const program_run result = run({"--advise", "kept.kernels.cpp"});
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.errors.find("kept.kernels.cpp:4:27: error: 'ingot: keep' gives no reason\n"), std::string::npos)
        << result.errors;
    EXPECT_NE(result.errors.find("kept.kernels.cpp:4:20: remark: "), std::string::npos) << result.errors;
    EXPECT_EQ(run({"kept.kernels.cpp", "-o", "out.ingot"}).status, 0) << "without advice, comments have no meaning";
}

TEST_F(advice, reports_comments_that_silence_nothing) {
    folder_.write("kept.hpp", "#pragma once\n// ingot: keep another file needs it\ninline int one() { return 1; }\n");
    folder_.write("kept.kernels.cpp",
                  "#include <ingot/kernel.hpp>\n#include \"kept.hpp\"\nusing namespace ingot;\n"
                  "kernel void divides(buffer<uint32_t> a, param<uint32_t> b) {\n"
                  "    a[global_id.x] /= b;  // ingot: keep b changes with each launch\n"
                  "    a[global_id.y] += one();  // ingot: keep there was a division once\n}\n");
    const program_run text = run({"--advise=error", "kept.kernels.cpp"});
    EXPECT_EQ(text.status, 0) << "a warning is no error";
    EXPECT_TRUE(
        text.errors.starts_with("kept.kernels.cpp:6:31: warning: 'ingot: keep' silences no remark [advice-unused-keep]\n"
                                "    6 |     a[global_id.y] += one();  // ingot: keep there was a division once\n"))
        << text.errors;
    EXPECT_EQ(text.errors.find("kept.hpp"), std::string::npos) << "the comment may be about another kernel file: " << text.errors;

    const json comments = json::parse(run({"--advise", "--advise-format=json", "kept.kernels.cpp"}).output)["keep_comments"];
    using found_comment = std::tuple<std::string, int, bool>;
    const std::set<found_comment> expected {
        {"kept.kernels.cpp", 5, true}, {"kept.kernels.cpp", 6, false}, {"kept.hpp", 2, false}};
    std::set<found_comment> found;
    for (const json& each : comments)
        found.emplace(each["file"].get<std::string>(), each["line"].get<int>(), each["is_used"].get<bool>());
    EXPECT_EQ(found, expected);

    const json log = json::parse(run({"--advise", "--advise-format=sarif", "kept.kernels.cpp"}).output);
    ASSERT_EQ(log["runs"][0]["results"].size(), 1u) << log.dump(2);
    EXPECT_EQ(log["runs"][0]["results"][0]["ruleId"], "advice-unused-keep");
    EXPECT_EQ(log["runs"][0]["results"][0]["level"], "warning");
}

constexpr const char* scales = R"(#include <ingot/kernel.hpp>
using namespace ingot;
kernel void scales(buffer<float> a, buffer<float> b) {
    a[global_id.x] = a[global_id.x] * 0.1 + 1.7 *
                     b[global_id.x];
    float all[100];
    for (int i = 0; i < 100; ++i) all[i] = b[i];
    float sum = 0;
    for (int i = 0; i < 99; ++i) {
        sum += abs(all[i] - all[i + 1]) * all[99 - i];
    }
    b[global_id.x] = sum;
}
)";

TEST_F(advice, shows_fixes_as_clang_does) {
    folder_.write("scales.kernels.cpp", scales);
    const program_run text = run({"--advise", "scales.kernels.cpp"});
    EXPECT_EQ(text.status, 0);
    EXPECT_NE(text.errors.find("    4 |     a[global_id.x] = a[global_id.x] * 0.1 + 1.7 *\n"
                               "      |                                       ~~~ ^ ~~~\n"
                               "      |                                       0.1f  1.7f\n"),
              std::string::npos)
        << text.errors;
    EXPECT_NE(text.errors.find("scales.kernels.cpp:9:1: note: request that the loop is unrolled\n"
                               "      +     #pragma GCC unroll 99\n"
                               "    9 |     for (int i = 0; i < 99; ++i) {\n"),
              std::string::npos)
        << text.errors;
}

TEST_F(advice, has_its_fixes_in_sarif) {
    folder_.write("scales.kernels.cpp", scales);
    const json log = json::parse(run({"--advise", "--advise-format=sarif", "scales.kernels.cpp"}).output);
    const json& results = log["runs"][0]["results"];
    const auto of_literals =
        std::ranges::find_if(results, [](const json& each) { return each["ruleId"] == "advice-double-literal"; });
    ASSERT_NE(of_literals, results.end()) << log.dump(2);
    ASSERT_EQ((*of_literals)["fixes"].size(), 1u);
    const json& fix = (*of_literals)["fixes"][0];
    EXPECT_EQ(fix["description"]["text"], "write 0.1f, 1.7f");
    ASSERT_EQ(fix["artifactChanges"].size(), 1u);
    EXPECT_EQ(fix["artifactChanges"][0]["artifactLocation"]["uri"], "scales.kernels.cpp");
    const json expected = json::parse(R"([{"deletedRegion": {"startLine": 4, "startColumn": 39, "endLine": 4, "endColumn": 42},
                         "insertedContent": {"text": "0.1f"}},
                        {"deletedRegion": {"startLine": 4, "startColumn": 45, "endLine": 4, "endColumn": 48},
                         "insertedContent": {"text": "1.7f"}}])");
    EXPECT_EQ(fix["artifactChanges"][0]["replacements"], expected);
    for (const json& each :
         json::parse(run({"--advise", "--advise-format=sarif", "divides.kernels.cpp"}).output)["runs"][0]["results"])
        EXPECT_FALSE(each.contains("fixes")) << "SARIF omits what is not there";
}

TEST_F(advice, of_a_header_is_not_written_into_it) {
    const std::string header = "#pragma once\ninline float scaled(float x) { return static_cast<float>(x * 0.1); }\n";
    const std::string kernels =
        "#include <ingot/kernel.hpp>\n#include \"scaled.hpp\"\nusing namespace ingot;\n"
        "kernel void scales(buffer<float> a) { a[global_id.x] = scaled(a[global_id.x]); }\n";
    folder_.write("scaled.hpp", header);
    folder_.write("scales.kernels.cpp", kernels);
    const program_run result = run({"--advise=fix", "scales.kernels.cpp"});
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_TRUE(result.errors.ends_with("1 remark\nwrote 0 of 1 fix\n")) << result.errors;
    EXPECT_EQ(read_text(folder_.path() / "scaled.hpp"), header);
    EXPECT_EQ(read_text(folder_.path() / "scales.kernels.cpp"), kernels);
}

TEST_F(advice, that_is_kept_is_not_written) {
    const std::string kernels =
        "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
        "kernel void scales(buffer<float> a) {\n    a[global_id.x] = a[global_id.x] * 0.1;  // ingot: keep exactly so\n}\n";
    folder_.write("scales.kernels.cpp", kernels);
    EXPECT_TRUE(run({"--advise=fix", "scales.kernels.cpp"}).errors.ends_with("wrote 0 of 0 fixes\n"));
    EXPECT_EQ(read_text(folder_.path() / "scales.kernels.cpp"), kernels);
}

TEST_F(advice, of_a_wrong_file_is_its_errors) {
    folder_.write("wrong.kernels.cpp", "#include <ingot/kernel.hpp>\nkernel void wrong(ingot::buffer<float> a) { a[0] = b; }\n");
    const program_run result = run({"--advise", "wrong.kernels.cpp"});
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.errors.find("use of undeclared identifier 'b'"), std::string::npos) << result.errors;
}

TEST_F(advice, rejects_wrong_options) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases {
        {{"--advise=loudly", "divides.kernels.cpp"}, "the choices are --advise=error and --advise=fix"},
        {{"-Rpass", "divides.kernels.cpp", "-o", "out.ingot"}, "the only choice is -Radvice"},
        {{"--advise", "--advise-format=xml", "divides.kernels.cpp"},
         "unknown format 'xml'; the choices are text, json and sarif"},
        {{"--advise-format=json", "divides.kernels.cpp", "-o", "out.ingot"}, "there are no remarks without --advise or -Radvice"},
        {{"-Radvice", "divides.kernels.cpp"}, "no output given"},
        {{"--advise"}, "no kernel file given"},
    };
    for (const auto& [words, message] : cases) {
        const program_run result = run(words);
        EXPECT_EQ(result.status, 2) << message;
        EXPECT_NE(result.errors.find(message), std::string::npos) << result.errors;
        EXPECT_FALSE(exists("out.ingot"));
    }
}

}  // namespace
