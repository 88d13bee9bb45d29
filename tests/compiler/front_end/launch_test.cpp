// Tests a program that uses ingot_add_kernels(): the generated launchers, the embedded archive and the CPU debug
// device. The tests run on every available device.
#include <gtest/gtest.h>

#include <vector>

#include "saxpy.kernels.hpp"

namespace {

class launch : public testing::TestWithParam<ingot::backend> {
protected:
    void SetUp() override {
        for (const ingot::device_listing& listing : ingot::devices(GetParam()))
            if (listing.device)
                found_.push_back(*listing.device);
            else
                why_not_ = listing.unavailable_reason;
        if (found_.empty()) GTEST_SKIP() << why_not_;
    }

    std::vector<ingot::device> found_;
    std::string why_not_;
};

TEST_P(launch, scales_and_adds) {
    for (const ingot::device& device : found_) {
        ingot::queue queue = device.create_queue();
        const saxpy_program program(device);
        const auto x = device.create_buffer<float>(1000, 1.0f);
        auto y = device.create_buffer<float>(1000, 2.0f);
        queue.run(program.saxpy, ingot::range(1000).groups_of(8), x, y, saxpy_factor {3.0f});
        EXPECT_EQ(y.read(queue), std::vector<float>(1000, 5.0f)) << device.name();
    }
}

TEST_P(launch, shares_local_memory_in_a_group) {
    for (const ingot::device& device : found_) {
        ingot::queue queue = device.create_queue();
        const saxpy_program program(device);
        auto values = device.create_buffer<float>(256, 1.0f);
        queue.run(program.sum_groups, ingot::range(256).groups_of(64), values);
        const std::vector<float> sums = values.read(queue);
        for (const size_t first : {0u, 64u, 128u, 192u}) EXPECT_EQ(sums[first], 64.0f) << device.name();
        EXPECT_EQ(sums[1], 1.0f);
    }
}

INSTANTIATE_TEST_SUITE_P(backends, launch,
                         testing::Values(ingot::backend::cuda, ingot::backend::opencl, ingot::backend::cpu_debug),
                         [](const auto& backend) {
                             std::string name(ingot::to_string(backend.param));
                             for (char& letter : name)
                                 if (letter == '-') letter = '_';
                             return name;
                         });

}  // namespace
