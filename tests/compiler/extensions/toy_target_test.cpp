// Tests a target that is added from its own folder (toy_target). The code that this target emits for C++ kernels runs in an
// interpreter (toy_machine.hpp). If a kernel uses a feature that the target lacks, ingotc must report an error.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <ingot/archive/archive.hpp>
#include <numeric>
#include <stdexcept>

#include "run_program.hpp"
#include "temporary_folder.hpp"
#include "toy_machine.hpp"

namespace {

using namespace ingot::tests;

class toy_target : public testing::Test {
protected:
    // Compiles a kernel file that includes <ingot/kernel.hpp> and continues with `text`.
    program_run compile(const std::string& compiler, const std::string& text, const std::string& targets) const {
        const std::string source =
            folder_.write("some.kernels.cpp", "#include <ingot/kernel.hpp>\nusing namespace ingot;\n" + text);
        return run_program({compiler, source, "-o", "out.ingot", "--targets", targets, "--emit-asm"}, folder_.path());
    }
    std::string toy_code(const std::string& text) const {
        const program_run result = compile(INGOTC_WITH_TOYS, text, "toy");
        EXPECT_EQ(result.status, 0) << result.errors;
        const ingot::archive::archive archive = ingot::archive::read_file(folder_.path() / "out.ingot");
        EXPECT_EQ(archive.targets.size(), 1u);
        const ingot::archive::code* const code = archive.find("toy");
        return code ? std::string(reinterpret_cast<const char*>(code->bytes.data()), code->bytes.size()) : std::string();
    }
    void expect_error(const std::string& text, const std::string& message) const {
        const program_run result = compile(INGOTC_WITH_TOYS, text, "toy");
        EXPECT_EQ(result.status, 1);
        EXPECT_NE(result.errors.find(message), std::string::npos) << result.errors;
    }

    temporary_folder folder_;
};

uint64_t address(const auto& values) { return reinterpret_cast<uint64_t>(values.data()); }

TEST_F(toy_target, scales_and_adds) {
    const std::string code = toy_code(
        "kernel void saxpy(buffer<const float> x, buffer<float> y, param<float> a) {\n"
        "    y[global_id.x] = a * x[global_id.x] + y[global_id.x] / 4;\n"
        "}\n");
    std::vector<float> x(100);
    std::iota(x.begin(), x.end(), 0.0f);
    std::vector<float> y(100, 2.0f);
    const std::array<uint64_t, 3> arguments {address(x), address(y), std::bit_cast<uint32_t>(3.0f)};
    run_toy(code, "saxpy", 99, arguments);
    for (size_t i = 0; i < 99; ++i) EXPECT_EQ(y[i], 3.0f * static_cast<float>(i) + 0.5f) << i;
    EXPECT_EQ(y[99], 2.0f);
}

// The kernel has loops, conditions, 8-bit integers, a switch and an addition that reports overflow.
TEST_F(toy_target, follows_control_flow) {
    const std::string code = toy_code(
        "static uint32_t step(uint32_t value) {\n"
        "    switch (value % 5) {\n"
        "        case 0: return value / 5;\n"
        "        case 1: return value * 3 + 1;\n"
        "        case 3: return value ^ 0x55;\n"
        "        default: return value - 1;\n"
        "    }\n"
        "}\n"
        "kernel void collatz(buffer<const uint32_t> from, buffer<uint8_t> steps) {\n"
        "    uint32_t value = from[global_id.x];\n"
        "    uint8_t count = 0;\n"
        "    for (; value != 0 && count < 200; ++count) value = step(value);\n"
        "    uint32_t sum = 0;\n"
        "    if (__builtin_add_overflow(from[global_id.x], 0xfffffff0u, &sum)) count = static_cast<uint8_t>(count + 7);\n"
        "    steps[global_id.x] = count;\n"
        "}\n");
    const auto expected = [](uint32_t value) {
        const bool overflows = value + 0xfffffff0u < value;
        uint32_t count = 0;
        for (; value != 0 && count < 200; ++count)
            value = value % 5 == 0 ? value / 5 : value % 5 == 1 ? value * 3 + 1 : value % 5 == 3 ? value ^ 0x55 : value - 1;
        return static_cast<uint8_t>(count + (overflows ? 7 : 0));
    };
    std::vector<uint32_t> source(64);
    std::iota(source.begin(), source.end(), 0u);
    std::vector<uint8_t> steps(64);
    const std::array<uint64_t, 2> arguments {address(source), address(steps)};
    run_toy(code, "collatz", 64, arguments);
    for (size_t i = 0; i < 64; ++i) EXPECT_EQ(steps[i], expected(source[i])) << i;
}

TEST_F(toy_target, informs_kernels_of_its_devices_and_macros) {
    const std::string code = toy_code(
        "kernel void ask(buffer<uint32_t> answers) {\n"
        "    answers[0] = device_info::simd_width() * 100 + (device_info::type() == device_info::device_type::gpu) * 10;\n"
        "#if defined(INGOT_TARGET_TOY) && !defined(INGOT_TARGET_SPIRV)\n"
        "    answers[0] = answers[0] + 5;\n"
        "#endif\n"
        "}\n");
    std::vector<uint32_t> answers(1);
    const std::array<uint64_t, 1> arguments {address(answers)};
    run_toy(code, "ask", 1, arguments);
    EXPECT_EQ(answers[0], 105u);  // SIMD width 1, not a GPU, and the macro of the toy target
}

TEST_F(toy_target, reports_features_that_it_does_not_have) {
    expect_error("kernel void wait(buffer<float> x) {\n    x[0] = 1;\n    barrier();\n    x[0] = 2;\n}\n",
                 "some.kernels.cpp:5:5: error: the toy machine has no function for 'barrier'");
    expect_error("kernel void size(buffer<uint32_t> x) {\n    x[0] = sub_group_size();\n}\n",
                 "some.kernels.cpp:4:12: error: the toy machine has no function for 'sub_group_size'");
    expect_error("kernel void draw(image_2d<float4> picture) {\n}\n",
                 "error: kernel 'draw' has the image parameter 'picture', but the toy machine has no images");
    expect_error(
        "constexpr float table[] {1, 2, 3};\n"
        "kernel void look(buffer<float> x) {\n    x[0] = table[global_id.x];\n}\n",
        "a constant array of 3 elements is too long: the toy machine has at most 0");
}

TEST_F(toy_target, can_be_compiled_for_with_other_targets) {
    const std::string text = "kernel void one(buffer<float> x) { x[global_id.x] = 1; }\n";
    EXPECT_EQ(compile(INGOTC_WITH_TOYS, text, "spirv,toy").status, 0);
    const ingot::archive::archive archive = ingot::archive::read_file(folder_.path() / "out.ingot");
    EXPECT_NE(archive.find("spirv"), nullptr);
    EXPECT_NE(archive.find("toy"), nullptr);
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out.toy"));
    const program_run help = run_program({INGOTC_WITH_TOYS, "--help"}, folder_.path());
    EXPECT_NE(help.output.find("OUT.toy"), std::string::npos) << help.output;
}

TEST(toy_machine, handles_wide_values_divisions_by_zero_and_large_shifts) {
    uint64_t number = 7;
    const std::array<uint64_t, 1> arguments {reinterpret_cast<uint64_t>(&number)};
    const auto run = [&](const std::string& instruction) {
        run_toy("kernel one 1\nblock 0\n  " + instruction + "\n  return\n", "one", 1, arguments);
    };
    EXPECT_THROW(run("r1 = load 128 r0"), std::runtime_error);
    EXPECT_THROW(run("store 128 #1 r0"), std::runtime_error);
    EXPECT_THROW(run("r1 = udiv 32 #1 #0"), std::runtime_error);
    EXPECT_EQ(number, 7u);
    run("r1 = shl 64 #1 #64\n  store 64 r1 r0");
    EXPECT_EQ(number, 0u);
}

// The installed compiler does not contain the toy target.
TEST_F(toy_target, is_not_in_ingotc) {
    const program_run result = compile(INGOTC, "kernel void one(buffer<float> x) { x[global_id.x] = 1; }\n", "toy");
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.errors.find("unknown target 'toy'"), std::string::npos) << result.errors;
}

}  // namespace
