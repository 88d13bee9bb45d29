// Tests of Table 14 of the thesis that docs/host-library.md names: compares device_info with the properties that the driver
// reports.
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
    device_information_program program_ {device_};
    device_facts reported_ = read_facts();

    bool is_cuda() const { return device_.backend() == backend::cuda; }
    bool is_host() const { return device_.backend() == backend::cpu_debug; }
    // Code in Metal's language is compiled for Apple's GPUs, also where an emulation runs it on a CPU.
    bool is_metal() const { return device_.backend() == backend::metal; }
    bool is_cpu() const { return device_.properties().is_cpu && !is_metal(); }

private:
    device_facts read_facts() {
        auto facts = device_.create_buffer<device_facts>(1);
        queue_.run(program_.write_facts, range(1).groups_of(1), facts);
        return facts.read(queue_).front();
    }
};

TEST_P(device_information, type) { EXPECT_EQ(device_type {reported_.type}, is_cpu() ? device_type::cpu : device_type::gpu); }

TEST_P(device_information, has_fma) {
    if (is_cuda()) {
        EXPECT_EQ(reported_.has_fma, 1u);
    }
    if (is_host()) {
        EXPECT_EQ(reported_.has_fma, device_info::has_fma() ? 1u : 0u);
    }
    // A device that is a CPU is the CPU of this machine, which must have the features that device_info reports.
#if defined(__x86_64__)
    if (device_.properties().is_cpu && reported_.has_fma) {
        EXPECT_TRUE(__builtin_cpu_supports("fma"));
    }
    // The device profiles of CPUs with 8 or 16 lanes have FMA (archive/device_profile.hpp).
    if (device_.backend() == backend::opencl && device_.properties().is_cpu && reported_.simd_width >= 8) {
        EXPECT_EQ(reported_.has_fma, 1u);
    }
#endif
}

TEST_P(device_information, has_64_bit_atomics) {
    if (reported_.has_64_bit_atomics) {
        EXPECT_TRUE(device_.properties().has_64_bit_atomics);
    }
    auto total = device_.create_buffer<uint64_t>(1, uint64_t {0});
    auto parts = device_.create_buffer<uint32_t>(2, 0u);
    queue_.run(program_.count, range(256).groups_of(64), total, parts);
    const uint64_t counted = total.read(queue_).front();
    if (reported_.has_64_bit_atomics) {
        EXPECT_EQ(counted, uint64_t {256} << 32 | 256);
    } else {
        EXPECT_EQ(parts.read(queue_), (std::vector<uint32_t> {256, 256}));
    }
}

TEST_P(device_information, has_native_extended_64_bit_atomics) {
    EXPECT_EQ(reported_.has_native_extended_64_bit_atomics, reported_.has_64_bit_atomics);
    if (is_cuda()) {
        EXPECT_EQ(reported_.has_native_extended_64_bit_atomics, 1u);
    }
}

TEST_P(device_information, has_pointer_atomics) { EXPECT_EQ(reported_.has_pointer_atomics, reported_.has_64_bit_atomics); }

TEST_P(device_information, has_dedicated_local_memory) { EXPECT_EQ(reported_.has_dedicated_local_memory, is_cpu() ? 0u : 1u); }

TEST_P(device_information, simd_width) {
    constexpr std::array<uint32_t, 3> of_cpus {4, 8, 16};
    if (is_cuda()) {
        EXPECT_EQ(reported_.simd_width, 32u);
    }
    if (is_host()) {
        EXPECT_EQ(reported_.simd_width, device_info::simd_width());
    }
    if (is_metal()) {
        EXPECT_EQ(reported_.simd_width, 32u);
    }
    if (is_cpu()) {
        EXPECT_NE(std::ranges::find(of_cpus, reported_.simd_width), of_cpus.end()) << reported_.simd_width;
    }
    // PoCL uses vectors of at least eight elements on a CPU with AVX2 and FMA; device_info must report this.
#if defined(__x86_64__)
    if (device_.backend() == backend::opencl && device_.properties().is_cpu && __builtin_cpu_supports("avx2") &&
        __builtin_cpu_supports("fma") && device_.properties().has_64_bit_atomics) {
        EXPECT_GE(reported_.simd_width, 8u);
    }
#endif
}

TEST_P(device_information, vendor) {
    if (is_cuda()) {
        EXPECT_EQ(vendor_type {reported_.vendor}, vendor_type::nvidia);
    }
    if (is_host()) {
        EXPECT_EQ(vendor_type {reported_.vendor}, vendor_type::host);
    }
    if (is_metal()) {
        EXPECT_EQ(vendor_type {reported_.vendor}, vendor_type::apple);
    }
    if (device_.backend() == backend::opencl && device_.properties().is_cpu) {
        EXPECT_EQ(vendor_type {reported_.vendor}, vendor_type::unknown);
    }
}

TEST_P(device_information, platform_vendor) {
    EXPECT_EQ(vendor_type {reported_.platform_vendor}, is_cuda()    ? vendor_type::nvidia
                                                       : is_host()  ? vendor_type::host
                                                       : is_metal() ? vendor_type::apple
                                                                    : vendor_type::unknown);
}

TEST_P(device_information, os) { EXPECT_EQ(os_type {reported_.os}, device_info::os()); }

INGOT_TEST_ON_EVERY_DEVICE(device_information);

}  // namespace
