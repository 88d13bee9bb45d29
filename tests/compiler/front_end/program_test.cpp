// Tests the program ingotc: its outputs, its messages for wrong input, and that no input makes it crash.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include "run_program.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace ingot::tests;

constexpr const char* good = R"(#include <ingot/kernel.hpp>
#include "amount.hpp"
using namespace ingot;
template <typename T> static T twice(T value) { return value * 2; }
kernel void scale(buffer<const float> x, buffer<float> y, param<amount> by) {
    local_buffer<float, 8> tile;
    tile[local_id.x] = twice(x[global_id.x]);
    local_barrier();
    y[global_id.x] = tile[0] * by.factor; // "text" 'c' /* */
}
)";
constexpr const char* amount = "#pragma once\nstruct amount {\n    float factor;\n};\n";

class ingotc : public testing::Test {
protected:
    void SetUp() override {
        folder_.write("amount.hpp", amount);
        file_ = folder_.write("scale.kernels.cpp", good);
    }

    program_run run(std::vector<std::string> words) const {
        words.insert(words.begin(), INGOTC);
        return run_program(words, folder_.path());
    }
    bool exists(const std::string& name) const { return std::filesystem::exists(folder_.path() / name); }

    // Expects an error with this message, and no output file.
    void expect_rejected(const std::vector<std::string>& words, const std::string& message) const {
        const program_run result = run(words);
        EXPECT_EQ(result.signal, 0);
        EXPECT_NE(result.status, 0);
        EXPECT_NE((result.errors + result.output).find(message), std::string::npos) << result.errors << result.output;
        EXPECT_FALSE(exists("out.ingot"));
    }

    temporary_folder folder_;
    std::string file_;
};

TEST_F(ingotc, says_its_version_and_help) {
    EXPECT_NE(run({"--version"}).output.find("LLVM 22."), std::string::npos);
    EXPECT_EQ(run({"--version"}).status, 0);
    const program_run help = run({"--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_EQ(help.output.find("\n\n\n"), std::string::npos) << help.output;
    const std::string of_inspect = run({"inspect", "--help"}).output;
    EXPECT_NE(of_inspect.find("FILE.ingot"), std::string::npos) << of_inspect;
    // Texts that only the help of a compilation contains: an output, a note of the targets, and the exit status 70.
    for (const char* of_compilation : {"OUT.ingot", "PoCL", "70"})
        EXPECT_EQ(of_inspect.find(of_compilation), std::string::npos) << of_inspect;
    for (const char* option : {"--targets", "--header", "--cpu-debug", "--depfile", "--stdlib", "--gcc-install-dir",
                               "--emit-llvm", "--emit-asm", "--arch", "inspect"})
        EXPECT_NE(help.output.find(option), std::string::npos) << option;
    const std::string in_one_line = std::regex_replace(help.output, std::regex("\\s+"), " ");
    for (const char* file : {"OUT.spvasm (SPIR-V)", "OUT.spir.ll (SPIR: an older format for OpenCL drivers", "OUT.ptx (PTX)"})
        EXPECT_NE(in_one_line.find(file), std::string::npos) << help.output;
}

TEST_F(ingotc, rejects_bad_input_with_messages) {
    expect_rejected({"missing.kernels.cpp", "-o", "out.ingot"}, "there is no kernel file 'missing.kernels.cpp'");
    expect_rejected({".", "-o", "out.ingot"}, "'.' is a folder");
    expect_rejected({file_, "-o", "out.ingot", "--targets", "dxil"}, "unknown target 'dxil'; the targets are spirv and ptx");
    expect_rejected({file_}, "no output given");
    expect_rejected({"-o", "out.ingot"}, "no kernel file given");
    expect_rejected({file_, "-o", "nowhere/out.ingot"}, "cannot write 'nowhere/out.ingot': there is no folder 'nowhere'");
    expect_rejected({file_, "-o", "out.ingot", "--header", "nowhere/deep/out.hpp"}, "there is no folder 'nowhere/deep'");
    expect_rejected({file_, "-o", "."}, "cannot write '.': it is a folder");
    expect_rejected({file_, "-o", "out.ingot", "-O7"}, "-O");
    expect_rejected({file_, "-o", "out.ingot", "--arch", "gfx90a"}, "'gfx90a' is not a compute capability such as sm_70");
    expect_rejected({file_, "-o", "out.ingot", "--arch", "sm_80,gfx90a"}, "'gfx90a' is not a compute capability such as sm_70");
    expect_rejected({file_, "-o", "out.ingot", "--arch", "sm_999"}, "'sm_999' is not a compute capability such as sm_70");
    for (const char* hyphens : {"-", "--"})
        expect_rejected({file_, "-o", "out.ingot", hyphens + std::string("stdlib=stlport")},
                        "unknown standard library 'stlport'; the choices are libstdc++ and libc++");
    expect_rejected(
        {file_, "-o", "out.ingot", "--gcc-install-dir=/nowhere"},
        "ingotc: error: --gcc-install-dir: '/nowhere' does not contain a GCC installation: it has no file crtbegin.o");
    expect_rejected({file_, "-o", "out.ingot", "-D", "=3"}, "'=3' does not begin with the name of a macro");
    expect_rejected({file_, "-o", "/dev/null"}, "cannot write '/dev/null': it is a device or a pipe");
    expect_rejected({folder_.write("empty.kernels.cpp", ""), "-o", "out.ingot"}, "this file has no kernel");
    expect_rejected({folder_.write("zeros.kernels.cpp", std::string(100, '\0')), "-o", "out.ingot"}, "it contains zero bytes");
}

TEST_F(ingotc, rejects_wrong_command_lines_with_the_messages_that_all_programs_share) {
    const std::pair<std::vector<std::string>, const char*> cases[] = {
        {{"-o", "out.ingot"},
         "ingotc: error: no kernel file given: name one, as in 'ingotc FILE -o OUT.ingot'; see 'ingotc --help'\n"},
        {{file_, "-o", "out.ingot", "--fast-maths"},
         "unknown option '--fast-maths' (did you mean --fast-math?); see 'ingotc --help'"},
        {{file_, "-o", "out.ingot", "--std=c++17"}, "is a C++ file; the choices are c++20; see 'ingotc --help'"},
        {{file_, "other.cpp", "-o", "out.ingot"}, "unexpected argument 'other.cpp'"},
        {{file_, "-o", "out.ingot", "-o", "more.ingot"}, "ingotc: error: -o: given twice, but the option takes one value"},
        {{file_, "-o", "out.ingot", "-O7"}, "ingotc: error: -O: '7' is invalid; expected 0, 1, 2 or 3"},
        {{file_, "-o"}, "ingotc: error: -o: needs a value: -o OUT.ingot; see 'ingotc --help'"},
        {{"inspect", "out.ingot", "--jsn"}, "unknown option '--jsn' (did you mean --json?); see 'ingotc inspect --help'"},
        {{"inspect"}, "ingotc: error: no archive given: name one, as in 'ingotc inspect FILE.ingot'"},
        {{file_, "inspect", "out.ingot"}, "cannot be given with 'inspect'; see 'ingotc inspect --help'"},
        {{"--fast-math", "inspect", "out.ingot"}, "'--fast-math' cannot be given with 'inspect'"},
    };
    for (const auto& [words, message] : cases) {
        expect_rejected(words, message);
        EXPECT_EQ(run(words).status, 2) << message;
    }
}

TEST_F(ingotc, takes_definitions_and_folders_joined_and_apart) {
    std::filesystem::create_directory(folder_.path() / "further");
    folder_.write("further/other.hpp", "#pragma once\n#define FOUND 1\n");
    const std::string kernels =
        "#include <ingot/kernel.hpp>\n#include <other.hpp>\n#if !FOUND || ONE != 1 || TWO != 2\n#error no\n#endif\n"
        "kernel void nothing() {}\n";
    folder_.write("defined.kernels.cpp", kernels);
    const program_run joined = run({"defined.kernels.cpp", "--header", "a.hpp", "-Ifurther", "-DONE=1", "-DTWO=2"});
    EXPECT_EQ(joined.status, 0) << joined.errors;
    const program_run apart = run({"-I", "further", "-D", "ONE=1", "-D", "TWO=2", "defined.kernels.cpp", "--header", "a.hpp"});
    EXPECT_EQ(apart.status, 0) << apart.errors;
}

// The code that ingotc appends to a kernel file, and the headers that this code includes, use the names of these macros.
TEST_F(ingotc, ends_macros_of_the_command_line_with_the_kernel_file) {
    const program_run result =
        run({file_, "-o", "out.ingot", "-D", "arguments=wrong", "-D", "run=wrong", "-D", "indices(x)=wrong", "-D", "entry"});
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_TRUE(exists("out.ingot"));
}

TEST_F(ingotc, makes_ptx_for_several_architectures) {
    for (const char* architecture : {"sm_70", "sm_80", "sm_90"}) {
        const program_run result = run({file_, "-o", "out.ingot", "--targets", "ptx", "--arch", architecture, "--emit-asm"});
        EXPECT_EQ(result.status, 0) << result.errors;
        EXPECT_NE(read_text(folder_.path() / "out.ptx").find(std::string(".target ") + architecture), std::string::npos);
    }
}

// An archive can hold PTX for several architectures. The text files then have the architectures in their names.
TEST_F(ingotc, makes_one_archive_for_several_architectures) {
    const program_run result =
        run({file_, "-o", "out.ingot", "--targets", "ptx", "--arch", "sm_80,sm_90a", "--arch", "sm_80", "--emit-asm"});
    EXPECT_EQ(result.status, 0) << result.errors;
    for (const char* architecture : {"sm_80", "sm_90a"})
        EXPECT_NE(read_text(folder_.path() / (std::string("out.") + architecture + ".ptx"))
                      .find(std::string(".target ") + architecture),
                  std::string::npos);
    const std::string contents = run({"inspect", "out.ingot"}).output;
    const size_t first = contents.find("ptx      sm_80 ");
    EXPECT_NE(first, std::string::npos) << contents;
    EXPECT_EQ(contents.find("ptx      sm_80 ", first + 1), std::string::npos) << contents;
    EXPECT_NE(contents.find("ptx      sm_90a "), std::string::npos) << contents;
}

TEST_F(ingotc, prints_how_long_each_phase_took) {
    EXPECT_EQ(run({file_, "-o", "out.ingot"}).output, "");
    const program_run result = run({file_, "-o", "out.ingot", "--header", "out.hpp", "--time"});
    ASSERT_EQ(result.status, 0) << result.errors;
    double sum = 0;
    double total = 0;
    std::istringstream lines(result.output);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "phase                                processor     elapsed");
    std::set<std::string> phases;
    while (std::getline(lines, line)) {
        ASSERT_GT(line.size(), 34u);  // the column of the phases has 34 characters
        phases.insert(line.substr(0, line.find("  ")));
        double processor = 0;
        double elapsed = 0;
        std::string unit;
        std::istringstream columns(line.substr(34));
        ASSERT_TRUE(columns >> processor >> unit >> elapsed) << line;
        EXPECT_GE(processor, 0) << line;
        EXPECT_GT(elapsed, -0.001) << line;
        if (line.starts_with("total"))
            total = processor;
        else
            sum += processor;
    }
    for (const char* phase : {"parse", "code generation", "inlining", "spirv: middle end", "spirv: emission", "ptx: middle end",
                              "ptx: optimisation", "ptx: emission", "output files", "processes of the targets", "total"})
        EXPECT_TRUE(phases.contains(phase)) << phase << "\n" << result.output;
    EXPECT_GT(total, 0);
    EXPECT_NEAR(sum, total, 0.1 * total + 0.02) << result.output;
}

TEST_F(ingotc, replaces_what_a_link_points_to) {
    folder_.write("real.hpp", "old");
    std::filesystem::create_symlink("real.hpp", folder_.path() / "link.hpp");
    ASSERT_EQ(run({file_, "--header", "link.hpp"}).status, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(folder_.path() / "link.hpp"));
    EXPECT_NE(read_text(folder_.path() / "real.hpp"), "old");
}

TEST_F(ingotc, inspects_an_archive_that_it_made) {
    ASSERT_EQ(run({file_, "-o", "out.ingot"}).status, 0);
    const program_run text = run({"inspect", "out.ingot"});
    EXPECT_EQ(text.status, 0) << text.errors;
    for (const char* part :
         {"spirv", "ptx", "sm_70", "scale", "buffer<const float>", "param<amount>", "local memory 32 bytes, uses barriers"})
        EXPECT_NE(text.output.find(part), std::string::npos) << part << "\n" << text.output;
    const program_run json = run({"inspect", "--json", "out.ingot"});
    EXPECT_EQ(json.status, 0) << json.errors;
    for (const char* part :
         {"\"local_memory\": 32", "\"uses_barrier\": true", "\"access\": \"read_write\"", "\"target\": \"ptx\""})
        EXPECT_NE(json.output.find(part), std::string::npos) << part << "\n" << json.output;
}

TEST_F(ingotc, shows_image_types_as_they_are_in_the_source) {
    folder_.write("copy.kernels.cpp",
                  "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
                  "kernel void copy(const_image_2d<float4> from, image_2d<float4, true> to) {\n"
                  "    const int2 at {static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)};\n"
                  "    to.write(at, from.read(at));\n}\n");
    ASSERT_EQ(run({"copy.kernels.cpp", "-o", "copy.ingot"}).status, 0);
    const program_run text = run({"inspect", "copy.ingot"});
    for (const char* part : {" const_image_2d<float4> ", " image_2d<float4, true> "})
        EXPECT_NE(text.output.find(part), std::string::npos) << part << "\n" << text.output;
    EXPECT_EQ(text.output.find("buffer<"), std::string::npos) << text.output;
    const program_run json = run({"inspect", "--json", "copy.ingot"});
    for (const char* part : {"\"kind\": \"image\"", "\"access\": \"read\"", "\"access\": \"write\""})
        EXPECT_NE(json.output.find(part), std::string::npos) << part << "\n" << json.output;
}

// Without targets an archive holds no code, but it describes the kernels to the CPU debug device.
TEST_F(ingotc, describes_kernels_without_targets) {
    ASSERT_EQ(run({file_, "-o", "out.ingot", "--targets", "none"}).status, 0);
    const program_run text = run({"inspect", "out.ingot"});
    EXPECT_EQ(text.status, 0) << text.errors;
    for (const char* part : {"scale", "buffer<const float>", "param<amount>", "uses barriers"})
        EXPECT_NE(text.output.find(part), std::string::npos) << part << "\n" << text.output;
    EXPECT_EQ(text.output.find(" bytes  requires"), std::string::npos) << text.output;
    EXPECT_EQ(text.output.find("spirv"), std::string::npos) << text.output;
}

// A file that uses device_info has a module for each device profile. Here only CPUs, whose profiles come last, read a mip level.
TEST_F(ingotc, remembers_mip_levels_that_only_some_devices_read) {
    folder_.write("levels.kernels.cpp", R"(#include <ingot/kernel.hpp>
using namespace ingot;
kernel void levels(const_image_2d<float4> image, buffer<float4> pixels) {
    if constexpr (device_info::type() == device_info::device_type::cpu)
        pixels[0] = image.read_lod(float2(0.5f, 0.5f), 2);
    else
        pixels[0] = image.read(float2(0.5f, 0.5f));
}
)");
    const program_run result = run({"levels.kernels.cpp", "-o", "levels.ingot", "--targets", "spirv"});
    ASSERT_EQ(result.status, 0) << result.errors;
    // The index of an archive is JSON.
    EXPECT_NE(read_text(folder_.path() / "levels.ingot").find("\"reads_levels\":true"), std::string::npos);
}

TEST_F(ingotc, does_not_inspect_a_truncated_or_foreign_file) {
    ASSERT_EQ(run({file_, "-o", "whole.ingot"}).status, 0);
    const std::string whole = read_text(folder_.path() / "whole.ingot");
    for (const size_t size : {size_t {0}, size_t {3}, size_t {20}, whole.size() / 2, whole.size() - 1}) {
        folder_.write("part.ingot", whole.substr(0, size));
        const program_run result = run({"inspect", "part.ingot"});
        EXPECT_EQ(result.status, 1) << size;
        EXPECT_NE(result.errors.find("part.ingot"), std::string::npos) << result.errors;
    }
    expect_rejected({"inspect", file_}, "scale.kernels.cpp");
    expect_rejected({"inspect", "missing.ingot"}, "missing.ingot");
}

TEST_F(ingotc, leaves_outputs_as_they_were_when_it_fails) {
    folder_.write("out.hpp", "old");
    folder_.write("bad.kernels.cpp", "#include <ingot/kernel.hpp>\nkernel int wrong() { return 1; }\n");
    EXPECT_EQ(run({"bad.kernels.cpp", "--header", "out.hpp"}).status, 1);
    EXPECT_EQ(read_text(folder_.path() / "out.hpp"), "old");
}

TEST_F(ingotc, writes_no_output_if_one_of_them_cannot_be_written) {
    EXPECT_EQ(run({file_, "--header", "out.hpp", "--cpu-debug", "nowhere/out.cpp"}).status, 1);
    EXPECT_FALSE(exists("out.hpp"));
}

TEST_F(ingotc, never_overwrites_its_source_or_an_output_with_another) {
    expect_rejected({file_, "-o", file_}, "is the kernel file");
    expect_rejected({file_, "-o", "out.ingot", "--header", "./scale.kernels.cpp"}, "is the kernel file");
    EXPECT_EQ(read_text(file_), good);
    expect_rejected({file_, "-o", "out.ingot", "--header", "./out.ingot"}, "'./out.ingot' is given for two outputs");
    expect_rejected({file_, "-o", "out.ingot", "--header", "out.ptx", "--emit-asm"}, "two outputs have this name");
    EXPECT_FALSE(exists("out.ptx"));
    expect_rejected(
        {file_, "-o", "out.ingot", "--header", "out.hpp", "--cpu-debug", "../" + folder_.path().filename().string() + "/out.hpp"},
        "is given for two outputs");
    // --emit-asm writes text files beside the archive. Such a file must not have the name of another output or of the kernel
    // file, even if the file exists already with the contents that would be written.
    ASSERT_EQ(run({file_, "-o", "first.ingot", "--emit-asm"}).status, 0);
    std::filesystem::copy_file(folder_.path() / "first.ptx", folder_.path() / "out.ptx");
    expect_rejected({file_, "-o", "out.ingot", "--header", "./out.ptx", "--emit-asm"}, "two outputs have this name");
    folder_.write("out.ptx", good);
    expect_rejected({"out.ptx", "-o", "out.ingot", "--emit-asm"}, "is the kernel file");
    EXPECT_EQ(read_text(folder_.path() / "out.ptx"), good);
}

TEST_F(ingotc, does_not_rewrite_a_header_that_is_the_same) {
    ASSERT_EQ(run({file_, "--header", "out.hpp"}).status, 0);
    const auto before = std::filesystem::last_write_time(folder_.path() / "out.hpp");
    std::string edited = good;
    edited.replace(edited.find("* 2"), 3, "* 3");
    folder_.write("scale.kernels.cpp", edited);
    ASSERT_EQ(run({file_, "--header", "out.hpp"}).status, 0);
    EXPECT_EQ(std::filesystem::last_write_time(folder_.path() / "out.hpp"), before);
}

TEST_F(ingotc, lists_the_files_that_it_read) {
    ASSERT_EQ(run({file_, "--header", "out.hpp", "--depfile", "out.d"}).status, 0);
    const std::string text = read_text(folder_.path() / "out.d");
    EXPECT_TRUE(text.starts_with((folder_.path() / "out.hpp").string() + ":")) << text;
    for (const char* part : {"scale.kernels.cpp", "amount.hpp", "ingot/kernel.hpp", "ingot/language/vector.hpp"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    EXPECT_EQ(text.find("/c++/"), std::string::npos) << text;
}

TEST_F(ingotc, writes_texts_beside_the_archive_and_names_them) {
    const program_run result = run({file_, "-o", "out.ingot", "--emit-llvm", "--emit-asm"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const auto expect_text = [&](const std::string& name) {
        EXPECT_NE(result.output.find(name), std::string::npos) << result.output;
        EXPECT_GT(read_text(folder_.path() / name).size(), 100u) << name;
    };
    for (const char* name : {"out.spirv.ll", "out.ptx.ll", "out.spvasm", "out.ptx"}) expect_text(name);
    if (run({"--help"}).output.find("ingotc writes no SPIR,") != std::string::npos) return;
    expect_text("out.spir.ll");
    EXPECT_NE(read_text(folder_.path() / "out.spir.ll").find("target triple = \"spir64-unknown-unknown\""), std::string::npos);
}

// An assembler of PTX rejects WARP_SZ and _ as the name of a kernel. It accepts other words of PTX, such as ld.
TEST_F(ingotc, gives_kernels_another_name_in_ptx_where_theirs_is_a_word_of_ptx) {
    folder_.write("words.kernels.cpp",
                  "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
                  "kernel void WARP_SZ(buffer<int32_t> values) { values[0] = 1; }\n"
                  "kernel void _(buffer<int32_t> values) { values[0] = 2; }\n"
                  "kernel void ld(buffer<int32_t> values) { values[0] = 3; }\n");
    const program_run result = run({"words.kernels.cpp", "-o", "words.ingot", "--header", "words.hpp", "--emit-asm"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const std::string ptx = folder_.read("words.ptx");
    for (const char* name : {"entry_WARP_SZ", "entry__", "ld"})
        EXPECT_NE(ptx.find(std::string(".entry ") + name + "("), std::string::npos) << name << ptx;
    EXPECT_NE(run({"inspect", "words.ingot"}).output.find("WARP_SZ"), std::string::npos);
}

TEST_F(ingotc, optimises_ptx_more_at_a_higher_level) {
    folder_.write("loop.kernels.cpp", R"(#include <ingot/kernel.hpp>
using namespace ingot;
kernel void sum(buffer<const float> x, buffer<float> y, param<uint32_t> count, param<uint32_t> kind) {
    float all = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (kind > 3) all += x[i] * x[i + 1]; else all = sqrt(all) * x[i];
    }
    y[global_id.x] = all;
}
)");
    std::vector<std::string> texts;
    for (const char* level : {"-O0", "-O1", "-O2", "-O3"}) {
        const program_run result = run({"loop.kernels.cpp", "-o", "out.ingot", "--targets", "ptx", "--emit-asm", level});
        ASSERT_EQ(result.status, 0) << result.errors;
        texts.push_back(read_text(folder_.path() / "out.ptx"));
    }
    EXPECT_LT(texts[2].size(), texts[3].size());  // -O3 unswitches the loop: one loop for each value of `kind > 3`
}

TEST_F(ingotc, unrolls_short_loops_and_finds_a_component_by_one_address) {
    folder_.write("short.kernels.cpp", R"(#include <ingot/kernel.hpp>
using namespace ingot;
kernel void sum_of_four(buffer<const float> x, buffer<float> y) {
    float all = 0;
    for (int i = 0; i < 4; ++i) all += x[global_id.x * 5 + i];
    y[global_id.x] = all;
}
kernel void one_of_three(buffer<const float3> x, buffer<float3> y) {
    float3 values = x[global_id.x];
    values[global_id.x % 3] = 2.0f;
    y[global_id.x] = normalize(values);
}
)");
    const program_run result = run({"short.kernels.cpp", "-o", "out.ingot", "--targets", "ptx", "--emit-asm"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const std::string text = read_text(folder_.path() / "out.ptx");
    EXPECT_EQ(text.find("bra"), std::string::npos) << text;
    EXPECT_EQ(text.find("[%SP"), std::string::npos) << text;  // %SP is the generic address of the stack
}

// ingotc lowers these calls itself, because llvm-spirv-15 would call the functions for signed integers.
TEST_F(ingotc, calls_image_functions_for_unsigned_integers_in_spir) {
    folder_.write("put.kernels.cpp", R"(#include <ingot/kernel.hpp>
using namespace ingot;
kernel void put(const_image_2d<uint32_t> plane, image_2d_array<uint32_t, true> planes) {
    planes.write(int2(1, 2), 3, plane.read(int2(0, 0)));
}
)");
    const program_run result = run({"put.kernels.cpp", "-o", "out.ingot", "--targets", "spirv", "--emit-asm"});
    ASSERT_EQ(result.status, 0) << result.errors;
    if (!exists("out.spir.ll")) GTEST_SKIP() << "llvm-spirv-15 is not on this machine";
    const std::string text = read_text(folder_.path() / "out.spir.ll");
    EXPECT_NE(text.find("@_Z12read_imageui14ocl_image2d_ro11ocl_samplerDv2_i("), std::string::npos) << text;
    EXPECT_NE(text.find("@_Z13write_imageui20ocl_image2d_array_woDv4_iDv4_j("), std::string::npos) << text;
}

// A truncated file gives an error message, unless the part that is left is still a complete kernel file.
TEST_F(ingotc, survives_truncated_files) {
    const std::string text = good;
    for (size_t size = 0; size < text.size(); size += 7) {
        folder_.write("cut.kernels.cpp", text.substr(0, size));
        const program_run result = run({"cut.kernels.cpp", "--targets", "none", "-o", "out.ingot"});
        EXPECT_EQ(result.signal, 0) << size;
        if (size < text.find("// \"text\"") - 1) {
            EXPECT_EQ(result.status, 1) << size << "\n" << result.errors;
            EXPECT_NE(result.errors.find("error: "), std::string::npos) << size;
            EXPECT_FALSE(exists("out.ingot")) << size;
        }
    }
}

TEST_F(ingotc, survives_random_bytes) {
    std::mt19937 random(1);
    for (int round = 0; round < 24; ++round) {
        std::string bytes(1 + random() % 600, ' ');
        for (char& byte : bytes) byte = static_cast<char>(1 + random() % 255);
        folder_.write("random.kernels.cpp", bytes);
        const program_run result = run({"random.kernels.cpp", "-o", "out.ingot"});
        EXPECT_EQ(result.signal, 0) << round;
        EXPECT_EQ(result.status, 1) << round << "\n" << result.errors;
        EXPECT_FALSE(exists("out.ingot"));
    }
}

TEST_F(ingotc, survives_changed_bytes) {
    std::mt19937 random(2);
    for (int round = 0; round < 24; ++round) {
        std::string text = good;
        for (int change = 0; change < 3; ++change) text[random() % text.size()] = static_cast<char>(33 + random() % 90);
        folder_.write("changed.kernels.cpp", text);
        const program_run result = run({"changed.kernels.cpp", "-o", "out.ingot"});
        EXPECT_EQ(result.signal, 0) << round << "\n" << text;
        EXPECT_LE(result.status, 1) << round << "\n" << text << result.errors;
    }
}

TEST_F(ingotc, survives_deep_nesting) {
    const std::string open = "#include <ingot/kernel.hpp>\nkernel void deep(ingot::buffer<int> x) { x[0] = ";
    for (const std::string& nested : {std::string(100'000, '('), std::string(100'000, '-') + "1;}", std::string(100'000, '{')}) {
        folder_.write("deep.kernels.cpp", open + nested);
        const program_run result = run({"deep.kernels.cpp", "-o", "out.ingot"});
        EXPECT_EQ(result.signal, 0);
        EXPECT_NE(result.status, 0);
        EXPECT_NE(result.errors.find("error: "), std::string::npos);
    }
}

// The signal is blocked and pending when ingotc starts. It arrives when ingotc unblocks it before compiling, as if
// ingotc had crashed while compiling.
TEST_F(ingotc, says_that_a_crash_is_its_own_defect) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE}) {
        const program_run result = run_program({INGOTC, file_, "-o", "out.ingot"}, folder_.path(), signal);
        EXPECT_EQ(result.signal, 0) << signal;
        EXPECT_EQ(result.status, 70) << signal;
        EXPECT_NE(result.errors.find("this is a defect of ingotc"), std::string::npos) << result.errors;
        EXPECT_NE(result.errors.find("scale.kernels.cpp"), std::string::npos) << result.errors;
        EXPECT_FALSE(exists("out.ingot"));
    }
}

}  // namespace
