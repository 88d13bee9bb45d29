// Tests of Table 11 of the thesis that docs/host-library.md names: the position of a work-item.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <ingot/ingot.hpp>
#include <vector>

#include "every_device.hpp"
#include "work_items.kernels.hpp"

namespace {

using namespace ingot;
using triple = std::array<uint32_t, 3>;

class work_items : public ingot::testing::every_device {
protected:
    // Launches the kernel `write` over ranges with 1, 2 and 3 dimensions. In each work-item, the variable and the function must
    // have the values that `expected` returns. For dimension 3, which does not exist, the function must return 0.
    template <typename Kernel>
    void expect(Kernel work_items_program::* write,
                const std::function<triple(triple id, triple global, triple local)>& expected) {
        expect_of(range(12).groups_of(4), write, expected);
        expect_of(range(6, 4).groups_of(3, 2), write, expected);
        expect_of(range(4, 6, 8).groups_of(2, 3, 4), write, expected);
    }

private:
    template <typename Kernel>
    void expect_of(const range& items, Kernel work_items_program::* write,
                   const std::function<triple(triple, triple, triple)>& expected) {
        const triple global = items.global();
        const size_t count = size_t(global[0]) * global[1] * global[2];
        auto table = device_.create_buffer<uint32_t>(count * 7, 77u);
        queue_.run(program_.*write, items, table);
        const std::vector<uint32_t> results = table.read(queue_);
        for (size_t item = 0; item < count; ++item) {
            const triple id {static_cast<uint32_t>(item) % global[0], static_cast<uint32_t>(item) / global[0] % global[1],
                             static_cast<uint32_t>(item) / global[0] / global[1]};
            const triple value = expected(id, global, items.local());
            const std::vector<uint32_t> row(results.begin() + static_cast<std::ptrdiff_t>(item * 7),
                                            results.begin() + static_cast<std::ptrdiff_t>(item * 7 + 7));
            EXPECT_EQ(row, (std::vector<uint32_t> {value[0], value[1], value[2], value[0], value[1], value[2], 0})) << item;
        }
    }

    work_items_program program_ {device_};
};

template <typename Operation>
triple each(triple left, triple right, Operation operation) {
    return {operation(left[0], right[0]), operation(left[1], right[1]), operation(left[2], right[2])};
}

TEST_P(work_items, global_id) {
    expect(&work_items_program::write_global_id, [](triple id, triple, triple) { return id; });
}
TEST_P(work_items, local_id) {
    expect(&work_items_program::write_local_id,
           [](triple id, triple, triple local) { return each(id, local, std::modulus<>()); });
}
TEST_P(work_items, group_id) {
    expect(&work_items_program::write_group_id,
           [](triple id, triple, triple local) { return each(id, local, std::divides<>()); });
}
TEST_P(work_items, global_size) {
    expect(&work_items_program::write_global_size, [](triple, triple global, triple) { return global; });
}
TEST_P(work_items, local_size) {
    expect(&work_items_program::write_local_size, [](triple, triple, triple local) { return local; });
}
TEST_P(work_items, num_groups) {
    expect(&work_items_program::write_num_groups,
           [](triple, triple global, triple local) { return each(global, local, std::divides<>()); });
}
TEST_P(work_items, group_size) {
    expect(&work_items_program::write_group_size,
           [](triple, triple global, triple local) { return each(global, local, std::divides<>()); });
}

INGOT_TEST_ON_EVERY_DEVICE(work_items);

}  // namespace
