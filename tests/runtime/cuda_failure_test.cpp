// Each call of the driver fails in turn: an error names it, and nothing crashes, hangs or is forgotten.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "cuda_fixture.hpp"

namespace ingot {
namespace {

class cuda_failure : public cuda {
protected:
    // All that a program does with a device, from finding it to its end.
    static void use_everything(const ptx_program& source) {
        const device on = make_device();
        queue in = on.create_queue();
        queue other = on.create_queue();
        const program built(on, source.source());
        const program again(on, source.source());
        const auto x = on.create_buffer<float>(1000, 1.0f);
        auto y = on.create_buffer<float>(1000, 2.0f);
        // More than goes through the staging memory at once.
        std::vector<std::byte> values(18'000'000);
        memory large(on, values.size());
        large.write(in, 0, values);
        large.read(in, 0, values);
        enqueue_saxpy(in, built, y, x, 3.0f);
        in.flush();
        for (const size_t pattern : {1, 2, 4, 12}) {
            memory bytes(on, 240'000);
            bytes.fill(in, 0, bytes.bytes(), numbered(pattern));
        }
        y.map(in)[0] = 5.0f;
        y.map(in, map_access::write);
        in.finish();
        y.copy(in, x);
        enqueue_saxpy(other, again, y, x, 3.0f);
        in.take_timings();
        y.read(in);
        other.finish();
        use_gl_objects(on, in);
    }

    // As ingot::shared_buffer and shared_image do; the fake driver's OpenGL has one buffer and one texture.
    static void use_gl_objects(const device& on, queue& in) {
        const auto buffer = on.implementation().share_gl_buffer({1, 4096, gl_access::read_write});
        buffer->acquire(in.implementation());
        buffer->release(in.implementation());
        const image_description what {.format = {channel_type::unorm_8, 4}, .width = 8, .height = 4};
        const auto image = on.implementation().share_gl_image({2, what, gl_access::write});
        for (int turn = 0; turn < 2; ++turn) {
            device_image(on, what, image->acquire(in.implementation())).read(in);
            image->release(in.implementation());
        }
    }

    static std::vector<std::byte> numbered(size_t size) {
        std::vector<std::byte> pattern(size);
        for (size_t i = 0; i < size; ++i) pattern[i] = static_cast<std::byte>(i);
        return pattern;
    }

    // Makes the call of that number fail. What was thrown, or "".
    std::string use_with_failure(size_t call, int code) {
        empty_cache();
        setenv("INGOT_FAKE_CUDA_FAIL", (std::to_string(call) + "=" + std::to_string(code)).c_str(), 1);
        fake->reset();
        const ptx_program source(ptx_program::saxpy());
        const std::string words = error_of([&] { use_everything(source); });
        unsetenv("INGOT_FAKE_CUDA_FAIL");
        return words;
    }

    size_t count_calls() {
        fake->reset();
        const ptx_program source(ptx_program::saxpy());
        use_everything(source);
        return fake->calls();
    }
};

// Failures of these have nobody to be told to, or a second way is taken.
bool may_be_silent(std::string_view call) {
    constexpr std::array<std::string_view, 14> silent {
        "cuTexObjectDestroy", "cuSurfObjectDestroy", "cuGraphicsUnregisterResource", "cuCtxPopCurrent_v2", "cuMemFree_v2",
        "cuMemFreeHost", "cuStreamDestroy_v2", "cuEventDestroy_v2", "cuLinkDestroy", "cuModuleUnload",
        "cuDevicePrimaryCtxRelease_v2", "cuModuleLoadDataEx",
        // While something is given back:
        "cuCtxPushCurrent_v2", "cuStreamSynchronize"};
    return std::ranges::find(silent, call) != silent.end();
}

TEST_F(cuda_failure, each_call_that_fails_is_named_and_leaves_nothing_behind) {
    const size_t before = fake->live_objects();
    const size_t calls = count_calls();
    EXPECT_EQ(fake->live_objects(), before);
    ASSERT_GT(calls, 200u);
    for (size_t call = 1; call <= calls; ++call) {
        const size_t live = fake->live_objects();
        const std::string words = use_with_failure(call, 2);
        const std::string failed = fake->failed_call();
        SCOPED_TRACE("call " + std::to_string(call) + ", " + failed + ": " + words);
        ASSERT_FALSE(failed.empty());
        if (may_be_silent(failed)) {
            // What could not be given back is lost, but no more than that. A texture object that is lost keeps OpenGL's texture,
            // which is two objects of the fake driver.
            EXPECT_LE(fake->live_objects(), live + 3);
            continue;
        }
        EXPECT_NE(words.find(failed), std::string::npos);
        EXPECT_NE(words.find("CUDA_ERROR_OUT_OF_MEMORY (out of memory)"), std::string::npos);
        EXPECT_EQ(fake->live_objects(), live);
    }
}

TEST_F(cuda_failure, a_call_that_ends_the_device_is_named_and_so_is_the_end) {
    const size_t calls = count_calls();
    size_t told = 0;
    for (size_t call = 1; call <= calls; ++call) {
        const std::string words = use_with_failure(call, 700);
        const std::string failed = fake->failed_call();
        SCOPED_TRACE("call " + std::to_string(call) + ", " + failed + ": " + words);
        ASSERT_FALSE(failed.empty());
        if (words.empty()) {
            // Only what the end gives back may fail unseen.
            EXPECT_TRUE(may_be_silent(failed));
            continue;
        }
        ++told;
        EXPECT_NE(words.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos);
        if (!may_be_silent(failed)) {
            EXPECT_NE(words.find(failed), std::string::npos);
        }
    }
    EXPECT_GT(told, calls / 2);
}

TEST_F(cuda_failure, an_answer_without_a_name_is_a_number) {
    setenv("INGOT_FAKE_CUDA_FAIL", "cuMemAlloc_v2=4711", 1);
    EXPECT_EQ(error_of([&] { make_device().create_buffer<float>(1); }),
              "no buffer of 4 bytes on 'Fake GPU 0': cuMemAlloc_v2: error 4711, which this driver has no name for");
}

}  // namespace
}  // namespace ingot
