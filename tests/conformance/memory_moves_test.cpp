// std::memmove, and what the standard library makes of it: source and destination may overlap.
#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <numeric>
#include <vector>

#include "every_device.hpp"
#include "memory_moves.hpp"
#include "memory_moves.kernels.hpp"

namespace {

using namespace ingot;
using memory_moves::array_size;
using memory_moves::move_count;

class memory_moves_overlap_in : public ingot::testing::every_device {
protected:
    // Every move, with every count, against the same move on the host.
    template <typename T>
    void expect_moves(const auto& kernel) {
        for (uint32_t count = 0; count <= 16; ++count) {
            std::vector<T> expected(size_t {array_size} * move_count);
            std::iota(expected.begin(), expected.end(), T(1));
            auto arrays = on.create_buffer<T>(std::span<const T>(expected));
            in.run(kernel, range(move_count).groups_of(move_count), arrays, count);
            for (uint32_t number = 0; number < move_count; ++number)
                memory_moves::move(&expected[size_t {number} * array_size], number, count);
            EXPECT_EQ(arrays.read(in), expected) << "with a count of " << count;
        }
    }

    memory_moves_program program {on};
};
TEST_P(memory_moves_overlap_in, global_memory) {
    expect_moves<uint8_t>(program.move_global<uint8_t>());
    expect_moves<uint16_t>(program.move_global<uint16_t>());
    expect_moves<uint32_t>(program.move_global<uint32_t>());
}

TEST_P(memory_moves_overlap_in, private_memory) {
    expect_moves<uint8_t>(program.move_private<uint8_t>());
    expect_moves<uint16_t>(program.move_private<uint16_t>());
    expect_moves<uint32_t>(program.move_private<uint32_t>());
}

TEST_P(memory_moves_overlap_in, local_memory) {
    expect_moves<uint8_t>(program.move_local<uint8_t>());
    expect_moves<uint16_t>(program.move_local<uint16_t>());
    expect_moves<uint32_t>(program.move_local<uint32_t>());
}

INGOT_TEST_ON_EVERY_DEVICE(memory_moves_overlap_in);

}  // namespace
