#include "device_profiles.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace {

using namespace ingot;

// Returns the name of the first profile that matches the device; "none" if there is none. The OpenCL backend loads the
// code of this profile.
std::string_view chosen_profile(const device_properties& properties, bool processor_has_fma = true) {
    for (const archive::device_profile& each : archive::opencl_profiles)
        if (backends::matches(each, properties, processor_has_fma)) return each.name;
    return "none";
}

device_properties cpu(uint32_t simd_width, bool has_64_bit_atomics = true) {
    device_properties properties;
    properties.is_cpu = true;
    properties.simd_width = simd_width;
    properties.has_64_bit_atomics = has_64_bit_atomics;
    return properties;
}

device_properties gpu(device_vendor maker, uint32_t simd_width, bool has_64_bit_atomics = true) {
    device_properties properties;
    properties.maker = maker;
    properties.simd_width = simd_width;
    properties.has_64_bit_atomics = has_64_bit_atomics;
    return properties;
}

TEST(opencl_device_profiles, have_one_for_every_cpu) {
    EXPECT_EQ(chosen_profile(cpu(16)), "cpu-simd16");
    EXPECT_EQ(chosen_profile(cpu(8)), "cpu-simd8");
    for (const uint32_t width : {0u, 1u, 2u, 4u}) EXPECT_EQ(chosen_profile(cpu(width)), "cpu") << width;
    EXPECT_EQ(chosen_profile(cpu(16), false), "cpu") << "without fused multiply-add instructions";
    EXPECT_EQ(chosen_profile(cpu(1, false), false), "cpu");
}

TEST(opencl_device_profiles, have_one_for_every_gpu) {
    EXPECT_EQ(chosen_profile(gpu(device_vendor::nvidia, 32)), "gpu-nvidia");
    EXPECT_EQ(chosen_profile(gpu(device_vendor::amd, 64)), "gpu-amd");
    EXPECT_EQ(chosen_profile(gpu(device_vendor::amd, 32)), "gpu-amd") << "the profile's width, 64, is an upper limit";
    EXPECT_EQ(chosen_profile(gpu(device_vendor::intel, 16)), "gpu-intel");
    EXPECT_EQ(chosen_profile(gpu(device_vendor::intel, 32)), "gpu") << "wider than the profile";
    EXPECT_EQ(chosen_profile(gpu(device_vendor::amd, 64, false)), "gpu") << "without 64-bit atomics";
    EXPECT_EQ(chosen_profile(gpu(device_vendor::qualcomm, 0, false)), "gpu");
}

}  // namespace
