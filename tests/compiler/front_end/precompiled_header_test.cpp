// Tests the precompiled headers of <ingot/kernel.hpp> and <metal_stdlib> that ingotc keeps in the user's cache to save time. It
// must change no result, must be made again if it is damaged or if a file or an option has changed, and must not be used where it
// would give another result than the source.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "environment_value.hpp"
#include "run_program.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace ingot::tests;
namespace fs = std::filesystem;

constexpr const char* used = "reading the precompiled header";
constexpr const char* made = "making the precompiled header";

constexpr const char* kernels =
    "// A comment, then the header.\n#include <ingot/kernel.hpp>\n#include <cmath>\nusing namespace ingot;\n"
    "kernel void roots(buffer<float> values) { values[global_id.x] = std::sqrt(values[global_id.x]); }\n";

class precompiled_header : public testing::Test {
protected:
    // Compiles `source` and returns what --time prints.
    std::string compile(const std::string& source, const std::vector<std::string>& options = {},
                        const std::string& file = "roots.kernels.cpp") const {
        folder_.write(file, source);
        std::vector<std::string> words {INGOTC, file, "-o", "out.ingot", "--time"};
        words.insert(words.end(), options.begin(), options.end());
        const program_run run = run_program(words, folder_.path());
        EXPECT_EQ(run.status, 0) << run.errors;
        EXPECT_EQ(run.errors, "");
        return run.output;
    }
    static bool has(const std::string& output, const char* phase) { return output.find(phase) != std::string::npos; }

    fs::path headers() const { return folder_ / "cache/ingot/headers"; }
    // Returns the only file in the cache with this ending.
    fs::path file_of_cache(const std::string& ending) const {
        std::vector<fs::path> found;
        for (const auto& each : fs::directory_iterator(headers()))
            if (each.path().extension() == ending) found.push_back(each.path());
        EXPECT_EQ(found.size(), 1u) << ending;
        return found.empty() ? fs::path() : found.front();
    }
    static void write(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

    temporary_folder folder_;
    environment_value cache_ {"XDG_CACHE_HOME", (folder_ / "cache").string()};
};

TEST_F(precompiled_header, is_made_once_and_changes_no_result) {
    const std::string first = compile(kernels);
    EXPECT_TRUE(has(first, made)) << first;
    EXPECT_TRUE(has(first, used)) << first;
    const std::string archive = folder_.read("out.ingot");
    const std::string second = compile(kernels);
    EXPECT_FALSE(has(second, made)) << second;
    EXPECT_TRUE(has(second, used)) << second;
    EXPECT_EQ(folder_.read("out.ingot"), archive);

    const environment_value no_cache("XDG_CACHE_HOME", "/dev/null");
    EXPECT_FALSE(has(compile(kernels), used));
    EXPECT_EQ(folder_.read("out.ingot"), archive);
}

TEST_F(precompiled_header, serves_metal_files) {
    const std::string file = "roots.metal";
    const std::string source =
        "#include <metal_math>\nusing namespace metal;\nconstant float offset [[function_constant(0)]];\n"
        "template <typename T> struct box { T value; };\n"
        "kernel void roots(device float3* values, threadgroup float* t [[threadgroup(0)]], uint i [[thread_position_in_grid]]) "
        "{\n"
        "    t[0] = offset;\n    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
        "    box<float2x2> b {float2x2(t[0])};\n    values[i].xy = sqrt(values[i]).yx * b.value;\n}\n";
    const std::vector<std::string> options {"--targets", "ptx"};
    EXPECT_TRUE(has(compile(source, options, file), made));
    const std::string archive = folder_.read("out.ingot");
    const std::string second = compile(source, options, file);
    EXPECT_FALSE(has(second, made)) << second;
    EXPECT_TRUE(has(second, used)) << second;
    EXPECT_EQ(folder_.read("out.ingot"), archive);
    // A macro in front of the header could change it.
    EXPECT_FALSE(has(compile("#define half_of(x) ((x) / 2)\n" + source, options, file), used));

    const environment_value no_cache("XDG_CACHE_HOME", "/dev/null");
    EXPECT_FALSE(has(compile(source, options, file), used));
    EXPECT_EQ(folder_.read("out.ingot"), archive);
}

TEST_F(precompiled_header, is_made_again_if_it_is_damaged) {
    compile(kernels);
    const fs::path header = file_of_cache(".pch");
    const std::string whole = read_text(header);
    std::string flipped = whole;
    flipped[whole.size() / 2] = static_cast<char>(~flipped[whole.size() / 2]);
    for (const std::string& damaged : {std::string(), whole.substr(0, whole.size() / 2), flipped}) {
        write(header, damaged);
        const std::string output = compile(kernels);
        EXPECT_TRUE(has(output, made) && has(output, used)) << output;
        EXPECT_FALSE(has(compile(kernels), made));
    }
    const fs::path list = file_of_cache(".json");
    for (const char* damaged : {"", "{", "[]", "{\"header\": 1}"}) {
        write(list, damaged);
        EXPECT_TRUE(has(compile(kernels), made)) << damaged;
    }
}

// The .json file beside a precompiled header lists the files that the header was made from, each with its digest. A
// changed digest in this list acts like a changed file.
TEST_F(precompiled_header, is_made_again_if_a_file_has_changed) {
    compile(kernels);
    const fs::path list = file_of_cache(".json");
    std::string text = read_text(list);
    const size_t digest = text.find("ingot/kernel.hpp\": \"");
    ASSERT_NE(digest, std::string::npos) << text;
    char& digit = text[digest + std::string("ingot/kernel.hpp\": \"").size()];
    digit = digit == '0' ? '1' : '0';
    write(list, text);
    EXPECT_TRUE(has(compile(kernels), made));
    EXPECT_FALSE(has(compile(kernels), made));
}

TEST_F(precompiled_header, is_another_one_for_other_options) {
    compile(kernels);
    EXPECT_TRUE(has(compile(kernels, {"-DNDEBUG=2"}), made));
    EXPECT_TRUE(has(compile(kernels, {"--fast-math"}), made));
    EXPECT_FALSE(has(compile(kernels, {"-I", "."}), made));
}

// ingotc searches the folders of -I before those of the standard library. So <limits>, which the precompiled header includes,
// would be another file here.
TEST_F(precompiled_header, is_not_used_where_a_folder_has_another_header) {
    compile(kernels);
    fs::create_directory(folder_ / "own");
    folder_.write("own/limits", "#include_next <limits>\n#define FOUND_OWN 1\n");
    const std::string source = std::string(kernels) + "static_assert(FOUND_OWN == 1);\n";
    EXPECT_FALSE(has(compile(source, {"-I", "own"}), used));
}

TEST_F(precompiled_header, is_used_only_if_the_file_begins_with_it) {
    compile(kernels);
    EXPECT_TRUE(has(compile("/* a */ // b\n#pragma once\n # include <ingot/kernel.hpp>\nkernel void nothing() {}\n",
                            {"-W", "no-pragma-once-outside-header"}),
                    used));
    EXPECT_TRUE(has(compile("// of Windows\r\n#include <ingot/kernel.hpp>\r\nkernel void nothing() {}\r\n"), used));
    for (const std::string before : {"#include <vector>\n", "#define OTHER 1\n", "int first;\n"})
        EXPECT_FALSE(has(compile(before + kernels), used)) << before;
}

TEST_F(precompiled_header, is_not_made_where_the_cache_cannot_be_written) {
    folder_.write("file", "");
    const environment_value file("XDG_CACHE_HOME", (folder_ / "file").string());
    EXPECT_FALSE(has(compile(kernels), used));
}

// The macro makes <ingot/kernel.hpp> invalid, so the header cannot be precompiled. The compilation of the kernel file reports
// the errors, and only the lock file stays in the cache.
TEST_F(precompiled_header, leaves_errors_to_the_kernel_file) {
    folder_.write("roots.kernels.cpp", kernels);
    const program_run run = run_program({INGOTC, "roots.kernels.cpp", "-o", "out.ingot", "-Dbuffer=3"}, folder_.path());
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.errors.find("error: "), std::string::npos) << run.errors;
    for (const auto& each : fs::directory_iterator(headers())) EXPECT_EQ(each.path().filename(), "lock");
}

TEST_F(precompiled_header, serves_a_file_that_depends_on_the_target) {
    const std::string source =
        std::string(kernels) +
        "#if defined(INGOT_TARGET_PTX)\nconstexpr int which = 1;\n#else\nconstexpr int which = 2;\n#endif\n"
        "kernel void number(buffer<int> values) { values[0] = 4711 * which; }\n";
    compile(source, {"--emit-asm"});
    EXPECT_NE(folder_.read("out.ptx").find("4711"), std::string::npos);
    EXPECT_NE(folder_.read("out.spvasm").find("9422"), std::string::npos);
}

}  // namespace
