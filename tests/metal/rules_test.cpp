// Tests the rules of Metal: rejected.txt lists cases with errors, accepted.txt cases without.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "run_program.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace ingot::tests;

struct metal_case {
    std::string row;                 // "MSL-2.2.1-07"
    size_t number = 0;               // of the cases for this row
    std::vector<std::string> lines;  // of the source
    size_t first_line = 0;           // in the text file
};

std::vector<metal_case> read_cases(const std::string& name) {
    std::ifstream file(std::string(METAL_TESTS) + "/" + name);
    std::vector<metal_case> cases;
    size_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.starts_with("== ")) {
            const std::string row = line.substr(3);
            const auto same = std::ranges::count(cases, row, &metal_case::row);
            cases.push_back({row, static_cast<size_t>(same) + 1, {}, number + 1});
        } else if (!cases.empty()) {
            cases.back().lines.push_back(line);
        }
    }
    return cases;
}

std::string source_of(const metal_case& of) {
    std::string text = "#include <metal_stdlib>\nusing namespace metal;\n#line " + std::to_string(of.first_line) + "\n";
    for (const std::string& line : of.lines) text += line + "\n";
    return text;
}

std::string case_name(const testing::TestParamInfo<metal_case>& info) {
    std::string name = info.param.row + "_" + std::to_string(info.param.number);
    for (char& each : name)
        if (!std::isalnum(static_cast<unsigned char>(each))) each = '_';
    return name;
}

class rejected : public testing::TestWithParam<metal_case> {};

TEST_P(rejected, at_the_line) {
    const temporary_folder folder;
    const std::string file = folder.write("wrong.metal", source_of(GetParam()));
    const program_run run = run_program({INGOTC, file, "-o", "out.ingot", "--targets", "ptx"}, folder.path());
    EXPECT_EQ(run.status, 1) << run.errors;
    bool expects_any = false;
    for (size_t i = 0; i < GetParam().lines.size(); ++i) {
        const std::string& line = GetParam().lines[i];
        const size_t comment = line.find("// error: ");
        if (comment == std::string::npos) continue;
        expects_any = true;
        const std::string text = line.substr(comment + 10);
        const std::string place = "wrong.metal:" + std::to_string(GetParam().first_line + i) + ":";
        bool is_reported = false;
        std::istringstream errors(run.errors);
        for (std::string printed; std::getline(errors, printed);)
            is_reported |= printed.find(place) != std::string::npos && printed.find(text) != std::string::npos;
        EXPECT_TRUE(is_reported) << "rejected.txt:" << GetParam().first_line + i << ": no error with '" << text << "' in\n"
                                 << run.errors;
    }
    EXPECT_TRUE(expects_any);
}
INSTANTIATE_TEST_SUITE_P(metal, rejected, testing::ValuesIn(read_cases("rejected.txt")), case_name);

// All cases are one file, each in a namespace of its own.
TEST(metal_rules, accepted) {
    const std::vector<metal_case> cases = read_cases("accepted.txt");
    ASSERT_GT(cases.size(), 20u);
    std::string text = "#include <metal_stdlib>\nusing namespace metal;\n";
    size_t number = 0;
    for (const metal_case& each : cases) {
        text +=
            "namespace case_" + std::to_string(++number) + " {\n#line " + std::to_string(each.first_line) + " \"accepted.txt\"\n";
        for (const std::string& line : each.lines) text += line + "\n";
        text += "}\n";
    }
    const temporary_folder folder;
    const std::string file = folder.write("right.metal", text);
    const program_run run = run_program({INGOTC, file, "-o", "out.ingot", "--header", "out.hpp"}, folder.path());
    EXPECT_EQ(run.status, 0) << run.errors;
}

// A version accepts what it has.
// MSL-4.4.1-04
TEST(metal_rules, groups_of_versions) {
    const temporary_folder folder;
    const auto compile = [&](const std::string& version, const std::string& value) {
        const std::string file = folder.write("group.metal",
                                              "#include <metal_stdlib>\nusing namespace metal;\n"
                                              "kernel void k(device int* p) { *p = " +
                                                  value + "; }\n");
        return run_program({INGOTC, file, "-o", "out.ingot", "--targets", "ptx", "-std=" + version}, folder.path());
    };
    EXPECT_EQ(compile("macos-metal2.0", "simd_sum(*p)").status, 0);
    EXPECT_EQ(compile("ios-metal2.2", "simd_sum(*p)").status, 0);
    EXPECT_EQ(compile("macos-metal2.1", "quad_shuffle(*p, 1)").status, 0);
    EXPECT_EQ(compile("ios-metal2.0", "quad_shuffle(*p, 1)").status, 0);
}

// MSL-1.5.2-01 … -03, MSL-1.5.8-01 … -03
TEST(metal_rules, versions) {
    const temporary_folder folder;
    // The text of no header, so that each version takes little time.
    const std::string file =
        folder.write("version.metal",
                     "#if __METAL_VERSION__ != VERSION || !defined(__METAL__) || !defined(SYSTEM)\n#error\n#endif\n"
                     "kernel void k(device int* p) { *p = 1; }\n");
    const auto compile = [&](const std::string& version, const std::string& number, const std::string& system) {
        return run_program({INGOTC, file, "-o", "out.ingot", "--targets", "none", "-std=" + version, "-DVERSION=" + number,
                            "-DSYSTEM=" + system},
                           folder.path());
    };
    for (const auto& [version, number] : {std::pair("metal3.0", "300"),
                                          {"metal2.1", "210"},
                                          {"macos-metal1.1", "110"},
                                          {"osx-metal2.0", "200"},
                                          {"macos-metal2.4", "240"}})
        EXPECT_EQ(compile(version, number, "__METAL_MACOS__").status, 0) << version;
    EXPECT_EQ(compile("ios-metal2.2", "220", "__METAL_IOS__").status, 0);
    EXPECT_EQ(compile("ios-metal1.0", "100", "__METAL_IOS__").status, 0);
    const program_run unknown = compile("metal9.9", "990", "__METAL_MACOS__");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_NE(unknown.errors.find("--std=metal9.9"), std::string::npos) << unknown.errors;
    EXPECT_NE(unknown.errors.find("metal3.0"), std::string::npos) << unknown.errors;
}

}  // namespace
