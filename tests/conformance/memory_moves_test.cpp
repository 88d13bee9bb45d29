// Tests std::memmove and standard algorithms that call it: source and destination may overlap.
#include "memory_moves.hpp"

#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <numeric>
#include <vector>

#include "every_device.hpp"
#include "memory_moves.kernels.hpp"

namespace {

using namespace ingot;
using memory_moves::array_size;
using memory_moves::move_count;

class memory_moves_overlap_in : public ingot::testing::every_device {
protected:
    // Runs every move with every count in the kernel and compares the arrays with those of the same move on the host.
    template <typename T>
    void expect_moves(const auto& kernel) {
        for (uint32_t count = 0; count <= 16; ++count) {
            std::vector<T> expected(size_t {array_size} * move_count);
            std::iota(expected.begin(), expected.end(), T(1));
            auto arrays = device_.create_buffer<T>(std::span<const T>(expected));
            queue_.run(kernel, range(move_count).groups_of(move_count), arrays, count);
            for (uint32_t number = 0; number < move_count; ++number)
                memory_moves::move(&expected[size_t {number} * array_size], number, count);
            EXPECT_EQ(arrays.read(queue_), expected) << "with a count of " << count;
        }
    }

    memory_moves_program program_ {device_};
};
TEST_P(memory_moves_overlap_in, global_memory) {
    expect_moves<uint8_t>(program_.move_global<uint8_t>());
    expect_moves<uint16_t>(program_.move_global<uint16_t>());
    expect_moves<uint32_t>(program_.move_global<uint32_t>());
}

TEST_P(memory_moves_overlap_in, private_memory) {
    expect_moves<uint8_t>(program_.move_private<uint8_t>());
    expect_moves<uint16_t>(program_.move_private<uint16_t>());
    expect_moves<uint32_t>(program_.move_private<uint32_t>());
}

TEST_P(memory_moves_overlap_in, local_memory) {
    expect_moves<uint8_t>(program_.move_local<uint8_t>());
    expect_moves<uint16_t>(program_.move_local<uint16_t>());
    expect_moves<uint32_t>(program_.move_local<uint32_t>());
}

INGOT_TEST_ON_EVERY_DEVICE(memory_moves_overlap_in);

}  // namespace
