// Repeats the same work with a device, use_everything(), once for each call of the driver that it makes, and lets this call
// fail. An error must name the call, no object of the driver may leak, and nothing may crash or hang. may_go_unreported()
// lists the exceptions.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "cuda_fixture.hpp"

namespace ingot {
namespace {

class cuda_failure : public cuda {
protected:
    // Does everything that a program does with a device, from finding it to releasing it.
    static void use_everything(const ptx_program& source) {
        const device device = make_device();
        queue queue = device.create_queue();
        auto other = device.create_queue();
        const program loaded_program(device, source.source());
        const program again(device, source.source());
        const auto x = device.create_buffer<float>(1000, 1.0f);
        auto y = device.create_buffer<float>(1000, 2.0f);
        // More bytes than the staging memory holds.
        std::vector<std::byte> values(18'000'000);
        memory large(device, values.size());
        large.write(queue, 0, values);
        large.read(queue, 0, values);
        enqueue_saxpy(queue, loaded_program, y, x, 3.0f);
        queue.flush();
        for (const size_t pattern : {1, 2, 4, 12}) {
            memory bytes(device, 240'000);
            bytes.fill(queue, 0, bytes.bytes(), numbered(pattern));
        }
        y.map(queue)[0] = 5.0f;
        y.map(queue, map_access::write);
        queue.finish();
        y.copy(queue, x);
        enqueue_saxpy(other, again, y, x, 3.0f);
        queue.take_timings();
        y.read(queue);
        other.finish();
        use_gl_objects(device, queue);
    }

    // Shares a buffer and a texture of OpenGL with the device, as ingot::shared_buffer and shared_image do. This needs no
    // OpenGL, because the fake driver ignores the names of the two objects, 1 and 2.
    static void use_gl_objects(const device& device, queue& queue) {
        const auto buffer = device.implementation().share_gl_buffer({1, 4096, gl_access::read_write});
        buffer->acquire(queue.implementation());
        buffer->release(queue.implementation());
        const image_description description {.format = {channel_type::unorm_8, 4}, .width = 8, .height = 4};
        const auto image = device.implementation().share_gl_image({2, description, gl_access::write});
        for (int turn = 0; turn < 2; ++turn) {
            device_image(device, description, image->acquire(queue.implementation())).read(queue);
            image->release(queue.implementation());
        }
    }

    static std::vector<std::byte> numbered(size_t size) {
        std::vector<std::byte> pattern(size);
        for (size_t i = 0; i < size; ++i) pattern[i] = static_cast<std::byte>(i);
        return pattern;
    }

    // Runs use_everything() and makes the call with the number `call` fail with the CUresult `code`. Returns the message of
    // the error that was thrown, or "".
    std::string use_with_failure(size_t call, int code) {
        empty_cache();
        setenv("INGOT_FAKE_CUDA_FAIL", (std::to_string(call) + "=" + std::to_string(code)).c_str(), 1);
        fake_->reset();
        const ptx_program source(ptx_program::saxpy());
        const std::string words = error_message([&] { use_everything(source); });
        unsetenv("INGOT_FAKE_CUDA_FAIL");
        return words;
    }

    size_t count_calls() {
        fake_->reset();
        const ptx_program source(ptx_program::saxpy());
        use_everything(source);
        return fake_->calls();
    }
};

// Returns true if the failure of this driver call may cause no error in the program. The failure of any other call must
// cause an error that names the call.
bool may_go_unreported(std::string_view call) {
    constexpr std::array<std::string_view, 14> calls {
        // Destructors make these calls to release something, and destructors do not throw.
        "cuTexObjectDestroy", "cuSurfObjectDestroy", "cuGraphicsUnregisterResource", "cuCtxPopCurrent_v2", "cuMemFree_v2",
        "cuMemFreeHost", "cuStreamDestroy_v2", "cuEventDestroy_v2", "cuLinkDestroy", "cuModuleUnload",
        "cuDevicePrimaryCtxRelease_v2",
        // Destructors make these calls, too. In other functions the failure of such a call is an error.
        "cuCtxPushCurrent_v2", "cuStreamSynchronize",
        // If the driver does not load a binary from the cache, the backend reports no error, but links the program again.
        "cuModuleLoadDataEx"};
    return std::ranges::find(calls, call) != calls.end();
}

// Lets the first call fail and each one that comes `step` calls after the last, each in a run of its own.
class failing_calls : public cuda_failure {
protected:
    void are_named_and_leave_nothing_behind(size_t step);
    void that_make_the_device_unusable_are_named(size_t step);
};

void failing_calls::are_named_and_leave_nothing_behind(size_t step) {
    const size_t before = fake_->live_objects();
    const size_t calls = count_calls();
    EXPECT_EQ(fake_->live_objects(), before);
    ASSERT_GT(calls, 200u);
    for (size_t call = 1; call <= calls; call += step) {
        const size_t live = fake_->live_objects();
        const std::string words = use_with_failure(call, 2);  // CUDA_ERROR_OUT_OF_MEMORY
        const std::string failed = fake_->failed_call();
        SCOPED_TRACE("call " + std::to_string(call) + ", " + failed + ": " + words);
        ASSERT_FALSE(failed.empty());
        if (words.empty()) {
            EXPECT_TRUE(may_go_unreported(failed));
        } else {
            EXPECT_NE(words.find(failed), std::string::npos);
            EXPECT_NE(words.find("CUDA_ERROR_OUT_OF_MEMORY (out of memory)"), std::string::npos);
        }
        if (may_go_unreported(failed)) {
            // An object that could not be released leaks. A texture object that leaks also keeps the registered texture of
            // OpenGL, for which the fake driver has two objects: the registration and the array. No other object may leak.
            EXPECT_LE(fake_->live_objects(), live + 3);
        } else {
            EXPECT_EQ(fake_->live_objects(), live);
        }
    }
}

void failing_calls::that_make_the_device_unusable_are_named(size_t step) {
    const size_t calls = count_calls();
    size_t reports = 0;
    size_t failed_calls = 0;
    for (size_t call = 1; call <= calls; call += step) {
        ++failed_calls;
        const std::string words = use_with_failure(call, 700);  // CUDA_ERROR_ILLEGAL_ADDRESS
        const std::string failed = fake_->failed_call();
        SCOPED_TRACE("call " + std::to_string(call) + ", " + failed + ": " + words);
        ASSERT_FALSE(failed.empty());
        if (words.empty()) {
            EXPECT_TRUE(may_go_unreported(failed));
            continue;
        }
        ++reports;
        EXPECT_NE(words.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos);
        // The failure makes the device unusable. If the program did not report it at once, a later call reports it.
        if (!may_go_unreported(failed)) {
            EXPECT_NE(words.find(failed), std::string::npos);
        }
    }
    EXPECT_GT(reports, failed_calls / 2);
}

// A run for each of several hundred calls takes a minute.
TEST_F(failing_calls, some_are_named_and_leave_nothing_behind) { are_named_and_leave_nothing_behind(7); }
TEST_F(failing_calls, every_call_is_named_and_leaves_nothing_behind) { are_named_and_leave_nothing_behind(1); }
TEST_F(failing_calls, some_that_make_the_device_unusable_are_named) { that_make_the_device_unusable_are_named(7); }
TEST_F(failing_calls, every_call_that_makes_the_device_unusable_is_named) { that_make_the_device_unusable_are_named(1); }

TEST_F(cuda_failure, an_answer_without_a_name_is_a_number) {
    setenv("INGOT_FAKE_CUDA_FAIL", "cuMemAlloc_v2=4711", 1);
    EXPECT_EQ(error_message([&] { make_device().create_buffer<float>(1); }),
              "no buffer of 4 bytes on 'Fake GPU 0': cuMemAlloc_v2: error 4711, which this driver has no name for");
}

}  // namespace
}  // namespace ingot
