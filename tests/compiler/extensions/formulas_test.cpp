// Tests a front end that is added from its own folder (toy_front_end). Its language is not C++. The kernels are compiled for
// the same targets and have the same typed launchers as kernels in C++, and run on the same devices except the CPU debug
// device.
#include <gtest/gtest.h>

#include <ingot/archive/archive.hpp>
#include <numeric>

#include "every_device.hpp"
#include "run_program.hpp"
#include "temporary_folder.hpp"
#include "waves.hpp"

namespace {

using namespace ingot::tests;

class formulas : public ingot::testing::every_device {};

TEST_P(formulas, run_on_devices) {
    // No C++ compiler can compile formulas, so the program has no code for the CPU debug device.
    if (GetParam().backend == ingot::backend::cpu_debug) {
        auto a = device_.create_buffer<float>(8, 1.0f);
        const std::string message = ingot::testing::error_message(
            [&] { queue_.run(waves_program(device_).scaled, ingot::range(8).groups_of(8), a, 1.0f); });
        EXPECT_TRUE(ingot::testing::contains(message, "kernel 'scaled' of waves.formula")) << message;
        return;
    }
    const waves_program program(device_);
    std::vector<float> values(64);
    std::iota(values.begin(), values.end(), 3.0f);
    auto a = device_.create_buffer<float>(values);
    const auto b = device_.create_buffer<float>(values);
    queue_.run(program.scaled, ingot::range(64).groups_of(8), a, 2.5f);
    const std::vector<float> scaled = a.read(queue_);
    queue_.run(program.mirrored, ingot::range(64).groups_of(8), a, b, 63.0f);
    const std::vector<float> mirrored = a.read(queue_);
    // The formulas of waves.formula, where a[i] of the first kernel and b[i] are i + 3.
    for (size_t i = 0; i < 64; ++i) {
        EXPECT_EQ(scaled[i], (static_cast<float>(i) + 3) * 2.5f + static_cast<float>(i)) << i;
        EXPECT_EQ(mirrored[i], (63 - 2 * static_cast<float>(i)) / 2 + 0.5f) << i;
    }
}

INGOT_TEST_ON_EVERY_DEVICE(formulas);

// This test only compiles, so it also runs on machines without a device.
TEST(formula_files, become_code_of_every_target) {
    const temporary_folder folder;
    const program_run result =
        run_program({INGOTC_WITH_TOYS, KERNELS, "-o", "out.ingot", "--targets", "spirv,ptx,toy", "--emit-asm"}, folder.path());
    ASSERT_EQ(result.status, 0) << result.errors;
    const std::string spirv = read_text(folder.path() / "out.spvasm");
    EXPECT_NE(spirv.find("OpEntryPoint Kernel %mirrored \"mirrored\""), std::string::npos) << spirv;
    EXPECT_NE(spirv.find("OpConvertFToS"), std::string::npos) << spirv;
    EXPECT_EQ(spirv.find("Generic"), std::string::npos) << spirv;
    EXPECT_NE(read_text(folder.path() / "out.ptx").find(".visible .entry mirrored("), std::string::npos);
    EXPECT_NE(read_text(folder.path() / "out.toy").find("kernel mirrored 3"), std::string::npos);
    const ingot::archive::archive archive = ingot::archive::read_file(folder.path() / "out.ingot");
    ASSERT_EQ(archive.kernels.size(), 2u);
    EXPECT_EQ(archive.kernels[1].parameters[1].name, "b");
    EXPECT_EQ(archive.kernels[1].parameters[1].access_mode, ingot::archive::access::read);
}

TEST(formula_files, get_error_messages_of_their_front_end) {
    const temporary_folder folder;
    const auto errors_of = [&](const std::string& text) {
        const std::string file = folder.write("wrong.formula", text);
        const program_run result = run_program({INGOTC_WITH_TOYS, file, "-o", "out.ingot"}, folder.path());
        EXPECT_EQ(result.status, 1);
        return result.errors;
    };
    EXPECT_NE(errors_of("# nothing\n\nkernel f(out buffer float a) = a[i] + c\n")
                  .find("wrong.formula:3:39: error: there is no parameter 'c'\nnote: a formula may name"),
              std::string::npos);
    EXPECT_NE(errors_of("kernel f(buffer float a) = 1\n").find("the first parameter must be an 'out buffer float'"),
              std::string::npos);
    EXPECT_NE(errors_of("# nothing\n").find("there is no kernel"), std::string::npos);
}

// ingotc compiles a file as C++ if no front end has the file's suffix. It therefore reports errors for a file of
// formulas.
TEST(formula_files, are_rejected_by_a_compiler_without_the_front_end) {
    const temporary_folder folder;
    const program_run result = run_program({INGOTC, KERNELS, "-o", "out.ingot"}, folder.path());
    EXPECT_EQ(result.status, 1);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.ingot"));
}

}  // namespace
