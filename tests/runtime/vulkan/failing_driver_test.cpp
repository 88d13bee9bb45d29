// What a program sees of a Vulkan driver that fails. Each test needs a process of its own, and the environment that
// CMakeLists.txt gives it: a driver that passes all calls to Mesa's driver for CPUs, except those that fail.
#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <string>

#include "every_device.hpp"
#include "hand_written.hpp"
#include "kernel_calls.hpp"

namespace ingot {

namespace {

using testing::add_scale;
using testing::contains;
using testing::error_message;
using testing::hand_written;

// Returns the reason why there is no device of Vulkan. All other devices can be used.
std::string only_reason() {
    const std::vector<device_listing> listings = devices(backend::vulkan);
    EXPECT_EQ(listings.size(), 1u);
    EXPECT_FALSE(listings.front().device.has_value());
    EXPECT_TRUE(devices(backend::cpu_debug).front().device.has_value());
    EXPECT_NE(fastest_device().backend(), backend::vulkan);
    return listings.front().unavailable_reason;
}

TEST(failing_vulkan, old) {
    EXPECT_TRUE(contains(only_reason(), "has Vulkan 1.1, and kernels need Vulkan 1.2")) << only_reason();
}

TEST(failing_vulkan, lacks) {
    EXPECT_TRUE(contains(only_reason(), "lacks the feature bufferDeviceAddress, which all kernels need")) << only_reason();
}

TEST(failing_vulkan, no_instance) {
    EXPECT_TRUE(contains(only_reason(), "no Vulkan driver") || contains(only_reason(), "vkCreateInstance")) << only_reason();
}

TEST(failing_vulkan, no_device) {
    EXPECT_TRUE(contains(only_reason(), "vkCreateDevice: VK_ERROR_INITIALIZATION_FAILED")) << only_reason();
}

TEST(failing_vulkan, lost) {
    const device device = find_device(backend::vulkan);
    const auto work = [&] {
        queue queue = device.create_queue();
        hand_written made;
        add_scale(made);
        const program program(device, made.source());
        auto y = device.create_buffer<float>(256, 0.0f);
        const auto x = device.create_buffer<float>(256, 1.0f);
        for (uint32_t i = 0; i < 100; ++i) {
            testing::run(queue, program, "scale", range(256), y, x, 1.0f, 256u);
            queue.finish();
        }
    };
    const std::string first = error_message(work);
    EXPECT_TRUE(contains(first, "VK_ERROR_DEVICE_LOST; the device is lost until the program starts again")) << first;
    EXPECT_TRUE(contains(first, device.name())) << first;
    EXPECT_TRUE(contains(error_message(work), "VK_ERROR_DEVICE_LOST")) << "each later call fails, too";
    EXPECT_TRUE(contains(only_reason(), " is lost: vkQueueSubmit: VK_ERROR_DEVICE_LOST")) << only_reason();
}

}  // namespace

}  // namespace ingot
