// Tests that macros of a kernel file do not change the code that ingotc appends to it.
#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <vector>

#include "every_device.hpp"

// The generated header includes the header with the macros.
#include "author_macros.kernels.hpp"

namespace {

using namespace ingot;

class author_macros : public ingot::testing::every_device {};

TEST_P(author_macros, end_with_the_kernel_file) {
    author_macros_program program(device_);
    auto values = device_.create_buffer<float>(8, 3.0f);
    queue_.run(program.scale_by_macro, range(8).groups_of(4), values, factors {0.5f, 1.5f});
    queue_.run(program.add, range(8).groups_of(4), values, 0.25f);
    EXPECT_EQ(values.read(queue_), std::vector<float>(8, 6.25f));
}

INGOT_TEST_ON_EVERY_DEVICE(author_macros);

}  // namespace
