// Tests the kernel language: compares the results of the first device of each backend with those of the CPU debug device, where
// the same kernels are ordinary C++. A device without double precision is skipped.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ingot/ingot.hpp>
#include <string>
#include <vector>

#include "standard_library.kernels.hpp"
#include "standard_mathematics.kernels.hpp"

namespace {

using namespace ingot;

class language_on : public testing::TestWithParam<backend> {
protected:
    void SetUp() override {
        const auto listings = devices(GetParam());
        if (!listings.front().device) GTEST_SKIP() << listings.front().unavailable_reason;
        tested_ = listings.front().device;
        if (!tested_->properties().has_double) GTEST_SKIP() << tested_->name() << " has no double precision";
    }

    std::optional<device> tested_;
    device reference_ = find_device(backend::cpu_debug);
};

constexpr uint32_t values_count = 64;
constexpr size_t functions_of_one = 30;
constexpr size_t functions_of_more = 9;

template <typename real>
std::vector<real> values_in_unit_interval() {
    std::vector<real> values(values_count);
    for (size_t i = 0; i < values.size(); ++i) values[i] = (static_cast<real>(i) + real(0.37)) / real(values_count);
    return values;
}

template <typename real, typename Kernel>
std::vector<real> table_of(const device& device, Kernel standard_mathematics_program::* kernel_member, size_t rows) {
    const standard_mathematics_program program(device);
    queue queue = device.create_queue();
    const std::vector<real> values = values_in_unit_interval<real>();
    const auto inputs = device.create_buffer<real>(std::span<const real>(values));
    auto table = device.create_buffer<real>(rows * values_count, real(-1));
    queue.run(program.*kernel_member, range(values_count).groups_of(16), inputs, table);
    return table.read(queue);
}

// OpenCL C allows each of these functions an error of at most 16 ULP (table in 7.4). Both results may be wrong by that much, so
// they may differ by 32 ULP. For expected values between -0.05 and 0.05, the allowed difference is that for 0.05, because such
// a small result can come from a subtraction of larger numbers.
template <typename real>
void expect_same(const std::vector<real>& actual, const std::vector<real>& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i) {
        const real bound = real(32) * std::numeric_limits<real>::epsilon() * std::max(std::abs(expected[i]), real(0.05));
        EXPECT_NEAR(actual[i], expected[i], bound) << "function in row " << i / values_count << ", value " << i % values_count;
    }
}

TEST_P(language_on, has_mathematics_in_single_precision) {
    expect_same(table_of<float>(*tested_, &standard_mathematics_program::single_of_one, functions_of_one),
                table_of<float>(reference_, &standard_mathematics_program::single_of_one, functions_of_one));
    expect_same(table_of<float>(*tested_, &standard_mathematics_program::single_of_more, functions_of_more),
                table_of<float>(reference_, &standard_mathematics_program::single_of_more, functions_of_more));
}

TEST_P(language_on, has_mathematics_in_double_precision) {
    expect_same(table_of<double>(*tested_, &standard_mathematics_program::double_of_one, functions_of_one),
                table_of<double>(reference_, &standard_mathematics_program::double_of_one, functions_of_one));
    expect_same(table_of<double>(*tested_, &standard_mathematics_program::double_of_more, functions_of_more),
                table_of<double>(reference_, &standard_mathematics_program::double_of_more, functions_of_more));
}

std::vector<float> weighed(const device& device) {
    const standard_library_program program(device);
    queue queue = device.create_queue();
    std::vector<float> values(40);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 7) % 11);
    const auto source = device.create_buffer<float>(std::span<const float>(values));
    auto destination = device.create_buffer<float>(32, 0.0f);
    queue.run(program.weigh, range(32).groups_of(8), source, destination, 3u);
    return destination.read(queue);
}

TEST_P(language_on, reads_constants) {
    const std::vector<float> results = weighed(*tested_);
    const std::vector<float> expected = weighed(reference_);
    for (size_t i = 0; i < results.size(); ++i) EXPECT_FLOAT_EQ(results[i], expected[i]) << i;
    EXPECT_NE(results[0], results[1]);
}

std::pair<std::vector<uint32_t>, std::vector<float>> computed(const device& device) {
    const standard_library_program program(device);
    queue queue = device.create_queue();
    const std::vector<uint32_t> values {1, 2, 3, 4, 0x12345, 9, 0, 0};
    const std::vector<float> reals {0.5f, 3.25f, 0.0f, 0.0f};
    auto numbers = device.create_buffer<uint32_t>(std::span<const uint32_t>(values));
    auto fractions = device.create_buffer<float>(std::span<const float>(reals));
    queue.run(program.compute, range(1).groups_of(1), numbers, fractions);
    return {numbers.read(queue), fractions.read(queue)};
}

TEST_P(language_on, has_the_standard_library) { EXPECT_EQ(computed(*tested_), computed(reference_)); }

INSTANTIATE_TEST_SUITE_P(devices, language_on, testing::Values(backend::cuda, backend::opencl, backend::cpu_debug),
                         [](const auto& tested) {
                             std::string name(to_string(tested.param));
                             std::erase(name, '-');
                             return name;
                         });

}  // namespace
