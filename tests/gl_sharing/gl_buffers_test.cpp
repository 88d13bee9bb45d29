// Tests shared_buffer on every device. OpenGL runs in SDL's offscreen driver.
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <ingot/gl_sharing.hpp>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "count.kernels.hpp"
#include "every_device.hpp"
#include "same_software.hpp"
#include "window/window.hpp"

namespace {

using namespace ingot;

constexpr uint32_t count = 1000;  // not a whole number of work-groups

range items() { return range(count).groups_of(64); }

std::vector<uint32_t> counted_from(uint32_t first) {
    std::vector<uint32_t> values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
}

// A buffer object that the test creates by OpenGL functions, without the library.
class plain_buffer {
public:
    explicit plain_buffer(const std::vector<uint32_t>& values) {
        glGenBuffers(1, &object_);
        glBindBuffer(GL_ARRAY_BUFFER, object_);
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(values.size() * 4), values.data(), GL_DYNAMIC_DRAW);
    }
    plain_buffer(const plain_buffer&) = delete;
    plain_buffer& operator=(const plain_buffer&) = delete;
    ~plain_buffer() { glDeleteBuffers(1, &object_); }

    gl_buffer_name name() const { return {object_}; }

private:
    GLuint object_ = 0;
};

class gl_buffers : public ingot::testing::every_device {
protected:
    // Returns the contents of the buffer `name` as OpenGL sees them. OpenGL first copies the contents to another buffer,
    // because the library may keep the buffer `name` mapped for the device, and the test must not read through this mapping.
    static std::vector<uint32_t> seen_by_gl(uint32_t name) {
        GLuint other = 0;
        glGenBuffers(1, &other);
        glBindBuffer(GL_COPY_WRITE_BUFFER, other);
        glBufferData(GL_COPY_WRITE_BUFFER, count * 4, nullptr, GL_STREAM_READ);
        glBindBuffer(GL_COPY_READ_BUFFER, name);
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, count * 4);
        std::vector<uint32_t> values(count);
        glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, count * 4, values.data());
        glDeleteBuffers(1, &other);
        return values;
    }
    static void write_by_gl(uint32_t name, const std::vector<uint32_t>& values) {
        glBindBuffer(GL_COPY_WRITE_BUFFER, name);
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(values.size() * 4), values.data());
    }
    // Returns the number of buffer objects that exist. OpenGL chooses small numbers as names, so only those below 1000 are
    // counted.
    static size_t buffer_objects() {
        size_t found = 0;
        for (GLuint name = 1; name < 1000; ++name)
            if (glIsBuffer(name) == GL_TRUE) ++found;
        return found;
    }
    void TearDown() override { EXPECT_EQ(window_.graphics_errors(), expected_errors_); }

    shell::window window_ {shell::window::kind::offscreen, "test", {16, 16}};
    count_program program_ {device_};
    uint64_t expected_errors_ = 0;
};

TEST_P(gl_buffers, hold_what_kernels_wrote) {
    shared_buffer<uint32_t> values(device_, count, gl_access::write);
    for (const uint32_t start : {7u, 70'000u}) {
        {
            auto acquired = values.acquire(queue_);
            queue_.run(program_.count_up, items(), *acquired, count, start);
        }
        EXPECT_EQ(seen_by_gl(values.gl_name()), counted_from(start));
    }
}

TEST_P(gl_buffers, are_read_by_kernels) {
    shared_buffer<uint32_t> values(device_, count, gl_access::read);
    auto copy = device_.create_buffer<uint32_t>(count, 0u);
    write_by_gl(values.gl_name(), counted_from(3));
    {
        auto acquired = values.acquire(queue_);
        queue_.run(program_.copy_values, items(), std::as_const(*acquired), copy, count);
    }
    EXPECT_EQ(copy.read(queue_), counted_from(3));
    EXPECT_EQ(seen_by_gl(values.gl_name()), counted_from(3));
}

TEST_P(gl_buffers, go_back_and_forth) {
    shared_buffer<uint32_t> values(device_, count, gl_access::read_write);
    write_by_gl(values.gl_name(), counted_from(1));
    for (int i = 0; i < 3; ++i) {
        auto acquired = values.acquire(queue_);
        queue_.run(program_.add_to_each, items(), *acquired, count, 10u);
    }
    EXPECT_EQ(seen_by_gl(values.gl_name()), counted_from(31));
    write_by_gl(values.gl_name(), counted_from(5));
    {
        auto acquired = values.acquire(queue_);
        queue_.run(program_.add_to_each, items(), *acquired, count, 1u);
    }
    EXPECT_EQ(seen_by_gl(values.gl_name()), counted_from(6));
}

TEST_P(gl_buffers, may_be_created_without_the_library) {
    const plain_buffer gl_object(counted_from(2));
    {
        auto values = shared_buffer<uint32_t>::of(device_, gl_object.name(), gl_access::read_write);
        EXPECT_EQ(values.size(), count);
        EXPECT_EQ(values.gl_name(), gl_object.name().value);
        auto acquired = values.acquire(queue_);
        queue_.run(program_.add_to_each, items(), *acquired, count, 40u);
    }
    EXPECT_EQ(seen_by_gl(gl_object.name().value), counted_from(42));
}

TEST_P(gl_buffers, reject_a_name_that_is_no_buffer) {
    const std::string message =
        ingot::testing::error_message([&] { shared_buffer<uint32_t>::of(device_, {54'321}, gl_access::read); });
    EXPECT_TRUE(ingot::testing::contains(message, "54321 is not a buffer of the current OpenGL context")) << message;
}

TEST_P(gl_buffers, that_are_too_large_leave_no_object_behind) {
    const size_t before = buffer_objects();
    for (const gl_access access : {gl_access::write, gl_access::read_write}) {
        const std::string message =
            ingot::testing::error_message([&] { const shared_memory large(device_, size_t {1} << 50, access); });
        // 0x0505 is GL_OUT_OF_MEMORY.
        EXPECT_TRUE(ingot::testing::contains(message, "creating a buffer of 1125899906842624 bytes: OpenGL on ")) << message;
        EXPECT_TRUE(ingot::testing::contains(message, "reports error 0x0505")) << message;
        EXPECT_EQ(buffer_objects(), before);
    }
    expected_errors_ = window_.graphics_errors();  // the window counted these errors of OpenGL, too
}

TEST_P(gl_buffers, may_be_empty) {
    shared_buffer<uint32_t> nothing(device_, 0, gl_access::read_write);
    EXPECT_EQ(nothing.size(), 0u);
    if (nothing.copy_reason().empty() && device_.backend() == backend::cuda)
        return;  // a driver may reject mapping an empty buffer
    const auto acquired = nothing.acquire(queue_);
}

TEST_P(gl_buffers, cannot_be_acquired_while_they_are_acquired) {
    shared_buffer<uint32_t> values(device_, count, gl_access::write);
    auto acquired = values.acquire(queue_);
    const std::string message = ingot::testing::error_message([&] { auto again = values.acquire(queue_); });
    EXPECT_TRUE(ingot::testing::contains(message, "is already acquired")) << message;
    queue_.run(program_.count_up, items(), *acquired, count, 0u);
}

TEST_P(gl_buffers, are_released_once) {
    shared_memory never_acquired(device_, 64, gl_access::write);
    const std::string early = ingot::testing::error_message([&] { never_acquired.release(); });
    EXPECT_TRUE(ingot::testing::contains(early, "is not acquired")) << early;

    shared_buffer<uint32_t> values(device_, count, gl_access::write);
    auto acquired = values.acquire(queue_);
    queue_.run(program_.count_up, items(), *acquired, count, 5u);
    acquired.release();
    EXPECT_EQ(seen_by_gl(values.gl_name()), counted_from(5));
    const std::string again = ingot::testing::error_message([&] { acquired.release(); });
    EXPECT_TRUE(ingot::testing::contains(again, "already released")) << again;
}

TEST_P(gl_buffers, report_the_failure_of_a_kernel_at_release) {
    shared_buffer<uint32_t> values(device_, count, gl_access::write);
    std::string reported = ingot::testing::error_message([&] {
        auto acquired = values.acquire(queue_);
        queue_.run(program_.fail, range(64).groups_of(64), *acquired);
        acquired.release();
        queue_.finish();  // a device that uses the buffer by its name does not wait in release()
    });
    EXPECT_TRUE(ingot::testing::contains(reported, "kernel 'fail'")) << reported;
    auto acquired = values.acquire(queue_);  // the buffer was returned to OpenGL, so it can be acquired again
}

TEST_P(gl_buffers, report_the_failure_of_a_kernel_after_the_scope) {
    shared_buffer<uint32_t> values(device_, count, gl_access::write);
    {
        auto acquired = values.acquire(queue_);
        queue_.run(program_.fail, range(64).groups_of(64), *acquired);
    }
    const std::string reported = ingot::testing::error_message([&] { queue_.finish(); });
    EXPECT_TRUE(ingot::testing::contains(reported, "kernel 'fail'")) << reported;
    EXPECT_EQ(ingot::testing::error_message([&] { queue_.finish(); }), "");
}

TEST_P(gl_buffers, let_an_exception_pass_though_a_kernel_has_failed) {
    shared_buffer<uint32_t> values(device_, count, gl_access::write);
    EXPECT_THROW(
        {
            auto acquired = values.acquire(queue_);
            queue_.run(program_.fail, range(64).groups_of(64), *acquired);
            throw std::logic_error("the host's own error");
        },
        std::logic_error);
    EXPECT_TRUE(ingot::testing::contains(ingot::testing::error_message([&] { queue_.finish(); }), "kernel 'fail'"));
}

TEST_P(gl_buffers, report_the_times_of_sharing_and_why_they_were_copied) {
    shared_buffer<uint32_t> values(device_, count, gl_access::write);
    EXPECT_EQ(values.copy_reason(), copy_reason(device_));
    for (int i = 0; i < 2; ++i) {
        auto acquired = values.acquire(queue_);
        queue_.run(program_.count_up, items(), *acquired, count, 0u);
    }
    const std::vector<sharing_timing> timings = queue_.take_sharing_timings();
    ASSERT_EQ(timings.size(), 2u);
    for (const sharing_timing& each : timings) {
        EXPECT_EQ(each.copy_reason, copy_reason(device_));
        EXPECT_GE(each.acquire.count(), 0);
        EXPECT_GE(each.release.count(), 0);
    }
    EXPECT_TRUE(queue_.take_sharing_timings().empty());
}

TEST_P(gl_buffers, are_in_place_on_the_cpu_and_copied_on_request) {
    const char* const setting = std::getenv("INGOT_GL_SHARING");
    const std::string reason = copy_reason(device_);
    if (setting && std::string_view(setting) == "off") {
        EXPECT_EQ(reason, "INGOT_GL_SHARING=off requests copies");
    } else if (device_.backend() == backend::cpu_debug || device_.backend() == backend::cpu_native || is_same_software(device_)) {
        EXPECT_EQ(reason, "");
    } else if (is_on_another_device(device_)) {
        EXPECT_TRUE(ingot::testing::contains(reason, "OpenGL runs on another device; OpenGL runs on ")) << reason;
    } else if (!reason.empty()) {
        EXPECT_TRUE(ingot::testing::contains(reason, "; OpenGL runs on ")) << reason;
    }
}

INGOT_TEST_ON_EVERY_DEVICE(gl_buffers);

}  // namespace
