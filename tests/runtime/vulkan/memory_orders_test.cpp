// The correction of kernels for a driver that executes memory barriers wrongly, on a module of a few instructions.
#include "vulkan/memory_orders.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace ingot::backends::vulkan;

constexpr uint32_t instruction(uint32_t operation, uint32_t words) { return words << 16u | operation; }

// The numbers: 1 the type of words, 2 a constant (an order), 3 to 5 the results of atomic instructions. The bound is 6.
const std::vector<uint32_t> module_with_orders {
    0x07230203,          0x10500, 0,  6,    0,              // the header
    instruction(21, 4),  1,       32, 0,                    // %1 = OpTypeInt 32 0
    instruction(43, 4),  1,       2,  0x48,                 // %2 = OpConstant %1 0x48
    instruction(54, 5),  1,       7,  0,    8,              // OpFunction
    instruction(227, 6), 1,       3,  9,    2, 2,           // %3 = OpAtomicLoad %1 %9 %2 %2
    instruction(225, 3), 2,       2,                        // OpMemoryBarrier %2 %2
    instruction(228, 5), 9,       2,  2,    3,              // OpAtomicStore %9 %2 %2 %3
    instruction(230, 9), 1,       4,  9,    2, 2, 2, 3, 3,  // %4 = OpAtomicCompareExchange %1 %9 %2 %2 %2 %3 %3
    instruction(234, 7), 1,       5,  9,    2, 2, 3,        // %5 = OpAtomicIAdd %1 %9 %2 %2 %3
    instruction(224, 4), 2,       2,  2,                    // OpControlBarrier %2 %2 %2
};

const std::vector<uint32_t> module_without_orders {
    0x07230203,
    0x10500,
    0,
    7,
    0,
    instruction(21, 4),
    1,
    32,
    0,
    instruction(43, 4),
    1,
    2,
    0x48,
    instruction(43, 4),
    1,
    6,
    0,  // %6 = OpConstant %1 0
    instruction(54, 5),
    1,
    7,
    0,
    8,
    instruction(227, 6),
    1,
    3,
    9,
    2,
    6,
    instruction(228, 5),
    9,
    2,
    6,
    3,
    instruction(230, 9),
    1,
    4,
    9,
    2,
    6,
    6,
    3,
    3,
    instruction(234, 7),
    1,
    5,
    9,
    2,
    6,
    3,
    instruction(224, 4),
    2,
    2,
    2,
};

TEST(vulkan_memory_orders, are_removed_from_atomic_instructions_and_barriers_stay) {
    EXPECT_EQ(without_memory_orders(module_with_orders), module_without_orders);
}

TEST(vulkan_memory_orders, of_a_damaged_module_are_left) {
    std::vector<uint32_t> damaged = module_with_orders;
    damaged.back() = 0;
    damaged[5] = instruction(21, 4000);
    EXPECT_EQ(without_memory_orders(damaged), damaged);
    EXPECT_TRUE(without_memory_orders({}).empty());
}

}  // namespace
