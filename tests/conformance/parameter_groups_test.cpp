// Tests parameters that are structs and arrays of buffers.
#include <gtest/gtest.h>

#include <array>
#include <ingot/ingot.hpp>
#include <numeric>
#include <vector>

#include "every_device.hpp"
#include "parameter_groups.kernels.hpp"

namespace {

using namespace ingot;

constexpr uint32_t count = 96;

std::vector<uint32_t> numbers_from(uint32_t first) {
    std::vector<uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
}

class parameter_groups_of : public ingot::testing::every_device {
protected:
    device_buffer<uint32_t> buffer_from(uint32_t first) {
        return device_.create_buffer<uint32_t>(std::span<const uint32_t>(numbers_from(first)));
    }
    device_buffer<uint32_t> zeros() { return device_.create_buffer<uint32_t>(count, 0u); }

    parameter_groups_program program_ {device_};
};

TEST_P(parameter_groups_of, structs) {
    auto positions = device_.create_buffer<float4>(count, float4(1.0f));
    const auto velocities = device_.create_buffer<float4>(count, float4(2.0f, 3.0f, 4.0f, 0.0f));
    queue_.run(program_.move, range(count), positions, velocities, parameter_groups::step {0.5f, count - 1});
    const std::vector<float4> result = positions.read(queue_);
    for (uint32_t i = 0; i < count; ++i)
        EXPECT_TRUE(all(result[i] == (i + 1 < count ? float4(2.0f, 2.5f, 3.0f, 1.0f) : float4(1.0f)))) << i;
}

TEST_P(parameter_groups_of, arrays_indexed_at_run_time) {
    const std::array sources {buffer_from(0), buffer_from(1'000), buffer_from(2'000)};
    auto result = zeros();
    queue_.run(program_.interleave, range(count), sources, result);
    const std::vector<uint32_t> interleaved = result.read(queue_);
    for (uint32_t i = 0; i < count; ++i) EXPECT_EQ(interleaved[i], i % 3 * 1'000 + i / 3);

    const auto source = buffer_from(0);
    std::array results {zeros(), zeros(), zeros(), zeros()};
    queue_.run(program_.scatter, range(count), source, results);
    for (uint32_t which = 0; which < 4; ++which) {
        const std::vector<uint32_t> scattered = results[which].read(queue_);
        for (uint32_t i = 0; i < count; ++i) EXPECT_EQ(scattered[i], i % 4 == which ? i : 0u) << which;
    }
}

TEST_P(parameter_groups_of, nested_structs_and_arrays) {
    const auto first = buffer_from(5);
    const auto second = buffer_from(7);
    auto result = zeros();
    std::array sums {zeros(), zeros(), zeros(), zeros()};
    auto result_of_more_0 = zeros();
    auto result_of_more_1 = zeros();
    queue_.run(program_.add_nested, range(count), 100u, uint8_t {3}, first, second, result, sums, second, 1'000u, first, second,
               result_of_more_0, second, first, result_of_more_1);
    const std::vector<uint32_t> sum = result.read(queue_);
    for (uint32_t i = 0; i < count; ++i) EXPECT_EQ(sum[i], (i + 5) * 3 + i + 7);
    for (uint32_t which = 0; which < 4; ++which) {
        // 1'007 is constants[0], here second[0] = 7, plus the offset 1'000.
        const std::vector<uint32_t> found = sums[which].read(queue_);
        for (uint32_t i = 0; i < count; ++i) EXPECT_EQ(found[i], sum[i] + which / 2 * 10 + which % 2 + 1'007) << which;
    }
    // (i + 5) + (i + 7) + 100
    for (const std::vector<uint32_t>& found : {result_of_more_0.read(queue_), result_of_more_1.read(queue_)})
        for (uint32_t i = 0; i < count; ++i) EXPECT_EQ(found[i], 2 * i + 112);
}

TEST_P(parameter_groups_of, images_and_local_memory) {
    if (!device_.properties().has_images) GTEST_SKIP() << device_.name() << " has no images";
    device_image picture = device_.create_image({.format = {channel_type::float_32, 4}, .width = 32, .height = 2});
    queue_.run(program_.draw, range(32, 2).groups_of(16, 1), picture, local<float>(16), 2.0f);
    const std::vector<float4> pixels = picture.read_pixels<float4>(queue_);
    for (uint32_t i = 0; i < 64; ++i) EXPECT_EQ(pixels[i].x, 2.0f * float(15 - i % 16)) << i;
}

TEST_P(parameter_groups_of, kernel_templates) {
    const auto numbers = buffer_from(1);
    auto sum = zeros();
    queue_.run(program_.add<uint32_t, 5>(), range(count), numbers, numbers, numbers, numbers, numbers, sum);
    const std::vector<uint32_t> result = sum.read(queue_);
    for (uint32_t i = 0; i < count; ++i) EXPECT_EQ(result[i], 5 * (i + 1));
}

INGOT_TEST_ON_EVERY_DEVICE(parameter_groups_of);

}  // namespace
