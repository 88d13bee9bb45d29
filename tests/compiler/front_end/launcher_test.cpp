// Tests the generated header with the C++ compiler of the build. Launches with correct arguments compile. Each wrong
// argument gives exactly one error, which names the kernel and the argument.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "run_program.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace ingot::tests;

constexpr const char* kernels = R"(#include <ingot/kernel.hpp>
#include "step.hpp"
using namespace ingot;
kernel void scale(buffer<const float4> x, buffer<float> y, param<float> factor, param<effects::step> step) {
    y[global_id.x] = x[global_id.x].x * factor * step.size;
}
kernel void nothing() {}
template <uint32_t taps, typename T>
kernel void blur(buffer<const T> from, buffer<T> to) {
    to[global_id.x] = from[global_id.x / taps];
}
using blurs = instances<blur<3, float>, blur<5, float>, blur<5, int>>;
)";
constexpr const char* step = R"(#pragma once
#include <cstdint>
#include <ingot/kernel.hpp>
namespace effects {
struct step {
    uint32_t count;
    float size;
};
}
)";

class launcher : public testing::Test {
protected:
    void SetUp() override {
        folder_.write("step.hpp", step);
        const auto file = folder_.write("scale.kernels.cpp", kernels);
        const program_run run = run_program({INGOTC, file, "--targets", "none", "--header", folder_.path() / "scale.kernels.hpp",
                                             "--cpu-debug", folder_.path() / "scale.kernels.cpu_debug.cpp"},
                                            folder_.path());
        ASSERT_EQ(run.status, 0) << run.errors;
    }

    program_run compile(const std::string& file) const {
        return run_program({CXX_COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
                            "-Wshadow", "-Werror", std::string("-I") + LANGUAGE_FOLDER, std::string("-I") + RUNTIME_FOLDER,
                            std::string("-I") + BACKEND_NAMES_FOLDER, file},
                           folder_.path());
    }

    // Compiles, but does not run, a host function that calls queue.run(program.`arguments`). `arguments` begins with the
    // name of the kernel.
    program_run launch(const std::string& arguments) const {
        folder_.write("host.cpp", R"(#include "scale.kernels.hpp"
void launch(const ingot::device& device, ingot::queue& queue, ingot::device_buffer<ingot::float4>& x, ingot::device_buffer<float>& y,
            const ingot::device_buffer<ingot::float4>& const_x, const ingot::device_buffer<float>& const_y,
            ingot::device_buffer<int>& numbers) {
    scale_program program(device);
    const effects::step step {1, 2.0f};
    [[maybe_unused]] const int kernel = 0;  // allowed in host code, although step.hpp includes <ingot/kernel.hpp>
    static_cast<void>(x), static_cast<void>(y), static_cast<void>(const_x), static_cast<void>(const_y), static_cast<void>(numbers);
    static_cast<void>(step);
    queue.run(program.)" + arguments + ");\n}\n");
        return compile("host.cpp");
    }

    // Expects exactly one error, and `message` in the compiler's output.
    void expect_rejected(const std::string& arguments, const std::string& message) const {
        const program_run run = launch(arguments);
        EXPECT_NE(run.status, 0);
        EXPECT_NE(run.errors.find(message), std::string::npos) << run.errors;
        size_t errors = 0;
        for (size_t position = run.errors.find(" error: "); position != std::string::npos;
             position = run.errors.find(" error: ", position + 1))
            ++errors;
        EXPECT_EQ(errors, 1u) << run.errors;
    }

    temporary_folder folder_;
};

TEST_F(launcher, accepts_correct_arguments) {
    const program_run run = launch("scale, ingot::range(64), x, y, 2.0f, step); queue.run(program.nothing, ingot::range(1)");
    EXPECT_EQ(run.status, 0) << run.errors;
}

TEST_F(launcher, takes_a_const_buffer_that_is_only_read_and_converts_values) {
    const program_run run = launch("scale, ingot::range(64).groups_of(8), const_x, y, 2, effects::step {1, 2.0f}");
    EXPECT_EQ(run.status, 0) << run.errors;
}

TEST_F(launcher, rejects_a_missing_argument) {
    expect_rejected("scale, ingot::range(64), x, y, 2.0f",
                    "kernel 'scale': argument 4, 'step', is missing; expected a value of type effects::step");
    expect_rejected("scale, ingot::range(64)",
                    "kernel 'scale': argument 1, 'x', is missing; expected a device_buffer<float4>, which the kernel only reads");
}

TEST_F(launcher, rejects_more_arguments_than_the_kernel_has) {
    expect_rejected("scale, ingot::range(64), x, y, 2.0f, step, 1",
                    "kernel 'scale' takes 4 arguments ('x', 'y', 'factor', 'step'), but more were given");
    expect_rejected("nothing, ingot::range(64), x", "kernel 'nothing' takes 0 arguments, but more were given");
}

TEST_F(launcher, rejects_a_buffer_of_another_type) {
    expect_rejected("scale, ingot::range(64), x, numbers, 2.0f, step",
                    "kernel 'scale', argument 2, 'y', must be a device_buffer<float>, which the kernel writes");
}

TEST_F(launcher, rejects_a_value_for_a_buffer_and_a_buffer_for_a_value) {
    expect_rejected("scale, ingot::range(64), 1.0f, y, 2.0f, step",
                    "kernel 'scale', argument 1, 'x', must be a device_buffer<float4>");
    expect_rejected("scale, ingot::range(64), x, y, y, step",
                    "kernel 'scale', argument 3, 'factor', must be a value of type float");
}

TEST_F(launcher, rejects_a_const_buffer_that_the_kernel_writes) {
    expect_rejected("scale, ingot::range(64), x, const_y, 2.0f, step",
                    "kernel 'scale', argument 2, 'y', is const, but the kernel writes it");
}

TEST_F(launcher, takes_instances_of_a_template_by_constants_and_by_values) {
    const program_run run = launch(R"(blur<3, float>(), ingot::range(64), const_y, y);
    static_assert(scale_program::blur_instances<float>() == std::array {3u, 5u});
    for (const uint32_t taps : scale_program::blur_instances<float>()) queue.run(program.blur<float>(taps), ingot::range(64), const_y, y);
    queue.run(program.blur<int>(5), ingot::range(64), numbers, numbers)");
    EXPECT_EQ(run.status, 0) << run.errors;
}

TEST_F(launcher, rejects_an_instance_that_is_not_listed) {
    expect_rejected("blur<7, float>(), ingot::range(64), const_y, y",
                    "kernel template 'blur' has no instance for these arguments: add it to `instances<…>` in scale.kernels.cpp");
    expect_rejected("blur<3, int>(), ingot::range(64), numbers, numbers", "kernel template 'blur' has no instance");
    expect_rejected("blur<double>(3), ingot::range(64), const_y, y", "the kernel template has no instance for these types");
    const program_run run = launch("blur<7, float>(), ingot::range(64), const_y, y");
    EXPECT_TRUE(run.errors.find("blur<7, float>") != std::string::npos || run.errors.find("taps = 7") != std::string::npos)
        << "does not name the instance:\n"
        << run.errors;
}

TEST_F(launcher, rejects_an_argument_that_does_not_fit_the_instance) {
    expect_rejected("blur<3, float>(), ingot::range(64), numbers, y",
                    "kernel 'blur', argument 1, 'from', must be a device_buffer<float>, which the kernel only reads");
    expect_rejected("blur<float>(5), ingot::range(64), y", "kernel 'blur': argument 2, 'to', is missing");
}

TEST_F(launcher, source_for_the_cpu_debug_device_compiles) {
    const program_run run = compile("scale.kernels.cpu_debug.cpp");
    EXPECT_EQ(run.status, 0) << run.errors;
}

TEST_F(launcher, sources_of_a_file_with_a_quotation_mark_and_a_backslash_compile) {
    const auto file = folder_.write("quotation\"mark\\.kernels.cpp", kernels);
    const program_run run = run_program({INGOTC, file, "--targets", "none", "--header", folder_.path() / "quoted.hpp",
                                         "--cpu-debug", folder_.path() / "quoted.cpu_debug.cpp"},
                                        folder_.path());
    ASSERT_EQ(run.status, 0) << run.errors;
    folder_.write("host.cpp", "#include \"quoted.hpp\"\n");
    for (const char* name : {"host.cpp", "quoted.cpu_debug.cpp"}) {
        const program_run compiled = compile(name);
        EXPECT_EQ(compiled.status, 0) << compiled.errors;
    }
    EXPECT_NE(read_text(folder_.path() / "quoted.cpu_debug.cpp").find(R"("quotation\"mark\\.kernels.cpp")"), std::string::npos);
}

}  // namespace
