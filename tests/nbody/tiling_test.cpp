// The choice of a tiling for a device.
#include <gtest/gtest.h>

#include "tiling_choice.hpp"

namespace ingot::samples {
namespace {

device_properties device_with(backend backend, uint32_t units, uint32_t max_group_size, bool is_cpu) {
    device_properties properties;
    properties.backend = backend;
    properties.compute_units = units;
    properties.max_group_size = max_group_size;
    properties.is_cpu = is_cpu;
    return properties;
}

TEST(tilings, are_found_by_name) {
    for (const tiling& each : tilings) EXPECT_EQ(find_tiling(name(each)), each) << name(each);
    EXPECT_EQ(name({512, 4, 16, 32}), "512x4/16");
    EXPECT_EQ(find_tiling("512x3"), std::nullopt);
    EXPECT_EQ(find_tiling(""), std::nullopt);
}

TEST(tilings, divide_the_padding) {
    for (const tiling& each : tilings) {
        EXPECT_EQ(padding % each.local_size, 0u) << name(each);
        EXPECT_EQ(padding % each.bodies_per_group(), 0u) << name(each);
        EXPECT_EQ(each.local_size % each.slices_per_tile, 0u) << name(each);
    }
}

// A GPU with 132 compute units. For fewer bodies, a tiling is chosen whose groups move fewer bodies each, so that nearly all
// units have a group.
TEST(tilings, are_finer_where_there_are_fewer_bodies) {
    const device_properties gpu = device_with(backend::cuda, 132, 1024, false);
    EXPECT_EQ(name(best_tiling(gpu, 4'096)), "512x1/16");
    EXPECT_EQ(name(best_tiling(gpu, 16'384)), "512x4/16");
    EXPECT_EQ(name(best_tiling(gpu, 262'144)), "512x4");
    EXPECT_EQ(name(best_tiling(gpu, 524'288)), "512x4");
}

// In the lanes of a processor, the sums of several bodies do not fit into registers.
TEST(tilings, have_one_body_for_each_lane) {
    const device_properties processor = device_with(backend::cpu_native, 2, 1024, true);
    EXPECT_EQ(name(best_tiling(processor, 16'384)), "512x1");
    EXPECT_EQ(name(best_tiling(processor, 512)), "256x1");
}

TEST(tilings, fit_the_devices_largest_group) {
    for (const uint32_t largest : {32u, 64u, 100u, 256u, 1024u})
        for (const size_t count : {1u, 1'000u, 100'000u})
            for (const bool is_cpu : {false, true})
                EXPECT_LE(best_tiling(device_with(backend::opencl, 8, largest, is_cpu), count).local_size, largest);
}

}  // namespace
}  // namespace ingot::samples
