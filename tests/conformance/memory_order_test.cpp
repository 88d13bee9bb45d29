// Litmus tests of the memory model (docs/writing-a-kernel.md, "Memory model"). An outcome that the model forbids must not
// be seen. An outcome that it allows is counted and printed, because no device has to show it.
#include "memory_order.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ingot/ingot.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "every_device.hpp"
#include "memory_order.kernels.hpp"

namespace {

using namespace ingot;
using litmus::place;
using litmus::scope;
using litmus::shape;
using litmus::variant;

constexpr std::array<std::string_view, 6> program_names {"message_passing",   "store_buffering", "load_buffering",
                                                         "independent_reads", "coherent_reads",  "coherent_writes"};
constexpr std::array<std::string_view, 7> order_names {
    "relaxed", "acquire_release", "sequentially_consistent", "thread_fences", "memory_fences", "updates", "mixed"};
constexpr std::array<std::string_view, 3> scope_names {"same_sub_group", "same_work_group", "different_work_groups"};
constexpr std::array<std::string_view, 4> place_names {"global_memory", "local_memory", "global_data_local_flag",
                                                       "local_data_global_flag"};

// One launch of a variant. All launches of a variant have work-groups of the same size, because some drivers compile a kernel
// again for each size. `groups` is the number of work-groups; the other members are those of litmus::launch.
struct plan {
    scope roles {};
    uint32_t groups = 0;
    uint32_t distance = 1;
    uint32_t trials = 0;
    uint32_t patience = 0;
};

class memory_order : public ingot::testing::every_device {
protected:
    // Returns the launches of a variant. Weak outcomes need work-items that really run at the same time. On the CPU debug
    // device these are work-items of neighbouring groups (distance 1, many trials), and on PoCL work-items of groups that are
    // 32 apart, because PoCL gives each thread 32 groups. A GPU shows most outcomes if it runs many programs at once.
    std::vector<plan> plans(const variant& one) const {
        constexpr uint32_t trials = litmus::trials_in_local_memory;
        const uint32_t times = device_.properties().is_cpu ? 1 : 16;
        std::vector<plan> all {{scope::same_sub_group, 32 * times, 1, trials, 64},
                               {scope::same_work_group, 32 * times, 1, trials, 64}};
        if (one.where != place::global) return all;
        const uint32_t roles = litmus::roles_of(one.program);
        all.push_back({scope::different_work_groups, roles * times, 1, 64, 20'000});
        all.push_back({scope::different_work_groups, 32 * roles * times, 32, trials, 500});
        return all;
    }

    struct count {
        uint32_t weak = 0;
        uint32_t all = 0;
        std::set<std::array<uint32_t, litmus::values>> results;  // all different results

        void add(const count& more) {
            weak += more.weak;
            all += more.all;
            results.insert(more.results.begin(), more.results.end());
        }
    };

    count run(const variant& one, const plan& plan) {
        const uint32_t roles = litmus::roles_of(one.program);
        const uint32_t group_size = roles * litmus::programs_in_group;
        const uint32_t programs = plan.roles == scope::different_work_groups ? plan.groups / roles * group_size
                                                                             : plan.groups * litmus::programs_in_group;
        constexpr uint32_t stride = 16;  // locations in different cache lines
        const size_t trials = size_t {programs} * plan.trials;
        auto memory = device_.create_buffer<uint32_t>(2 * trials * stride, 0u);
        auto arrivals = device_.create_buffer<uint32_t>(size_t {programs} * litmus::values, 0u);
        auto result = device_.create_buffer<uint32_t>(trials * litmus::values, 0u);
        queue_.run(program_.run(one), range(plan.groups * group_size).groups_of(group_size), memory, arrivals, result,
                   litmus::launch {plan.roles, plan.distance, plan.trials, stride, plan.patience});
        const std::vector<uint32_t> read = result.read(queue_);
        const std::vector<uint32_t> at_end = memory.read(queue_);
        count counted;
        for (size_t i = 0; i < trials; ++i) {
            uint32_t values[litmus::values];
            std::ranges::copy_n(read.begin() + static_cast<std::ptrdiff_t>(i * litmus::values), litmus::values, values);
            if (one.program == shape::coherent_writes) values[2] = at_end[2 * i * stride];
            counted.weak += litmus::is_weak(one.program, values) ? 1 : 0;
            ++counted.all;
            counted.results.insert(std::to_array(values));
        }
        return counted;
    }

    // Returns why the language of the device, for which ingotc writes text, cannot express a variant; "" if it can.
    std::string missing_reason(const variant& one) {
        const std::string message = ingot::testing::error_message([&] { run(one, {scope::same_sub_group, 1, 1, 1, 1}); });
        if (!message.empty() && message.find("the code in Metal's language does not have it") == std::string::npos)
            throw std::runtime_error(message);
        return message;
    }

    // Runs all variants of a shape by all their launches, and counts the weak outcomes for each scope of the roles.
    void run_all(shape program) {
        for (const variant& one : litmus::variants) {
            if (one.program != program) continue;
            const bool is_forbidden = litmus::is_forbidden(one);
            std::array<count, scope_names.size()> found;
            if (const std::string reason = missing_reason(one); !reason.empty()) {
                EXPECT_NE(reason.find("memory_order.kernels.cpp:"), std::string::npos) << reason;
                EXPECT_NE(reason.find("Metal 3.0 has "), std::string::npos) << reason;
                EXPECT_NE(one.how, litmus::order::relaxed) << reason;
                fmt::print("{}.{}: left out: {}\n", program_names[size_t(one.program)], order_names[size_t(one.how)], reason);
                continue;
            }
            for (const plan& plan : plans(one)) found[size_t(plan.roles)].add(run(one, plan));
            for (size_t roles = 0; roles < found.size(); ++roles) {
                if (found[roles].all == 0) continue;
                const std::string name =
                    fmt::format("{}.{}.{}.{}", program_names[size_t(one.program)], order_names[size_t(one.how)],
                                scope_names[roles], place_names[size_t(one.where)]);
                const std::string text = fmt::format("{} of {}, {} different results", found[roles].weak, found[roles].all,
                                                     found[roles].results.size());
                if (is_forbidden) EXPECT_EQ(found[roles].weak, 0u) << name << ": a forbidden outcome, " << text;
                RecordProperty(name, text);
                fmt::print("{}: {} {}\n", name, text, is_forbidden ? "(forbidden)" : "(allowed)");
            }
        }
    }

    memory_order_program program_ {device_};
};

TEST_P(memory_order, message_passing) { run_all(shape::message_passing); }
TEST_P(memory_order, store_buffering) { run_all(shape::store_buffering); }
TEST_P(memory_order, load_buffering) { run_all(shape::load_buffering); }
TEST_P(memory_order, independent_reads) { run_all(shape::independent_reads); }
TEST_P(memory_order, coherence) {
    run_all(shape::coherent_reads);
    run_all(shape::coherent_writes);
}

INGOT_TEST_ON_EVERY_DEVICE(memory_order);

// Performs the accesses of all roles of a shape one at a time, in every possible order (interleaving). Sequentially consistent
// memory shows exactly the results of these interleavings, so none of them may count as weak.
class interleavings {
public:
    struct access {
        uint32_t location;
        bool is_store;
        uint32_t value;  // of a store: the value; of a load: the index in `read` where the value that was read is kept
    };

    explicit interleavings(shape tested_shape) {
        constexpr uint32_t x = 0, y = 1;
        const auto store = [](uint32_t location, uint32_t value) { return access {location, true, value}; };
        const auto load = [](uint32_t location, uint32_t index) { return access {location, false, index}; };
        switch (tested_shape) {
            case shape::message_passing:
                roles_ = {{store(x, 1), store(y, 1)}, {load(y, 0), load(x, 1)}};
                break;
            case shape::store_buffering:
                roles_ = {{store(x, 1), load(y, 0)}, {store(y, 1), load(x, 1)}};
                break;
            case shape::load_buffering:
                roles_ = {{load(y, 0), store(x, 1)}, {load(x, 1), store(y, 1)}};
                break;
            case shape::independent_reads:
                roles_ = {{store(x, 1)}, {store(y, 1)}, {load(x, 0), load(y, 1)}, {load(y, 2), load(x, 3)}};
                break;
            case shape::coherent_reads:
                roles_ = {{store(x, 1), store(x, 2)}, {load(x, 0), load(x, 1), load(x, 2)}};
                break;
            case shape::coherent_writes:
                roles_ = {{store(x, 1), load(x, 0)}, {store(x, 2), load(x, 1)}};
                break;
        }
        walk(tested_shape, {}, {}, {});
    }

    const std::set<std::array<uint32_t, litmus::values>>& results() const { return results_; }

private:
    void walk(shape tested_shape, std::array<size_t, 4> next, std::array<uint32_t, 2> memory,
              std::array<uint32_t, litmus::values> read) {
        bool is_end = true;
        for (size_t role = 0; role < roles_.size(); ++role) {
            if (next[role] == roles_[role].size()) continue;
            is_end = false;
            const access& one = roles_[role][next[role]];
            auto after = next;
            auto memory_after = memory;
            auto read_after = read;
            ++after[role];
            if (one.is_store)
                memory_after[one.location] = one.value;
            else
                read_after[one.value] = memory[one.location];
            walk(tested_shape, after, memory_after, read_after);
        }
        if (is_end && tested_shape == shape::coherent_writes) read[2] = memory[0];
        if (is_end) results_.insert(read);
    }

    std::vector<std::vector<access>> roles_;
    std::set<std::array<uint32_t, litmus::values>> results_;
};

bool is_weak(shape shape, const std::array<uint32_t, litmus::values>& read) {
    const uint32_t values[litmus::values] {read[0], read[1], read[2], read[3]};
    return litmus::is_weak(shape, values);
}

TEST(litmus, weak_outcomes_are_those_that_no_interleaving_has) {
    for (const shape tested_shape : litmus::shapes) {
        const auto possible = interleavings(tested_shape).results();
        EXPECT_GE(possible.size(), 3u);
        // A location holds a value below `value_count`, and the roles read the first `read_count` of a, b, c and d.
        const uint32_t value_count = tested_shape == shape::coherent_reads || tested_shape == shape::coherent_writes ? 3 : 2;
        const uint32_t read_count = tested_shape == shape::independent_reads ? 4 : value_count == 3 ? 3 : 2;
        size_t weak = 0;
        for (uint32_t number = 0; number < 81; ++number) {
            const std::array<uint32_t, litmus::values> read {number % 3, number / 3 % 3, number / 9 % 3, number / 27};
            const bool is_valid = std::ranges::all_of(read, [&](uint32_t each) { return each < value_count; }) &&
                                  std::all_of(read.begin() + read_count, read.end(), [](uint32_t each) { return each == 0; });
            if (!is_valid) continue;
            EXPECT_EQ(is_weak(tested_shape, read), !possible.contains(read))
                << size_t(tested_shape) << ": " << read[0] << read[1] << read[2] << read[3];
            weak += is_weak(tested_shape, read) ? 1 : 0;
        }
        EXPECT_GT(weak, 0u);
    }
}

}  // namespace
