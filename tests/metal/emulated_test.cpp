// Tests the device that runs kernels' Metal text, against the CPU debug device.
#include <gtest/gtest.h>

#include <array>
#include <ingot/ingot.hpp>
#include <ingot/runtime/kernel_archive.hpp>
#include <string>
#include <vector>

#include "emulated.kernels.hpp"

namespace {

using namespace ingot;

class metal_emulation : public ::testing::Test {
protected:
    void SetUp() override {
        for (const device_listing& listing : devices(backend::metal)) {
            if (listing.device) devices_ = {*listing.device, find_device(backend::cpu_debug)};
            reason_ += listing.unavailable_reason;
        }
        if (devices_.empty()) GTEST_SKIP() << reason_;
    }
    // Returns what `run` returns on the emulated device. The test fails if it returns something else on the CPU debug device.
    template <typename Run>
    auto same_result(Run run) {
        auto found = run(devices_[0]);
        EXPECT_EQ(found, run(devices_[1]));
        return found;
    }

    std::vector<device> devices_;
    std::string reason_;
};

TEST_F(metal_emulation, names_the_device_that_runs_the_text) {
    EXPECT_TRUE(devices_[0].name().starts_with("Metal (emulated) on ")) << devices_[0].name();
    EXPECT_FALSE(devices_[0].properties().has_double);
    EXPECT_EQ(find_device(backend::metal), devices_[0]);
}

TEST_F(metal_emulation, passes_values_and_structs) {
    const std::vector<float> results = same_result([](const device& device) {
        const emulated_program program(device);
        queue queue = device.create_queue();
        const auto values = device.create_buffer<float>(std::vector<float> {1, -2, 3.5f, 0});
        auto results = device.create_buffer<float>(4, 0.0f);
        queue.run(program.scale, range(4), values, results, scaling {.factor = 2, .offset = 40'000, .shift = 3}, true,
                  half(0.25f));
        return results.read(queue);
    });
    EXPECT_EQ(results, (std::vector<float> {-5001.75f, -4995.75f, -5006.75f, -4999.75f}));
}

TEST_F(metal_emulation, passes_local_memory_and_constant_buffers) {
    const std::vector<uint32_t> sums = same_result([](const device& device) {
        const emulated_program program(device);
        queue queue = device.create_queue();
        const auto table = device.create_buffer<uint32_t>(std::vector<uint32_t> {1, 2, 3, 4, 5, 6, 7, 8});
        auto sums = device.create_buffer<uint32_t>(2, 0u);
        queue.run(program.vertex, range(8).groups_of(4), table, sums, local<uint32_t>(4));
        return sums.read(queue);
    });
    EXPECT_EQ(sums, (std::vector<uint32_t> {10, 26}));
}

TEST_F(metal_emulation, passes_an_image_that_is_read_and_written) {
    const auto pixels = same_result([](const device& device) {
        const emulated_program program(device);
        queue queue = device.create_queue();
        std::vector<std::array<float, 4>> pixels(16);
        for (size_t i = 0; i < 16; ++i) pixels[i] = {static_cast<float>(i), 1, 2, 4};
        auto picture = device.create_image<image_2d<float4>>({.format = {channel_type::float_32, 4}, .width = 4, .height = 4});
        picture.write_pixels(queue, std::span<const std::array<float, 4>>(pixels));
        queue.run(program.frame, range(4, 4).groups_of(1, 1), picture, float4 {9, 8, 7, 6});
        return picture.read_pixels<std::array<float, 4>>(queue);
    });
    EXPECT_EQ(pixels[0], (std::array<float, 4> {9, 8, 7, 6}));
    EXPECT_EQ(pixels[5], (std::array<float, 4> {2.5f, 0.5f, 1, 2}));
    EXPECT_EQ(pixels[15], (std::array<float, 4> {9, 8, 7, 6}));
}

TEST_F(metal_emulation, reports_failed_assertions) {
    const emulated_program program(devices_[0]);
    queue queue = devices_[0].create_queue();
    auto values = devices_[0].create_buffer<uint32_t>(8, 0u);
    queue.run(program.check, range(8), values, 8u);
    queue.finish();
    queue.run(program.check, range(8), values, 7u);
    try {
        queue.finish();
        FAIL() << "the failure was not reported";
    } catch (const error& reason) {
        EXPECT_NE(std::string(reason.what()).find("assertion 'global_id.x < limit' failed"), std::string::npos) << reason.what();
    }
}

// The other kernels of the file run, as the other tests show.
TEST_F(metal_emulation, says_at_launch_why_a_kernel_is_missing) {
    const emulated_program program(devices_[0]);
    queue queue = devices_[0].create_queue();
    auto values = devices_[0].create_buffer<float>(8, 0.0f);
    try {
        queue.run(program.in_double, range(8), values);
        FAIL() << "the kernel was launched";
    } catch (const error& reason) {
        const std::string message = reason.what();
        EXPECT_NE(message.find("kernel 'in_double' on 'Metal (emulated)"), std::string::npos) << message;
        EXPECT_NE(message.find("emulated.kernels.cpp:42: Metal has no double"), std::string::npos) << message;
    }
}

}  // namespace
