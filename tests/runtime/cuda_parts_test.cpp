// Tests the parts of the CUDA backend that do not need a driver.
#include <gtest/gtest.h>

#include "cuda/architecture.hpp"
#include "cuda/driver_version.hpp"
#include "cuda/fill_pattern.hpp"

namespace ingot::backends::cuda {
namespace {

archive::archive archive_for(std::initializer_list<const char*> architectures) {
    archive::archive contents;
    contents.targets.push_back({"spirv", "", {}});
    for (const char* const architecture : architectures) contents.targets.push_back({"ptx", architecture, {}});
    return contents;
}

std::string choose_architecture(std::initializer_list<const char*> architectures, compute_capability device) {
    const archive::archive contents = archive_for(architectures);
    const archive::code* const found = find_ptx(contents, device);
    return found ? found->architecture : "none";
}

TEST(cuda_architecture, the_highest_that_the_device_runs) {
    EXPECT_EQ(choose_architecture({"sm_70", "sm_90", "sm_80", "sm_100"}, {9, 0}), "sm_90");
    EXPECT_EQ(choose_architecture({"sm_70", "sm_90"}, {8, 9}), "sm_70");
    EXPECT_EQ(choose_architecture({"sm_90"}, {8, 9}), "none");
    EXPECT_EQ(choose_architecture({}, {9, 0}), "none");
    EXPECT_EQ(choose_architecture({"sm_70", "sm_90", "sm_120"}, {12, 1}), "sm_120");
}

TEST(cuda_architecture, specific_ones_only_where_they_run) {
    EXPECT_EQ(choose_architecture({"sm_90", "sm_90a"}, {9, 0}), "sm_90a");
    EXPECT_EQ(choose_architecture({"sm_90a", "sm_90"}, {9, 0}), "sm_90a");
    EXPECT_EQ(choose_architecture({"sm_90a", "sm_80"}, {10, 0}), "sm_80");
    EXPECT_EQ(choose_architecture({"sm_100f", "sm_80"}, {10, 3}), "sm_100f");
    EXPECT_EQ(choose_architecture({"sm_100f", "sm_80"}, {12, 0}), "sm_80");
}

TEST(cuda_architecture, invalid_names_are_rejected) {
    for (const char* const name : {"", "sm_", "sm_x", "sm_7", "sm_90b", "sm_90aa", "compute_90", "sm_99999999999", "sm_-90"})
        EXPECT_FALSE(parse_architecture(name)) << name;
    EXPECT_EQ(to_string({12, 1}), "sm_121");
}

TEST(cuda_driver_version, in_messages_of_both_kernel_modules) {
    EXPECT_EQ(kernel_module_version("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023"),
              "535.104.05");
    EXPECT_EQ(kernel_module_version("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (dvs)\n"
                                    "GCC version:  gcc version 12.3.0 (Debian)"),
              "580.65.06");
    EXPECT_EQ(kernel_module_version(""), "");
    EXPECT_EQ(kernel_module_version("GCC version"), "");
}

size_t unit_of(std::initializer_list<int> pattern, device_address first = 0) {
    std::vector<std::byte> bytes;
    for (const int value : pattern) bytes.push_back(static_cast<std::byte>(value));
    return fill_value_size(bytes, first);
}

TEST(cuda_fill_pattern, the_smallest_unit_that_repeats) {
    EXPECT_EQ(unit_of({5}), 1u);
    EXPECT_EQ(unit_of({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), 1u);
    EXPECT_EQ(unit_of({1, 2}), 2u);
    EXPECT_EQ(unit_of({1, 2, 1, 2, 1, 2}), 2u);
    EXPECT_EQ(unit_of({1, 2, 3, 4, 1, 2, 3, 4}), 4u);
    EXPECT_EQ(unit_of({1, 2, 3}), 0u);
    EXPECT_EQ(unit_of({1, 2, 3, 4, 5, 6, 7, 8}), 0u);
    EXPECT_EQ(unit_of({1, 2, 3, 4, 1, 2}), 0u);
}

TEST(cuda_fill_pattern, only_where_the_address_is_a_multiple) {
    EXPECT_EQ(unit_of({5}, 3), 1u);
    EXPECT_EQ(unit_of({1, 2}, 1), 0u);
    EXPECT_EQ(unit_of({1, 2, 3, 4}, 2), 0u);
    EXPECT_EQ(unit_of({1, 2, 1, 2}, 2), 2u);
}

TEST(cuda_fill_pattern, values_in_the_machines_byte_order) {
    const std::vector<std::byte> bytes {std::byte {1}, std::byte {2}, std::byte {3}, std::byte {4}};
    EXPECT_EQ(fill_value(bytes, 1), 0x01u);
    EXPECT_EQ(fill_value(bytes, 2), 0x0201u);
    EXPECT_EQ(fill_value(bytes, 4), 0x04030201u);
}

}  // namespace
}  // namespace ingot::backends::cuda
