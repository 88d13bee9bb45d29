// The CUDA backend on a real device, without the compiler: skipped where there is none.
#include "cuda_fixture.hpp"
#include "kernel_calls.hpp"

namespace ingot {
namespace {

using testing::holds;
using testing::run;

class cuda_device : public ::testing::Test {
protected:
    void SetUp() override {
        for (const device_listing& one : devices(backend::cuda)) {
            if (one.device) return;
            reasons += one.unavailable + "; ";
        }
        GTEST_SKIP() << reasons;
    }

    const ingot::tests::temporary_folder cache;
    const ingot::tests::environment_value cache_variable {"XDG_CACHE_HOME", cache.path().string()};
    const ptx_program source {ptx_program::saxpy()};
    std::string reasons;
};

TEST_F(cuda_device, runs_a_program_from_ptx_and_from_the_cache) {
    const device on = find_device(backend::cuda);
    queue in = on.create_queue();
    for (const bool cached : {false, true}) {
        const program built(on, source.source());
        EXPECT_EQ(built.from_cache(), cached);
        auto y = on.create_buffer<float>(100'000, 1.0f);
        const auto x = on.create_buffer<float>(100'000, 2.0f);
        run(in, built, "saxpy", range(100'000), y, x, 3.0f);
        run(in, built, "saxpy", range(100'000), y, x, 0.5f);
        EXPECT_EQ(y.read(in), std::vector<float>(100'000, 8.0f));
        const std::vector<launch_timing> timings = in.take_timings();
        ASSERT_EQ(timings.size(), 2u);
        for (const launch_timing& one : timings) EXPECT_GT(one.duration.count(), 0);
    }
}

TEST_F(cuda_device, shows_the_drivers_log_of_a_program_that_does_not_build) {
    archive::archive contents = ptx_program::saxpy();
    // Still PTX by its head, so that the driver's assembler gets to read it.
    contents.targets.front().bytes.back() = std::byte {'!'};
    const ptx_program broken(contents);
    const std::string words = testing::error_of([&] { program(find_device(backend::cuda), broken.source()); });
    EXPECT_TRUE(holds(words, "ptxas") && holds(words, "saxpy.kernels.cpp") && holds(words, "CUDA_ERROR_")) << words;
}

TEST_F(cuda_device, finds_code_and_reflection_that_disagree) {
    const device on = find_device(backend::cuda);
    archive::archive contents = ptx_program::saxpy();
    contents.kernels.front().parameters.pop_back();
    const ptx_program fewer(contents);
    const program built(on, fewer.source());
    const backends::cuda::driver calls;
    const std::string words = testing::error_of([&] { kernel_function(built, "saxpy"); });
    if (!calls.get_parameter) GTEST_SKIP() << "this driver is older than CUDA 12.4, and does not tell";
    EXPECT_TRUE(holds(words, "more than the 2 parameters")) << words;
}

TEST_F(cuda_device, says_when_its_memory_is_full) {
    const device on = find_device(backend::cuda);
    const std::string words = testing::error_of([&] { on.create_buffer<std::byte>(on.properties().global_memory * 2); });
    EXPECT_TRUE(holds(words, "CUDA_ERROR_OUT_OF_MEMORY")) << words;
    queue in = on.create_queue();
    EXPECT_EQ(on.create_buffer<int>(4, 7).read(in), std::vector<int>(4, 7));
}

// The last one: nothing runs on that device after it.
TEST_F(cuda_device, that_a_kernel_ends_says_so_from_then_on) {
    const device on = find_device(backend::cuda);
    queue in = on.create_queue();
    auto y = on.create_buffer<float>(8, 1.0f);
    const program built(on, source.source());
    run(in, built, "write_astray", range(1));
    const std::string words = testing::error_of([&] { in.finish(); });
    EXPECT_TRUE(holds(words, "waiting for kernel 'write_astray'") && holds(words, "CUDA_ERROR_ILLEGAL_ADDRESS")) << words;
    EXPECT_TRUE(holds(testing::error_of([&] { y.read(in); }), "is lost"));
    EXPECT_TRUE(holds(testing::error_of([&] { on.create_queue(); }), "is lost"));
    EXPECT_FALSE(devices(backend::cuda).front().device);
}

}  // namespace
}  // namespace ingot
