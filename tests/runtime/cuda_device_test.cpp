// Tests the CUDA backend on a real device, with PTX that was written by hand. Skipped on machines without a CUDA device.
#include <cstdlib>

#include "cuda_fixture.hpp"
#include "kernel_calls.hpp"

namespace ingot {
namespace {

using testing::contains;
using testing::run;

class cuda_device : public ::testing::Test {
protected:
    void SetUp() override {
        for (const device_listing& listing : devices(backend::cuda)) {
            if (listing.device) return;
            reasons_ += listing.unavailable_reason + "; ";
        }
        GTEST_SKIP() << reasons_;
    }

    const ingot::tests::temporary_folder cache_;
    const ingot::tests::environment_value cache_variable_ {"XDG_CACHE_HOME", cache_.path().string()};
    const ptx_program source_ {ptx_program::saxpy()};
    std::string reasons_;
};

TEST_F(cuda_device, runs_a_program_from_ptx_and_from_the_cache) {
    const device device = find_device(backend::cuda);
    queue queue = device.create_queue();
    for (const bool cached : {false, true}) {
        const program loaded_program(device, source_.source());
        EXPECT_EQ(loaded_program.is_from_cache(), cached);
        auto y = device.create_buffer<float>(100'000, 1.0f);
        const auto x = device.create_buffer<float>(100'000, 2.0f);
        run(queue, loaded_program, "saxpy", range(100'000), y, x, 3.0f);
        run(queue, loaded_program, "saxpy", range(100'000), y, x, 0.5f);
        EXPECT_EQ(y.read(queue), std::vector<float>(100'000, 8.0f));
        const std::vector<launch_timing> timings = queue.take_timings();
        ASSERT_EQ(timings.size(), 2u);
        for (const launch_timing& timing : timings) EXPECT_GT(timing.duration.count(), 0);
    }
}

TEST_F(cuda_device, shows_the_drivers_log_of_a_program_that_does_not_build) {
    archive::archive contents = ptx_program::saxpy();
    // The text begins like PTX, so that the driver passes it to its assembler.
    contents.targets.front().bytes.back() = std::byte {'!'};
    const ptx_program broken(contents);
    const std::string words = testing::error_message([&] { program(find_device(backend::cuda), broken.source()); });
    EXPECT_TRUE(contains(words, "ptxas") && contains(words, "saxpy.kernels.cpp") && contains(words, "CUDA_ERROR_")) << words;
}

TEST_F(cuda_device, finds_code_and_reflection_that_disagree) {
    const device device = find_device(backend::cuda);
    archive::archive contents = ptx_program::saxpy();
    contents.kernels.front().parameters.pop_back();
    const ptx_program fewer(contents);
    const program loaded_program(device, fewer.source());
    const backends::cuda::driver calls;
    const std::string words = testing::error_message([&] { kernel_function(loaded_program, "saxpy"); });
    if (!calls.get_parameter) GTEST_SKIP() << "this driver is older than CUDA 12.4 and cannot report the parameters of a kernel";
    EXPECT_TRUE(contains(words, "more than the 2 parameters")) << words;
}

TEST_F(cuda_device, says_when_its_memory_is_full) {
    const device device = find_device(backend::cuda);
    const std::string words =
        testing::error_message([&] { device.create_buffer<std::byte>(device.properties().global_memory * 2); });
    EXPECT_TRUE(contains(words, "CUDA_ERROR_OUT_OF_MEMORY")) << words;
    queue queue = device.create_queue();
    EXPECT_EQ(device.create_buffer<int>(4, 7).read(queue), std::vector<int>(4, 7));
}

// Must be the last test, because all tests may run in one process. The kernel writes to an invalid address, and then CUDA
// rejects all further work of the process on this device. With driver 580 on an H100 the machine's OpenGL was damaged as well:
// afterwards a draw after a compute shader hung for 20 seconds in every process. Therefore the test runs only on request.
TEST_F(cuda_device, reports_that_it_is_lost_after_an_illegal_access) {
    if (!std::getenv("INGOT_PROVOKE_FAULTS"))
        GTEST_SKIP() << "it can leave the machine's OpenGL unusable; set INGOT_PROVOKE_FAULTS=1 to run it";
    const device device = find_device(backend::cuda);
    queue queue = device.create_queue();
    auto y = device.create_buffer<float>(8, 1.0f);
    const program loaded_program(device, source_.source());
    run(queue, loaded_program, "write_to_invalid_address", range(1));
    const std::string words = testing::error_message([&] { queue.finish(); });
    EXPECT_TRUE(contains(words, "waiting for kernel 'write_to_invalid_address'") && contains(words, "CUDA_ERROR_ILLEGAL_ADDRESS"))
        << words;
    EXPECT_TRUE(contains(testing::error_message([&] { y.read(queue); }), "is lost"));
    EXPECT_TRUE(contains(testing::error_message([&] { device.create_queue(); }), "is lost"));
    EXPECT_FALSE(devices(backend::cuda).front().device);
}

}  // namespace
}  // namespace ingot
