// Table 14: device_info against what the driver says of the device.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ingot/ingot.hpp>
#include <ingot/language/device_info.hpp>
#include <vector>

#include "device_information.kernels.hpp"
#include "every_device.hpp"

namespace {

using namespace ingot;
using device_info::device_type;
using device_info::os_type;
using device_info::vendor_type;

class device_information : public ingot::testing::every_device {
protected:
    device_information_program program {on};
    device_facts told = ask();

    bool is_cuda() const { return on.backend() == backend::cuda; }
    bool is_host() const { return on.backend() == backend::cpu_debug; }

private:
    device_facts ask() {
        auto facts = on.create_buffer<device_facts>(1);
        in.run(program.tell, range(1).groups_of(1), facts);
        return facts.read(in).front();
    }
};

TEST_P(device_information, type) {
    EXPECT_EQ(device_type {told.type}, on.properties().is_cpu ? device_type::cpu : device_type::gpu);
}

TEST_P(device_information, has_fma) {
    if (is_cuda()) {
        EXPECT_EQ(told.has_fma, 1u);
    }
    if (is_host()) {
        EXPECT_EQ(told.has_fma, device_info::has_fma() ? 1u : 0u);
    }
    // A CPU of OpenCL is this machine's: what is told must be so.
#if defined(__x86_64__)
    if (on.properties().is_cpu && told.has_fma) {
        EXPECT_TRUE(__builtin_cpu_supports("fma"));
    }
    if (on.backend() == backend::opencl && on.properties().is_cpu && told.simd_width >= 8) {
        EXPECT_EQ(told.has_fma, 1u);
    }
#endif
}

TEST_P(device_information, has_64_bit_atomics) {
    if (told.has_64_bit_atomics) {
        EXPECT_TRUE(on.properties().has_64_bit_atomics);
    }
    auto total = on.create_buffer<uint64_t>(1, uint64_t {0});
    auto parts = on.create_buffer<uint32_t>(2, 0u);
    in.run(program.count, range(256).groups_of(64), total, parts);
    const uint64_t counted = total.read(in).front();
    if (told.has_64_bit_atomics) {
        EXPECT_EQ(counted, uint64_t {256} << 32 | 256);
    } else {
        EXPECT_EQ(parts.read(in), (std::vector<uint32_t> {256, 256}));
    }
}

TEST_P(device_information, has_native_extended_64_bit_atomics) {
    EXPECT_EQ(told.has_native_extended_64_bit_atomics, told.has_64_bit_atomics);
    if (is_cuda()) {
        EXPECT_EQ(told.has_native_extended_64_bit_atomics, 1u);
    }
}

TEST_P(device_information, has_pointer_atomics) { EXPECT_EQ(told.has_pointer_atomics, told.has_64_bit_atomics); }

TEST_P(device_information, has_dedicated_local_memory) {
    EXPECT_EQ(told.has_dedicated_local_memory, on.properties().is_cpu ? 0u : 1u);
}

TEST_P(device_information, simd_width) {
    constexpr std::array<uint32_t, 3> of_cpus {4, 8, 16};
    if (is_cuda()) {
        EXPECT_EQ(told.simd_width, 32u);
    }
    if (is_host()) {
        EXPECT_EQ(told.simd_width, device_info::simd_width());
    }
    if (on.properties().is_cpu) {
        EXPECT_NE(std::ranges::find(of_cpus, told.simd_width), of_cpus.end()) << told.simd_width;
    }
    // A CPU that PoCL drives with vectors of eight or more is known as such.
#if defined(__x86_64__)
    if (on.backend() == backend::opencl && on.properties().is_cpu && __builtin_cpu_supports("avx2") &&
        __builtin_cpu_supports("fma") && on.properties().has_64_bit_atomics) {
        EXPECT_GE(told.simd_width, 8u);
    }
#endif
}

TEST_P(device_information, vendor) {
    if (is_cuda()) {
        EXPECT_EQ(vendor_type {told.vendor}, vendor_type::nvidia);
    }
    if (is_host()) {
        EXPECT_EQ(vendor_type {told.vendor}, vendor_type::host);
    }
    if (on.backend() == backend::opencl && on.properties().is_cpu) {
        EXPECT_EQ(vendor_type {told.vendor}, vendor_type::unknown);
    }
}

TEST_P(device_information, platform_vendor) {
    EXPECT_EQ(vendor_type {told.platform_vendor}, is_cuda()   ? vendor_type::nvidia
                                                  : is_host() ? vendor_type::host
                                                              : vendor_type::unknown);
}

TEST_P(device_information, os) { EXPECT_EQ(os_type {told.os}, device_info::os()); }

INGOT_TEST_ON_EVERY_DEVICE(device_information);

}  // namespace
