// Every call that the public classes make to a backend fails twice: once alone, and once with all later calls, as after the
// loss of the device. The classes throw error, no destructor throws, and the objects can be destroyed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <ingot/gl_sharing.hpp>
#include <ingot/ingot.hpp>

#include "add_one.kernels.hpp"
#include "faulty_backend.hpp"
#include "window/window.hpp"

namespace ingot {
namespace {

constexpr uint32_t count = 256;

range items() { return range(count).groups_of(64); }

// Uses everything that a program does with buffers.
void use_buffers(const device& device, queue& queue, add_one_program& program) {
    auto values = device.create_buffer<uint32_t>(count, 1u);
    queue.run(program.add_one, items(), values);
    values.fill(queue, 7u);
    values.zero(queue);
    values.write(queue, std::vector<uint32_t>(count, 5u));
    {
        auto view = values.map(queue);
        view[0] = 6;
        queue.run(program.add_one, items(), values);
    }
    {
        auto pending = values.start_map(queue, map_access::write);
        while (!pending.is_ready()) {
        }
        auto view = pending.wait();
        view[1] = 9;
    }
    auto copy = device.create_buffer<uint32_t>(count);
    copy.copy(queue, values);
    copy.resize(queue, 2 * count);
    static std::vector<uint32_t> own(count);  // after a failure, launches that use it may still run when this function has ended
    auto wrapped = device.wrap_memory(std::span(own));
    queue.run(program.add_one, items(), wrapped);
    wrapped.to_host(queue);
    wrapped.to_device(queue);
    static_cast<void>(values.read(queue));
}

// Two queues of one device, and a copy to another device.
void use_queues(const device& device, queue& queue, add_one_program& program) {
    ingot::queue other = device.create_queue();
    auto values = device.create_buffer<uint32_t>(count, 1u);
    queue.run(program.add_one, items(), values);
    other.wait_for(queue);
    other.run(program.add_one, items(), values);
    queue.wait_for(other);
    const ingot::device second = find_device(faulty::name, 1);
    ingot::queue queue_of_second = second.create_queue();
    auto there = second.create_buffer<uint32_t>(count);
    there.copy(queue_of_second, values, queue);
    queue.flush();
    static_cast<void>(queue.take_timings());
    static_cast<void>(queue.take_transfer_timings());
    other.finish();
    queue_of_second.finish();
}

void use_images(const device& device, queue& queue, add_one_program& program) {
    device_image image(device, {.format = {channel_type::float_32, 4}, .width = 16, .height = 16, .mip_levels = 2});
    queue.run(program.paint, range(16, 16), image);
    image.zero(queue);
    {
        const mapped_image view = image.map(queue, map_access::read_write);
        std::memset(view.bytes().data(), 0, 16);
        queue.run(program.paint, range(16, 16), image);
    }
    image.generate_mip_levels(queue);
    const device_image level = image.level_view(1);
    static_cast<void>(level.read(queue));
    device_image other(device, {.format = {channel_type::float_32, 4}, .width = 16, .height = 16});
    other.copy(queue, image, {.origin = {0, 0, 0}, .extent = {16, 16, 1}, .level = 0}, {0, 0, 0});
    memory pixels(device, image.bytes(0), memory_access {});
    image.copy_to(queue, pixels, 0, {.origin = {0, 0, 0}, .extent = {16, 16, 1}, .level = 0});
    other.copy_from(queue, pixels, 0, {.origin = {0, 0, 0}, .extent = {16, 16, 1}, .level = 0});
}

void use_objects_of_opengl(const device& device, queue& queue, add_one_program& program) {
    shared_buffer<uint32_t> points(device, count, gl_access::read_write);
    {
        auto acquired = points.acquire(queue);
        queue.run(program.add_one, items(), *acquired);
        acquired.release();
    }
    {
        auto acquired = points.acquire(queue);
        queue.run(program.add_one, items(), *acquired);
    }
    shared_image picture(device, {.format = {channel_type::float_32, 4}, .width = 16, .height = 16}, gl_access::read_write);
    {
        auto acquired = picture.acquire(queue);
        queue.run(program.paint, range(16, 16), *acquired);
    }
    {
        auto acquired = picture.acquire(queue);
        acquired.release();
    }
    static_cast<void>(queue.take_sharing_timings());
}

using use = std::function<void(const device&, queue&, add_one_program&)>;

// Creates the objects and uses them. Returns whether all calls succeeded; any exception but error fails the test.
bool succeeds(const use& used) {
    try {
        const device device = find_device(faulty::name);
        queue queue = device.create_queue();
        add_one_program program(device);
        used(device, queue, program);
        queue.finish();
        return true;
    } catch (const error&) {
        return false;
    }
}

class failing_calls : public ::testing::TestWithParam<bool> {
protected:
    // Lets each call fail. A failure must be reported by an exception, at the latest when succeeds() waits for the queue.
    void check(const use& used) {
        faulty::set({.shares_by_name = GetParam()});
        ASSERT_TRUE(succeeds(used));
        const uint64_t calls = faulty::call_count();
        EXPECT_GT(calls, 10u);
        for (const bool is_lost : {false, true})
            for (uint64_t i = 1; i <= calls; ++i) {
                faulty::set({.failing_call = i, .is_lost_afterwards = is_lost, .shares_by_name = GetParam()});
                const bool has_succeeded = succeeds(used);
                // A texture that the driver cannot share is copied. That is no failure.
                const bool may_succeed = !is_lost && faulty::failed_call() == "share_gl_image";
                EXPECT_TRUE(!has_succeeded || may_succeed) << "call " << i << " of " << calls << ", " << faulty::failed_call();
            }
        faulty::set({.shares_by_name = GetParam()});
        EXPECT_TRUE(succeeds(used));
        EXPECT_EQ(window_.graphics_errors(), 0u);
        fmt::print("{} calls, each failed twice\n", calls);
    }

    shell::window window_ {shell::window::kind::offscreen, "faults", {16, 16}};
};

TEST_P(failing_calls, of_buffers) { check(&use_buffers); }
TEST_P(failing_calls, of_queues) { check(&use_queues); }
TEST_P(failing_calls, of_images) { check(&use_images); }
TEST_P(failing_calls, of_objects_of_opengl) { check(&use_objects_of_opengl); }

INSTANTIATE_TEST_SUITE_P(sharing, failing_calls, ::testing::Bool(),
                         [](const auto& tested) { return std::string(tested.param ? "by_name" : "by_address"); });

// The device is lost, and the host throws in the same scope. The destructors of the mapping and of the acquired buffer call the
// backend, which fails. They must not throw a second exception.
TEST(failing_destructors, let_an_exception_pass) {
    const shell::window window(shell::window::kind::offscreen, "faults", {16, 16});
    faulty::set({});
    const device device = find_device(faulty::name);
    queue queue = device.create_queue();
    add_one_program program(device);
    auto values = device.create_buffer<uint32_t>(count, 1u);
    shared_buffer<uint32_t> points(device, count, gl_access::read_write);
    const auto use_and_throw = [&] {
        auto acquired = points.acquire(queue);
        auto view = values.map(queue);
        faulty::set({.failing_call = 1, .is_lost_afterwards = true});
        throw std::logic_error("the host's own error");
    };
    EXPECT_THROW(use_and_throw(), std::logic_error);
    faulty::set({});
    EXPECT_THROW(queue.finish(), error);  // what the destructors could not throw
    queue.finish();
}

// A kernel fails, the device is lost, and the release of the copied buffer fails too. The first error is the one to report.
TEST(failing_release, throws_the_error_of_the_kernel) {
    const shell::window window(shell::window::kind::offscreen, "faults", {16, 16});
    ::setenv("INGOT_GL_SHARING", "off", 1);
    faulty::set({});
    const device device = find_device(faulty::name);
    queue queue = device.create_queue();
    add_one_program program(device);
    shared_buffer<uint32_t> points(device, count, gl_access::read_write);
    ::unsetenv("INGOT_GL_SHARING");
    auto acquired = points.acquire(queue);
    queue.run(program.add_one, items(), *acquired);
    faulty::set({.failing_call = 1, .is_lost_afterwards = true});
    try {
        acquired.release();
        FAIL() << "a failed kernel must be reported";
    } catch (const error& problem) {
        EXPECT_NE(std::string(problem.what()).find("call 1 of"), std::string::npos) << problem.what();
    }
    EXPECT_GT(faulty::call_count(), 1u) << "the release did not fail, so this test shows nothing";
    faulty::set({});
}

}  // namespace
}  // namespace ingot
