// Tests of `ingot metal check` and `ingot metal run` as a process, and of the numbers of their command lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <ingot/ingot.hpp>
#include <ingot/media/picture_file.hpp>

#include "metal/numbers.hpp"
#include "program_fixture.hpp"

namespace ingot::shell {
namespace {

using json = nlohmann::json;

constexpr const char* saxpy = R"(#include <metal_stdlib>
using namespace metal;

kernel void saxpy(device const float* x [[buffer(0)]], device float* y [[buffer(1)]], constant float& a [[buffer(2)]],
                  uint i [[thread_position_in_grid]]) {
    y[i] = a * x[i] + y[i];
}
)";
constexpr const char* wrong = R"(#include <metal_stdlib>
using namespace metal;

kernel void wrong(device float* x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    float value = missing;
    x[i] = undeclared + value;
}
)";
constexpr const char* several = R"(#include <metal_stdlib>
using namespace metal;

constant int shift [[function_constant(0)]];

kernel void reversed(device const int* values [[buffer(0)]], device int* results [[buffer(1)]],
                     threadgroup int* tile [[threadgroup(0)]], uint i [[thread_position_in_grid]],
                     uint local [[thread_position_in_threadgroup]], uint size [[threads_per_threadgroup]]) {
    tile[local] = values[i] + shift;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    results[i] = tile[size - 1 - local];
}

kernel void mirrored(texture2d<float, access::read> from [[texture(0)]], texture2d<float, access::write> to [[texture(1)]],
                     uint2 place [[thread_position_in_grid]]) {
    to.write(from.read(uint2(from.get_width() - 1 - place.x, place.y)), place);
}
)";

constexpr const char* resources = R"(#include <metal_stdlib>
using namespace metal;

struct pair {
    device float* values [[id(0)]];
    float factor [[id(1)]];
};

kernel void sampled(texture2d<float> from [[texture(0)]], sampler how [[sampler(0)]], device float* to [[buffer(0)]],
                    uint i [[thread_position_in_grid]]) {
    to[i] = from.sample(how, float2(1.25f + i, 0.5f)).x;
}

kernel void scaled(constant pair& p [[buffer(0)]], uint i [[thread_position_in_grid]]) { p.values[i] *= p.factor; }
)";

class metal_program : public tests::program {
protected:
    metal_program() {
        folder_.write("saxpy.metal", saxpy);
        folder_.write("wrong.metal", wrong);
        folder_.write("several.metal", several);
        folder_.write("resources.metal", resources);
    }
    // Runs a kernel on a device that can run it; the test is skipped if there is none.
    int run_kernel(const std::string& arguments) { return run("metal run " + arguments); }
    static bool has_device() {
        return std::ranges::any_of(devices(), [](const device_listing& each) {
            return each.device && each.device->backend() != reference_backend().backend;
        });
    }
};

TEST_F(metal_program, check_accepts_a_valid_file) {
    ASSERT_EQ(run("metal check saxpy.metal several.metal"), 0) << standard_error();
    EXPECT_EQ(standard_output(), "2 Metal files checked: all are valid\n");
    EXPECT_EQ(standard_error(), "");
}

TEST_F(metal_program, check_names_the_line_of_each_error) {
    ASSERT_EQ(run("metal check saxpy.metal wrong.metal"), 1);
    EXPECT_NE(standard_output().find("2 Metal files checked: 1 is valid, 1 has 2 errors"), std::string::npos)
        << standard_output();
    EXPECT_NE(standard_error().find("wrong.metal:5:19: error: use of undeclared identifier 'missing'"), std::string::npos)
        << standard_error();
    EXPECT_NE(standard_error().find("wrong.metal:6:12: error: use of undeclared identifier 'undeclared'"), std::string::npos)
        << standard_error();
}

TEST_F(metal_program, check_takes_folders_and_headers) {
    folder_.write("inner/scale.h", "#define FACTOR 2.0\n");
    folder_.write(
        "inner/deep/scaled.metal",
        "#include <metal_stdlib>\n#include \"scale.h\"\n"
        "kernel void scaled(device float* x [[buffer(0)]], uint i [[thread_position_in_grid]]) { x[i] *= FACTOR * MORE; }\n");
    EXPECT_EQ(run("metal check inner -I inner -D MORE=3.0"), 0) << standard_error();
    EXPECT_EQ(standard_output(), "1 Metal file checked: it is valid\n");
    EXPECT_EQ(run("metal check inner -I inner"), 1);
    EXPECT_NE(standard_error().find("'MORE'"), std::string::npos) << standard_error();
}

TEST_F(metal_program, check_and_run_take_the_version_of_the_language) {
    folder_.write("old.metal", R"(
#if __METAL_VERSION__ != 240
#error "another version"
#endif
kernel void one(device int* p [[buffer(0)]]) { *p = 1; }
)");
    EXPECT_EQ(run("metal check old.metal"), 1);
    EXPECT_EQ(run("metal check old.metal --std metal2.4"), 0) << standard_error();
    EXPECT_EQ(run("metal check old.metal --std metal9.9"), 1);
    EXPECT_NE(standard_error().find("metal3.0"), std::string::npos) << standard_error();
    if (!has_device()) GTEST_SKIP() << "no device runs Metal kernels";
    EXPECT_EQ(run_kernel("old.metal --std metal2.4 --grid 1 --buffer 0=zero:4 --print 0=i32"), 0) << standard_error();
}

TEST_F(metal_program, check_prints_json) {
    ASSERT_EQ(run("metal check --json saxpy.metal wrong.metal"), 1);
    const json found = json::parse(standard_output());
    ASSERT_EQ(found["files"].size(), 2u);
    EXPECT_EQ(found["files"][0]["valid"], true);
    EXPECT_EQ(found["files"][0]["kernels"], json::array({"saxpy"}));
    EXPECT_EQ(found["files"][1]["valid"], false);
    EXPECT_EQ(found["files"][1]["messages"][0]["line"], 5);
    EXPECT_EQ(found["files"][1]["messages"][0]["level"], "error");
}

TEST_F(metal_program, check_writes_sarif) {
    folder_.write("a b/wrong ü.metal", wrong);
    ASSERT_EQ(run("metal check 'a b' --sarif out.sarif"), 1);
    const json log = json::parse(folder_.read("out.sarif"));
    EXPECT_EQ(log["version"], "2.1.0");
    const json& results = log["runs"][0]["results"];
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results[1]["level"], "error");
    EXPECT_EQ(results[1]["message"]["text"], "use of undeclared identifier 'undeclared'");
    const json& place = results[1]["locations"][0]["physicalLocation"];
    EXPECT_EQ(place["artifactLocation"]["uri"], "a%20b/wrong%20%C3%BC.metal");
    EXPECT_EQ(place["region"]["startLine"], 6);
    EXPECT_EQ(place["region"]["startColumn"], 12);
    EXPECT_EQ(log["runs"][0]["tool"]["driver"]["name"], "ingot metal check");
}

TEST_F(metal_program, check_again_when_a_file_changes) {
    // Changes the file when the program has printed its first result, and sends a signal after the second one.
    const std::string change =
        "sh -c 'printed() { for i in $(seq 400); do grep -q \"$1\" /proc/$$/fd/1 && return; sleep 0.1; done; }; "
        "(printed valid; cp wrong.metal saxpy.metal; printed errors; kill -INT $$) & exec \"$@\"' sh";
    EXPECT_EQ(run("metal check --watch saxpy.metal", change), 1) << standard_error();
    EXPECT_EQ(standard_output(), "1 Metal file checked: it is valid\n1 Metal file checked: 0 are valid, 1 has 2 errors\n");
}

TEST_F(metal_program, wrong_command_lines_are_rejected) {
    folder_.write("empty/readme.txt", "");
    const std::vector<std::pair<std::string, std::string>> cases {
        {"metal", "no command given"},
        {"metal chek x.metal", "did you mean check?"},
        {"metal check", "no file given"},
        {"metal run saxpy.metal", "--grid"},
        {"metal run saxpy.metal --grid 1,2,3,4", "expected X, X,Y or X,Y,Z"},
        {"metal run saxpy.metal --grid 0", "--grid: '0'"},
        {"metal run saxpy.metal --grid 4 --buffer 0", "expected N=CONTENTS"},
        {"metal run saxpy.metal --grid 4 --buffer 0=f32:1,x", "'x' is not a number of type f32"},
        {"metal run saxpy.metal --grid 4 --buffer 0=u8:256", "'256' is not a number of type u8"},
        {"metal run saxpy.metal --grid 4 --buffer 0=zero:8 --buffer 0=zero:8", "--buffer 0= is given twice"},
        {"metal run saxpy.metal --grid 4 --print 0=double", "types: f16, f32"},
        {"metal run saxpy.metal --grid 4 --function-constant a=1", "NAME=TYPE:VALUE"},
    };
    for (const auto& [arguments, message] : cases) {
        EXPECT_EQ(run(arguments), 2) << arguments;
        EXPECT_NE(standard_error().find(message), std::string::npos) << arguments << '\n' << standard_error();
    }
    EXPECT_EQ(run("metal check nothing.metal"), 1);
    EXPECT_NE(standard_error().find("'nothing.metal': there is no such file"), std::string::npos) << standard_error();
    EXPECT_EQ(run("metal check empty"), 1);
    EXPECT_NE(standard_error().find("the folder has no files *.metal"), std::string::npos) << standard_error();
    EXPECT_EQ(run("metal check empty/readme.txt"), 1);
    EXPECT_NE(standard_error().find("is no Metal file"), std::string::npos) << standard_error();
}

TEST_F(metal_program, run_computes_with_numbers_and_files) {
    if (!has_device()) GTEST_SKIP() << "no device that runs Metal kernels";
    folder_.write("y.bin", std::string(16, '\0'));
    ASSERT_EQ(run_kernel("saxpy.metal --grid 4 --group 2 --buffer 0=f32:1,2,3,-4 --buffer 1=y.bin --constant 2=f32:0.5 "
                         "--print 1=f32 --print 0=f32 --output 1=out.bin"),
              0)
        << standard_error();
    EXPECT_EQ(standard_output(), "buffer 0: 1, 2, 3, -4\nbuffer 1: 0.5, 1, 1.5, -2\n");
    EXPECT_NE(standard_error().find("saxpy: 4 × 1 × 1 threads in groups of 2 × 1 × 1 on "), std::string::npos)
        << standard_error();
    const std::string bytes = folder_.read("out.bin");
    EXPECT_EQ(format_numbers(number_type::f32, std::as_bytes(std::span(bytes))), "0.5, 1, 1.5, -2");
}

TEST_F(metal_program, run_says_which_buffers_are_smaller_than_the_grid) {
    if (!has_device()) GTEST_SKIP() << "no device that runs Metal kernels";
    ASSERT_EQ(run_kernel("saxpy.metal --grid 4 --buffer 0=f32:1,2 --buffer 1=zero:16 --constant 2=f32:0.5"), 0)
        << standard_error();
    EXPECT_NE(standard_error().find("note: [[buffer(0)]] x has 2 elements of 4 bytes, and the grid has 4 threads"),
              std::string::npos)
        << standard_error();
    EXPECT_EQ(standard_error().find("[[buffer(1)]]"), std::string::npos) << standard_error();
}

TEST_F(metal_program, run_ends_with_a_message_if_a_kernel_leaves_its_buffers) {
    if (!devices(backend::cpu_native).front().device) GTEST_SKIP() << "no device cpu-native";
    EXPECT_EQ(run_kernel(
                  "saxpy.metal --backend cpu-native --grid 400000000 --buffer 0=f32:1,2 --buffer 1=zero:16 --constant 2=f32:0.5"),
              1);
    EXPECT_NE(standard_error().find("the kernel accessed memory outside of its buffers"), std::string::npos) << standard_error();
}

TEST_F(metal_program, run_passes_threadgroup_memory_and_function_constants) {
    if (!has_device()) GTEST_SKIP() << "no device that runs Metal kernels";
    ASSERT_EQ(run_kernel("several.metal --kernel reversed --grid 4 --group 4 --buffer 0=i32:1,2,0x10,-4 --buffer 1=zero:16 "
                         "--threadgroup 0=16 --function-constant shift=i32:100 --print 1=i32"),
              0)
        << standard_error();
    EXPECT_EQ(standard_output(), "buffer 1: 96, 116, 102, 101\n");
}

TEST_F(metal_program, run_reads_and_writes_textures) {
    if (!has_device()) GTEST_SKIP() << "no device that runs Metal kernels";
    media::picture picture(3, 2);
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 3; ++x) picture.at(x, y) = {static_cast<float>(x), static_cast<float>(y), 0.25f, 1.0f};
    media::write_picture(folder_ / "in.exr", picture);
    ASSERT_EQ(
        run_kernel("several.metal --kernel mirrored --grid 3,2 --texture 0=in.exr --texture 1=3x2 --output-texture 1=out.exr"), 0)
        << standard_error();
    const media::picture found = media::read_picture(folder_ / "out.exr");
    ASSERT_EQ(found.width, 3);
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 3; ++x) EXPECT_EQ(found.at(x, y), picture.at(2 - x, y)) << x << ' ' << y;
}

TEST_F(metal_program, run_passes_a_sampler) {
    if (!has_device()) GTEST_SKIP() << "no device that runs Metal kernels";
    media::picture picture(2, 1);
    picture.at(0, 0) = {1.0f, 0.0f, 0.0f, 1.0f};
    picture.at(1, 0) = {3.0f, 0.0f, 0.0f, 1.0f};
    media::write_picture(folder_ / "two.exr", picture);
    const std::string common = "resources.metal --kernel sampled --grid 1 --texture 0=two.exr --buffer 0=zero:4 --print 0=f32 ";
    ASSERT_EQ(run_kernel(common + "--sampler 0=nearest"), 0) << standard_error();
    EXPECT_NE(standard_output().find('3'), std::string::npos) << standard_output();  // the edge's pixel
    const std::string at_edge = standard_output();
    ASSERT_EQ(run_kernel(common + "--sampler 0=repeat"), 0) << standard_error();
    EXPECT_NE(standard_output().find('1'), std::string::npos) << standard_output();  // a quarter of the second copy
    EXPECT_NE(standard_output(), at_edge);
    for (const auto& [arguments, message] : std::vector<std::pair<std::string, std::string>> {
             {common, "the argument how is not given"},
             {common + "--sampler 0=round", "'round' is invalid; expected words of nearest"},
             {common + "--sampler 0=pixel,repeat", "the address mode is edge or border"},
             {common + "--sampler 0=nearest --sampler 3=linear", "it has no argument [[sampler(3)]]"},
             {"resources.metal --kernel scaled --grid 1 --buffer 0=zero:4", "cannot pass 'p.values'"}}) {
        EXPECT_EQ(run_kernel(arguments), 2) << arguments;
        EXPECT_NE(standard_error().find(message), std::string::npos) << arguments << '\n' << standard_error();
    }
}

TEST_F(metal_program, run_lists_the_arguments_of_the_kernel_if_one_does_not_fit) {
    if (!has_device()) GTEST_SKIP() << "no device that runs Metal kernels";
    const std::vector<std::pair<std::string, std::string>> cases {
        {"saxpy.metal --grid 4 --buffer 0=zero:16 --buffer 1=zero:16", "the argument a is not given"},
        {"saxpy.metal --grid 4 --buffer 0=zero:16 --buffer 1=zero:16 --buffer 2=zero:8", "has 8 bytes instead of 4"},
        {"saxpy.metal --grid 4 --buffer 7=zero:16", "it has no argument [[buffer(7)]]"},
        {"saxpy.metal --grid 4 --texture 0=2x2", "it has no argument [[texture(0)]]"},
        {"saxpy.metal --grid 4 --function-constant q=i32:1", "it uses no function constant 'q'"},
        {"saxpy.metal --grid 4 --buffer 0=zero:16 --buffer 1=zero:16 --buffer 2=f32:1 --print 2=f32", "no buffer [[buffer(2)]]"},
        {"saxpy.metal --grid 5 --group 2 --buffer 0=zero:20 --buffer 1=zero:20 --buffer 2=f32:1", "not a multiple of --group 2"},
        {"several.metal --grid 4", "choose one by --kernel NAME: reversed, mirrored"},
        {"several.metal --grid 4 --kernel blur", "has no kernel 'blur'"},
    };
    for (const auto& [arguments, message] : cases) {
        EXPECT_EQ(run_kernel(arguments), 2) << arguments;
        EXPECT_NE(standard_error().find(message), std::string::npos) << arguments << '\n' << standard_error();
    }
    EXPECT_EQ(run_kernel("wrong.metal --grid 4"), 1);
    EXPECT_NE(standard_error().find("wrong.metal:6:12: error"), std::string::npos) << standard_error();
    EXPECT_EQ(run_kernel("saxpy.metal --grid 4 --buffer 0=missing.bin --buffer 1=zero:16 --buffer 2=f32:1"), 1);
    EXPECT_NE(standard_error().find("missing.bin"), std::string::npos) << standard_error();
    EXPECT_EQ(run_kernel("saxpy.metal --grid 4 --backend cpu-debug"), 3);
    EXPECT_NE(standard_error().find("runs only kernels in C++"), std::string::npos) << standard_error();
}

TEST(metal_numbers, are_the_same_after_reading_and_writing) {
    const std::vector<std::pair<number_type, std::string>> cases {
        {number_type::f16, "0.5, -2, 65504, inf"},
        {number_type::f32, "0.1, -1e-30, 16777216, inf"},
        {number_type::i8, "-128, 127"},
        {number_type::i16, "-32768, 32767"},
        {number_type::i32, "-2147483648, 2147483647"},
        {number_type::i64, "-9223372036854775808, 9223372036854775807"},
        {number_type::u8, "0, 255"},
        {number_type::u16, "0, 65535"},
        {number_type::u32, "0, 4294967295"},
        {number_type::u64, "0, 18446744073709551615"},
    };
    for (const auto& [type, text] : cases) {
        const std::vector<std::byte> bytes = parse_numbers(type, text);
        EXPECT_EQ(bytes.size(), size_of(type) * static_cast<size_t>(std::ranges::count(text, ',') + 1)) << text;
        EXPECT_EQ(format_numbers(type, bytes), text);
    }
    EXPECT_EQ(format_numbers(number_type::u32, parse_numbers(number_type::u32, "0xff")), "255");
    for (const char* const text : {"", "1,", ",1", "1 2", "0x", "1.5", "-1", "4294967296", "0x-1"})
        EXPECT_THROW(parse_numbers(number_type::u32, text), std::invalid_argument) << text;
    EXPECT_EQ(find_number_type("f64"), std::nullopt);
}

}  // namespace
}  // namespace ingot::shell
