// Tests large functions, which ingotc keeps as functions if it can, instead of inlining them: with pointers to each kind of
// memory, structs, recursion, and features of kernels such as barriers.
#include "kept_functions.hpp"

#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <optional>
#include <type_traits>
#include <vector>

#include "every_device.hpp"
#include "kept_functions.kernels.hpp"
#include "kept_functions_sub_groups.kernels.hpp"

namespace {

using namespace ingot;
using kept_functions::call_often;
using kept_functions::often;
using kept_functions::seldom;
using kept_functions::table;
using kept_functions::word_count;

constexpr uint32_t item_count = 2 * word_count;
const range items = range(item_count).groups_of(word_count);

class kept_functions_with : public ingot::testing::every_device {
protected:
    // Calls a function on the host with the index of each work-item, and returns the results.
    template <typename Compute>
    static std::vector<std::invoke_result_t<Compute, uint32_t>> for_each_item(Compute compute) {
        std::vector<std::invoke_result_t<Compute, uint32_t>> all;
        for (uint32_t item = 0; item < item_count; ++item) all.push_back(compute(item));
        return all;
    }
    static std::array<uint32_t, word_count> copy_of_table() { return std::to_array(table); }

    device_buffer<uint32_t> create_rows() {
        std::vector<uint32_t> rows;
        for (uint32_t item = 0; item < item_count; ++item) rows.insert(rows.end(), std::begin(table), std::end(table));
        return device_.create_buffer<uint32_t>(std::span<const uint32_t>(rows));
    }

    kept_functions_program program_ {device_};
    device_buffer<uint32_t> values_ = device_.create_buffer<uint32_t>(std::span<const uint32_t>(table));
    device_buffer<uint32_t> results_ = device_.create_buffer<uint32_t>(item_count);
    const std::vector<uint32_t> mixed_ = for_each_item([](uint32_t item) { return kept_functions::mix_often(table, item); });
};

TEST_P(kept_functions_with, global_memory) {
    queue_.run(program_.mix_global, items, values_, results_);
    EXPECT_EQ(results_.read(queue_), mixed_);
}
TEST_P(kept_functions_with, constant_memory) {
    queue_.run(program_.mix_constant, items, values_, results_);
    // The kernel adds the results for two tables in constant memory that have the same values.
    std::vector<uint32_t> expected = mixed_;
    for (uint32_t& one : expected) one *= 2;
    EXPECT_EQ(results_.read(queue_), expected);
}
TEST_P(kept_functions_with, local_memory) {
    queue_.run(program_.mix_local, items, values_, results_);
    EXPECT_EQ(results_.read(queue_), mixed_);
}
TEST_P(kept_functions_with, private_memory) {
    queue_.run(program_.mix_private, items, values_, results_);
    EXPECT_EQ(results_.read(queue_), mixed_);
}
TEST_P(kept_functions_with, chosen_memory) {
    queue_.run(program_.mix_chosen, items, values_, results_);
    EXPECT_EQ(results_.read(queue_),
              for_each_item([](uint32_t item) { return kept_functions::mix_and_read_less_often(table, item); }));
}
TEST_P(kept_functions_with, several_memories) {
    auto rows = create_rows();
    queue_.run(program_.scramble, items, values_, rows, results_);
    EXPECT_EQ(results_.read(queue_), for_each_item([](uint32_t item) {
                  auto row = copy_of_table();
                  auto table_copy = copy_of_table();
                  uint32_t result = kept_functions::scramble_often(row.data(), table, item);
                  result += kept_functions::scramble_often(table_copy.data(), table, result);
                  result += kept_functions::scramble_often(row.data(), table_copy.data(), result);
                  return result + kept_functions::scramble_often(table_copy.data(), table, result);
              }));
}
TEST_P(kept_functions_with, pointers_in_structs) {
    queue_.run(program_.views, items, values_, results_);
    EXPECT_EQ(results_.read(queue_), for_each_item([](uint32_t item) { return kept_functions::use_views(table, table, item); }));
}
TEST_P(kept_functions_with, structs) {
    queue_.run(program_.structs, items, results_);
    EXPECT_EQ(results_.read(queue_), for_each_item([](uint32_t item) { return kept_functions::use_structs(item); }));
}
TEST_P(kept_functions_with, recursion) {
    auto rows = create_rows();
    queue_.run(program_.sort, items, values_, rows, results_);
    EXPECT_EQ(results_.read(queue_), for_each_item([](uint32_t item) {
                  // The kernel sorts one copy in private memory and one in global memory, and adds the two results.
                  auto table_copy = copy_of_table();
                  return 2 * kept_functions::sort_often(table_copy.data(), item);
              }));
}
TEST_P(kept_functions_with, pointers_as_results) {
    auto rows = create_rows();
    queue_.run(program_.find, items, rows, results_);
    EXPECT_EQ(results_.read(queue_), for_each_item([](uint32_t item) {
                  auto table_copy = copy_of_table();
                  return kept_functions::find_often(table_copy.data(), item);
              }));
}
TEST_P(kept_functions_with, double_precision) {
    if (!device_.properties().has_double) GTEST_SKIP() << device_.name() << " has no double";
    std::vector<double> numbers(word_count);
    for (uint32_t i = 0; i < word_count; ++i) numbers[i] = 1.0 + i * 0.25;
    auto values = device_.create_buffer<double>(std::span<const double>(numbers));
    auto results = device_.create_buffer<double>(item_count);
    queue_.run(program_.sum, items, values, results);
    const std::vector<double> found = results.read(queue_);
    for (uint32_t item = 0; item < item_count; ++item) {
        const double expected = kept_functions::sum_often(numbers.data(), item);
        EXPECT_NEAR(found[item], expected, 1e-9 * expected) << item;
    }
}
TEST_P(kept_functions_with, work_item_functions) {
    queue_.run(program_.mix_items, items, values_, results_);
    EXPECT_EQ(results_.read(queue_), for_each_item([](uint32_t item) {
                  const uint32_t local = item % word_count;
                  const uint32_t group = item / word_count;
                  // The summands at the end are global_size * local_size and the number of groups.
                  return call_often<often>(1u, [&](uint32_t x) {
                      return kept_functions::mix(table, x + item * 3 + local * 5 + group * 7) + item_count * word_count + 2;
                  });
              }));
}

TEST_P(kept_functions_with, positions_and_loops) {
    struct position {
        uint32_t item;
        uint32_t in_group() const { return item % word_count; }
        uint32_t in_launch() const { return item; }
    };
    queue_.run(program_.mix_positions, items, values_, results_);
    EXPECT_EQ(results_.read(queue_),
              for_each_item([](uint32_t item) { return kept_functions::mix_position_often(table, position {item}, 1u); }));
}

// The same as call_often() for a whole work-group: each call has an argument and a result for each work-item.
template <unsigned depth, typename Large>
std::array<uint32_t, word_count> call_in_group(std::array<uint32_t, word_count> x, const Large& large) {
    if constexpr (depth == 0) {
        return large(x);
    } else {
        std::array<uint32_t, word_count> first = x;
        std::array<uint32_t, word_count> second = x;
        for (uint32_t& one : first) one += depth;
        for (uint32_t& one : second) one = one * 5 + depth;
        first = call_in_group<depth - 1>(first, large);
        second = call_in_group<depth - 1>(second, large);
        for (uint32_t i = 0; i < word_count; ++i) first[i] += 31 * second[i];
        return first;
    }
}

class kept_functions_in_groups : public kept_functions_with {
protected:
    // Returns the results of all groups. `large(tile)` returns the results of a call for the arguments in `tile`.
    template <unsigned depth, typename Large>
    static std::vector<uint32_t> for_each_group(Large large) {
        std::vector<uint32_t> all;
        for (uint32_t first = 0; first < item_count; first += word_count) {
            std::array<uint32_t, word_count> x {};
            for (uint32_t i = 0; i < word_count; ++i) x[i] = first + i;
            const auto results = call_in_group<depth>(x, large);
            all.insert(all.end(), results.begin(), results.end());
        }
        return all;
    }
};

TEST_P(kept_functions_in_groups, wait_at_barriers) {
    queue_.run(program_.barriers, items, results_);
    EXPECT_EQ(results_.read(queue_), for_each_group<seldom>([](const std::array<uint32_t, word_count>& tile) {
                  std::array<uint32_t, word_count> results {};
                  for (uint32_t i = 0; i < word_count; ++i)
                      results[i] = kept_functions::mix_longer(tile.data(), tile[i]) + tile[word_count - 1 - i];
                  return results;
              }));
}
TEST_P(kept_functions_in_groups, have_local_memory) {
    queue_.run(program_.local_memory, items, results_);
    EXPECT_EQ(results_.read(queue_), for_each_group<seldom>([](const std::array<uint32_t, word_count>& tile) {
                  std::array<uint32_t, word_count> results {};
                  for (uint32_t i = 0; i < word_count; ++i) results[i] = kept_functions::mix_longer(tile.data(), tile[i]);
                  return results;
              }));
}
TEST_P(kept_functions_in_groups, update_atomically) {
    std::vector<uint32_t> expected(1 + item_count / word_count, 0);
    for (uint32_t item = 0; item < item_count; ++item)
        call_often<often>(item, [&](uint32_t x) {
            const uint32_t summand = kept_functions::mix(table, x) & 0xffff;
            expected[0] += summand;
            expected[1 + item / word_count] += summand;
            return x + x;
        });
    auto sums = device_.create_buffer<uint32_t>(expected.size());
    sums.write(queue_, std::vector<uint32_t>(expected.size(), 0));
    queue_.run(program_.atomics, items, sums);
    EXPECT_EQ(sums.read(queue_), expected);
}
TEST_P(kept_functions_in_groups, exchange_in_sub_groups) {
    std::optional<kept_functions_sub_groups_program> program;
    const std::string message = ingot::testing::error_message([&] { program.emplace(device_); });
    if (!program) {
        ASSERT_TRUE(ingot::testing::contains(message, "its kernels require sub-group")) << message;
        GTEST_SKIP() << message;
    }
    auto sizes = device_.create_buffer<uint32_t>(item_count);
    queue_.run(program->sub_groups, items, results_, sizes);
    const std::vector<uint32_t> size = sizes.read(queue_);
    // All sub-groups have the same size: each group is one sub-group or is divided into equal sub-groups.
    EXPECT_EQ(results_.read(queue_), for_each_group<often>([&](const std::array<uint32_t, word_count>& tile) {
                  std::array<uint32_t, word_count> results {};
                  for (uint32_t i = 0; i < word_count; ++i) {
                      const uint32_t first = i / size[0] * size[0];
                      results[i] = kept_functions::mix(table, tile[i]) + 3 * tile[first + size[0] - 1 - (i - first)];
                  }
                  return results;
              }));
}

INGOT_TEST_ON_EVERY_DEVICE(kept_functions_with);
INGOT_TEST_ON_EVERY_DEVICE(kept_functions_in_groups);

}  // namespace
