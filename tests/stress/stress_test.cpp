// Eight threads use one device at the same time, for some seconds: many queues, buffers, copies, maps, launches, programs that
// are built again, and errors. `./dev test --all` also runs this test with AddressSanitizer and with ThreadSanitizer.
//
// Each thread chooses its actions at random, with a fixed seed, and keeps a copy on the host of what its buffers must contain.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "every_device.hpp"
#include "stress.kernels.hpp"

namespace ingot {
namespace {

constexpr uint32_t thread_count = 8;
constexpr uint32_t count = 1024;
constexpr uint32_t group = 64;

range items() { return range(count).groups_of(group); }

// The number of actions of each thread. The environment variable INGOT_STRESS_ACTIONS sets another one.
uint32_t action_count() {
    const char* const setting = std::getenv("INGOT_STRESS_ACTIONS");
    return setting ? static_cast<uint32_t>(std::stoul(setting)) : 300;
}

/// A buffer of the device, and what it must contain.
struct checked_buffer {
    device_buffer<uint32_t> on_device;
    std::vector<uint32_t> expected;
};

/// What one thread does. Its functions throw std::runtime_error if a result is wrong.
class worker {
public:
    worker(const device& device, stress_program& shared_program, queue& shared_queue, device_buffer<uint32_t>& total,
           uint32_t seed)
        : device_(device), shared_program_(shared_program), shared_queue_(shared_queue), total_(total), random_(seed) {
        for (uint32_t i = 0; i < 2; ++i) queues_.push_back(device_.create_queue());
        for (uint32_t i = 0; i < 4; ++i)
            buffers_.push_back({device_.create_buffer<uint32_t>(count, i), std::vector<uint32_t>(count, i)});
    }

    void act() {
        switch (random() % 12) {
            case 0:
                return add(shared_program_);
            case 1:
                return reverse(shared_program_);
            case 2:
                return check(any_buffer());
            case 3:
                return copy();
            case 4:
                return map();
            case 5:
                return replace_queue();
            case 6:
                return replace_buffer();
            case 7:
                return use_program_of_its_own();
            case 8:
                return fail_to_launch();
            case 9:
                return fail_while_mapped();
            case 10:
                return count_in_shared_queue();
            default:
                return fill();
        }
    }
    void finish() {
        for (checked_buffer& each : buffers_) check(each);
    }
    uint32_t times_counted() const { return times_counted_; }

private:
    uint32_t random() { return static_cast<uint32_t>(random_()); }
    queue& any_queue() { return queues_[random() % queues_.size()]; }
    checked_buffer& any_buffer() { return buffers_[random() % buffers_.size()]; }
    // Work of different queues on the same buffer needs an order, so each use of a buffer ends with finish().
    static void require(bool condition, const char* what) {
        if (!condition) throw std::runtime_error(std::string("wrong result: ") + what);
    }

    void add(stress_program& program) {
        checked_buffer& used = any_buffer();
        queue& queue = any_queue();
        const uint32_t addend = random() % 1000;
        queue.run(program.add, items(), used.on_device, addend);
        queue.finish();
        for (uint32_t& each : used.expected) each += addend;
    }
    void reverse(stress_program& program) {
        checked_buffer& used = any_buffer();
        queue& queue = any_queue();
        queue.run(program.reverse, items(), used.on_device);
        queue.finish();
        for (size_t first = 0; first < count; first += group)
            std::reverse(used.expected.begin() + static_cast<ptrdiff_t>(first),
                         used.expected.begin() + static_cast<ptrdiff_t>(first + group));
    }
    void check(checked_buffer& used) { require(used.on_device.read(any_queue()) == used.expected, "contents of a buffer"); }
    void copy() {
        checked_buffer& source = any_buffer();
        checked_buffer& target = any_buffer();
        if (&source == &target) return;
        // One queue writes the source, the other one waits for it and copies.
        queue& first = queues_.front();
        queue& second = queues_.back();
        first.run(shared_program_.add, items(), source.on_device, 1U);
        second.wait_for(first);
        target.on_device.copy(second, source.on_device);
        second.finish();
        for (uint32_t& each : source.expected) ++each;
        target.expected = source.expected;
    }
    void map() {
        checked_buffer& used = any_buffer();
        queue& queue = any_queue();
        const uint32_t index = random() % count;
        {
            auto view = used.on_device.map(queue);
            require(view[index] == used.expected[index], "an element of a mapped buffer");
            view[index] = used.expected[index] = random();
        }
        queue.finish();
    }
    void replace_queue() { queues_[random() % queues_.size()] = device_.create_queue(); }
    void replace_buffer() {
        const uint32_t value = random();
        any_buffer() = {device_.create_buffer<uint32_t>(count, value), std::vector<uint32_t>(count, value)};
    }
    void use_program_of_its_own() {
        stress_program own(device_);
        add(own);
        reverse(own);
    }
    void fail_to_launch() {
        try {
            any_queue().run(shared_program_.reverse, range(count).groups_of(1U << 20U), any_buffer().on_device);
        } catch (const error&) {
            return;
        }
        require(false, "a group that is too large must be rejected");
    }
    // The destructors of the mapping and the queue run while the exception is passed on.
    void fail_while_mapped() {
        checked_buffer& used = any_buffer();
        try {
            queue brief = device_.create_queue();
            brief.run(shared_program_.add, items(), used.on_device, 1U);
            auto view = used.on_device.map(brief);
            throw error("the host's own error");
        } catch (const error&) {
        }
        for (uint32_t& each : used.expected) ++each;
    }
    void count_in_shared_queue() {
        shared_queue_.run(shared_program_.count, items(), total_);
        ++times_counted_;
    }
    void fill() {
        checked_buffer& used = any_buffer();
        queue& queue = any_queue();
        const uint32_t value = random();
        used.on_device.fill(queue, value);
        queue.finish();
        std::ranges::fill(used.expected, value);
    }

    device device_;
    stress_program& shared_program_;
    queue& shared_queue_;
    device_buffer<uint32_t>& total_;
    std::mt19937 random_;
    std::vector<queue> queues_;
    std::vector<checked_buffer> buffers_;
    uint32_t times_counted_ = 0;
};

class stress : public testing::every_device {};

TEST_P(stress, eight_threads_use_one_device) {
    stress_program program(device_);
    auto total = device_.create_buffer<uint32_t>(1, 0U);
    std::vector<std::string> failures(thread_count);
    std::atomic<uint32_t> times_counted = 0;
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < thread_count; ++i)
        threads.emplace_back([&, i] {
            try {
                worker works(device_, program, queue_, total, i);
                for (uint32_t action = 0; action < action_count(); ++action) works.act();
                works.finish();
                times_counted += works.times_counted();
            } catch (const std::exception& problem) {
                failures[i] = problem.what();
            }
        });
    for (std::thread& each : threads) each.join();
    for (uint32_t i = 0; i < thread_count; ++i) EXPECT_EQ(failures[i], "") << "thread " << i;
    EXPECT_EQ(total.read(queue_).front(), times_counted * count);
}

// Each thread lists the devices and creates everything anew, so that objects which the library shares between devices, such as
// the loaded drivers, are used by several threads as well.
TEST_P(stress, eight_threads_find_the_device_themselves) {
    std::vector<std::string> failures(thread_count);
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < thread_count; ++i)
        threads.emplace_back([&, i] {
            try {
                for (uint32_t round = 0; round < 5; ++round) {
                    const device own = find_device(GetParam().backend, GetParam().index);
                    queue queue = own.create_queue();
                    stress_program program(own);
                    auto total = own.create_buffer<uint32_t>(1, 0U);
                    worker works(own, program, queue, total, i);
                    for (uint32_t action = 0; action < 10; ++action) works.act();
                    works.finish();
                }
            } catch (const std::exception& problem) {
                failures[i] = problem.what();
            }
        });
    for (std::thread& each : threads) each.join();
    for (uint32_t i = 0; i < thread_count; ++i) EXPECT_EQ(failures[i], "") << "thread " << i;
}

INGOT_TEST_ON_EVERY_DEVICE(stress);

}  // namespace
}  // namespace ingot
