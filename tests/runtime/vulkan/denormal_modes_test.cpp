// What a module requests for denormal numbers, on a module of a few instructions.
#include "vulkan/denormal_modes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace ingot::backends::vulkan;

constexpr uint32_t instruction(uint32_t operation, uint32_t words) { return words << 16u | operation; }

const std::vector<uint32_t> header {0x07230203, 0x10500, 0, 6, 0};
const std::vector<uint32_t> capability {instruction(17, 2), 4464};              // OpCapability DenormPreserve
const std::vector<uint32_t> other_capability {instruction(17, 2), 1};           // OpCapability Shader
const std::vector<uint32_t> group_size {instruction(16, 6), 4, 17, 1, 1, 1};    // OpExecutionMode %4 LocalSize 1 1 1
const std::vector<uint32_t> signed_zeros {instruction(16, 4), 4, 4461, 32};     // OpExecutionMode %4 SignedZeroInfNanPreserve 32
const std::vector<uint32_t> denormal_floats {instruction(16, 4), 4, 4459, 32};  // OpExecutionMode %4 DenormPreserve 32
const std::vector<uint32_t> denormal_doubles {instruction(16, 4), 4, 4459, 64};

std::vector<uint32_t> joined(std::initializer_list<std::vector<uint32_t>> parts) {
    std::vector<uint32_t> all;
    for (const std::vector<uint32_t>& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

const std::vector<uint32_t> module_with_modes =
    joined({header, other_capability, capability, group_size, signed_zeros, denormal_floats, denormal_doubles});

TEST(denormal_modes, stay_for_the_widths_that_the_device_has) {
    EXPECT_EQ(with_denormal_modes(module_with_modes, std::vector<uint32_t> {16, 32, 64}), module_with_modes);
    EXPECT_EQ(with_denormal_modes(module_with_modes, std::vector<uint32_t> {64}),
              joined({header, other_capability, capability, group_size, signed_zeros, denormal_doubles}));
    EXPECT_EQ(with_denormal_modes(module_with_modes, {}), joined({header, other_capability, group_size, signed_zeros}));
}

TEST(denormal_modes, are_not_read_behind_the_end) {
    std::vector<uint32_t> cut = module_with_modes;
    cut.pop_back();
    EXPECT_EQ(with_denormal_modes(cut, {}), joined({header, other_capability, group_size, signed_zeros}));
    EXPECT_EQ(with_denormal_modes(std::vector<uint32_t> {1, 2}, {}), (std::vector<uint32_t> {1, 2}));
    EXPECT_TRUE(with_denormal_modes({}, {}).empty());
}

}  // namespace
