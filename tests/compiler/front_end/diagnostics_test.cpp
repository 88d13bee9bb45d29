// Tests ingotc's diagnostics. Comments in each file in errors/ list the diagnostics that ingotc must print for that
// file:
//
//     float* row = new float[width];  // error: a kernel cannot allocate memory at run time
//     // advice: device code has no heap: …
//
// `error` and `note` must be reported for their own line. `advice` is a note without a place, so its comment may be on
// any line. Each file in accepted/ must compile without any diagnostic.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include "run_program.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace ingot::tests;

struct expectation {
    std::string kind;
    std::string text;
    size_t line;
};

std::vector<std::filesystem::path> kernel_files(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(INGOT_TEST_FOLDER) / folder))
        if (entry.path().string().ends_with(".kernels.cpp")) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

std::string test_name(const testing::TestParamInfo<std::filesystem::path>& info) {
    const std::string name = info.param.filename().string();
    return name.substr(0, name.find('.'));
}

std::vector<expectation> read_expectations(const std::filesystem::path& file) {
    static const std::regex pattern("// (error|note|advice): (.*)$");
    std::vector<expectation> found;
    std::ifstream stream(file);
    size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        std::smatch match;
        if (std::regex_search(line, match, pattern)) found.push_back({match[1], match[2], number});
    }
    return found;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

bool is_reported(const expectation& expected, const std::filesystem::path& file, const std::vector<std::string>& lines) {
    if (expected.kind == "advice") return std::ranges::find(lines, "note: " + expected.text) != lines.end();
    const std::string begin = file.string() + ":" + std::to_string(expected.line) + ":";
    const std::string end = ": " + expected.kind + ": " + expected.text;
    return std::ranges::any_of(lines, [&](const std::string& line) { return line.starts_with(begin) && line.ends_with(end); });
}

class errors : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(errors, name_the_line_and_the_remedy) {
    const std::filesystem::path& file = GetParam();
    const std::vector<expectation> expectations = read_expectations(file);
    const auto expected = std::ranges::count(expectations, std::string("error"), &expectation::kind);
    ASSERT_GT(expected, 0) << file << " expects no error: it belongs to accepted/";

    const temporary_folder out;
    const program_run run =
        run_program({INGOTC, file, "-o", out.path() / "out.ingot", "--header", out.path() / "out.hpp"}, out.path());
    const std::vector<std::string> lines = lines_of(run.errors);
    for (const expectation& expectation : expectations)
        EXPECT_TRUE(is_reported(expectation, file, lines))
            << expectation.line << ": " << expectation.kind << ": " << expectation.text << "\ningotc reported:\n"
            << run.errors;
    const auto reported = std::ranges::count_if(lines, [](const std::string& line) {
        return line.starts_with("error: ") || line.find(": error: ") != std::string::npos;
    });
    EXPECT_EQ(reported, expected) << run.errors;
    EXPECT_EQ(run.errors.find("In file included from"), std::string::npos) << run.errors;
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(out.files().empty()) << "left a file: " << out.files().front();
}

// The middle end takes file names from debug information. If the file is given by a relative path, the diagnostic must
// still show the source line.
TEST(relative_names, show_the_source_line_in_diagnostics) {
    const temporary_folder folder;
    folder.write("deep.kernels.cpp",
                 "#include <ingot/kernel.hpp>\n"
                 "static int fibonacci(int n) {\n"
                 "    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);\n"
                 "}\n"
                 "kernel void numbers(ingot::buffer<int> x) { x[0] = fibonacci(x[1]); }\n");
    for (const std::string& name : {std::string("deep.kernels.cpp"), std::string("./deep.kernels.cpp")}) {
        const program_run run = run_program({INGOTC, name, "-o", "out.ingot"}, folder.path());
        EXPECT_EQ(run.status, 1);
        for (const std::string& part :
             {name + ":3:", std::string("recursively"), std::string("    3 |     return n < 2"),
              name + ":5:", std::string("called from here"), std::string("    5 | kernel void numbers")})
            EXPECT_NE(run.errors.find(part), std::string::npos) << part << "\ningotc reported:\n" << run.errors;
    }
}

// A tool that generates a kernel file from a template names the template's lines with #line. Errors of the middle end
// must name the same places.
TEST(line_directives, change_the_place_of_errors_of_the_middle_end) {
    const temporary_folder folder;
    folder.write("made.kernels.cpp",
                 "#include <ingot/kernel.hpp>\n"
                 "int host(int);\n"
                 "kernel void before(ingot::buffer<int> x) { x[0] = host(1); }\n"
                 "#line 500 \"template.in\"\n"
                 "\n"
                 "kernel void behind(ingot::buffer<int> x) { x[0] = host(3); }\n"
                 "#line 2\n"
                 "kernel void last(ingot::buffer<int> x) { x[0] = host(4); }\n");
    const program_run run = run_program({INGOTC, "made.kernels.cpp", "-o", "out.ingot"}, folder.path());
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.signal, 0);
    for (const char* line : {"made.kernels.cpp:3:51: error: a kernel cannot call 'host(int)'", "    3 | kernel void before",
                             "template.in:501:51: error: a kernel cannot call 'host(int)'", "kernel void behind",
                             "template.in:2:49: error: a kernel cannot call 'host(int)'", "kernel void last"})
        EXPECT_NE(run.errors.find(line), std::string::npos) << line << "\ningotc reported:\n" << run.errors;
}

size_t count_of(const std::string& part, const std::string& text) {
    size_t count = 0;
    for (size_t position = text.find(part); position != std::string::npos; position = text.find(part, position + 1)) ++count;
    return count;
}

// A kernel file that lacks the #include or the using-directive. ingotc prints the note once, for all unknown names together.
TEST(names_of_the_language, have_a_note_that_says_where_they_are) {
    const std::string lacks_include =
        "note: this file lacks the kernel language: write `#include <ingot/kernel.hpp>` and `using namespace ingot;` at its "
        "beginning";
    const std::string lacks_using =
        "note: the names of the kernel language are in the namespace ingot: write `using namespace ingot;` after `#include "
        "<ingot/kernel.hpp>`";
    const std::string scale = "kernel void scale(buffer<float> values, param<float> by) { values[global_id.x] *= by; }\n";
    const std::pair<std::string, std::string> cases[] {
        {scale, lacks_include},
        {"using namespace ingot;\n" + scale, lacks_include},
        {"kernel void first(ingot::buffer<float> values) { values[0] = 1; }\n", lacks_include},
        {"#include <ingot/kernel.hpp>\n" + scale, lacks_using},
    };
    for (const auto& [text, note] : cases) {
        const temporary_folder folder;
        folder.write("first.kernels.cpp", text);
        const program_run run = run_program({INGOTC, "first.kernels.cpp", "-o", "out.ingot"}, folder.path());
        EXPECT_EQ(run.status, 1);
        EXPECT_EQ(count_of(note, run.errors), 1u) << text << run.errors;
    }
}

// Lines that newcomers write, and for each line the note that states what to write instead.
TEST(notes, say_what_to_write_instead) {
    const std::string length =
        "a buffer does not know its length: pass it as a parameter of the kernel, `param<uint32_t> count`, and use `count` "
        "instead";
    const std::string no_heap =
        "device code has no heap: use std::array<T, N> for a fixed number of elements, local_buffer<T, N> for memory shared "
        "by the work-group, or a buffer<T> as a parameter of the kernel";
    const std::pair<std::string, std::string> cases[] {
        {"y[global_id] = x[0];", "an index is one number, not a vector: name a component, as in y[global_id.x]"},
        {"y[0] = x[global_id];", "an index is one number, not a vector: name a component, as in y[global_id.x]"},
        {"y[0] = float(x.size());", length},
        {"for (float& each : y) each = 1;", length},
        {"std::cout << y[0];", "print with print(\"x is $\", x[0]) or printf"},
        {"std::vector<float> row;", no_heap},
    };
    for (const auto& [line, note] : cases) {
        const temporary_folder folder;
        folder.write("first.kernels.cpp",
                     "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
                     "kernel void first(buffer<const float> x, buffer<float> y) {\n    " +
                         line + "\n}\n");
        const program_run run = run_program({INGOTC, "first.kernels.cpp", "-o", "out.ingot"}, folder.path());
        EXPECT_EQ(run.status, 1);
        EXPECT_NE(run.errors.find("note: " + note + "\n"), std::string::npos) << line << "\n" << run.errors;
    }
}

class accepted : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(accepted, compiles_without_diagnostics) {
    const temporary_folder out;
    const program_run run = run_program({INGOTC, GetParam(), "-o", out.path() / "out.ingot"}, out.path());
    EXPECT_EQ(run.errors, "");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(out.files(), std::vector<std::string> {"out.ingot"});
}

INSTANTIATE_TEST_SUITE_P(kernels, errors, testing::ValuesIn(kernel_files("errors")), test_name);
INSTANTIATE_TEST_SUITE_P(kernels, accepted, testing::ValuesIn(kernel_files("accepted")), test_name);

}  // namespace
