// Failures of the fake Metal: each is an error of ours that says what was asked, of which device, and what Metal answered.
#include "environment_value.hpp"
#include "kernel_calls.hpp"
#include "metal_fixture.hpp"

namespace ingot {
namespace {

using testing::error_message;

class metal_failure : public apple_metal {
protected:
    /// Returns the error of `call` while the method fails.
    template <typename Call>
    static std::string error_if_fails(const char* selector, Call call) {
        const tests::environment_value failing("INGOT_FAKE_METAL_FAIL", selector);
        return error_message(call);
    }
};

TEST_F(metal_failure, gives_the_compilers_message) {
    archive::archive contents = metal_program_source::shapes();
    const std::string wrong =
        "kernel void saxpy()\nkernel void everything()\nkernel void vertex()\n#error no such type\n"
        "kernel void small_groups()\n";
    const auto bytes = std::as_bytes(std::span(wrong));
    contents.targets[0].bytes = {bytes.begin(), bytes.end()};
    const metal_program_source source(contents);
    const device device = make_device();
    EXPECT_EQ(error_message([&] { const program made(device, source.source()); }),
              "shapes.kernels.cpp: compiling its Metal text for 'Apple Fake M1': program_source:4:2: error: no such type");
}

TEST_F(metal_failure, says_that_the_parts_of_an_archive_do_not_match) {
    archive::archive contents = metal_program_source::shapes();
    contents.kernels.pop_back();
    const metal_program_source source(contents);
    const device device = make_device();
    const std::string message = error_message([&] { const program made(device, source.source()); });
    EXPECT_NE(message.find("has 4 kernels, but the archive describes 3"), std::string::npos) << message;
}

TEST_F(metal_failure, says_that_an_archive_has_no_text) {
    archive::archive contents = metal_program_source::shapes();
    contents.targets.clear();
    const metal_program_source source(contents);
    const device device = make_device();
    const std::string message = error_message([&] { const program made(device, source.source()); });
    EXPECT_NE(message.find("'shapes.kernels.cpp' has no code for 'Apple Fake M1'"), std::string::npos) << message;
}

TEST_F(metal_failure, gives_the_reasons_of_functions_and_pipeline_states) {
    const device device = make_device();
    const program program = make_program(device);
    EXPECT_EQ(error_if_fails("newFunctionWithName:", [&] { kernel_function(program, "saxpy"); }),
              "kernel 'saxpy' on 'Apple Fake M1': the compiled Metal text does not have it");
    EXPECT_EQ(error_if_fails("newComputePipelineStateWithFunction:error:", [&] { kernel_function(program, "saxpy"); }),
              "kernel 'saxpy' on 'Apple Fake M1': creating its pipeline state: too many registers");
}

TEST_F(metal_failure, throws_the_error_of_a_command_buffer_once) {
    const device device = make_device();
    const program program = make_program(device);
    queue queue = device.create_queue();
    const auto x = device.create_buffer<float>(4, 1.0f);
    auto y = device.create_buffer<float>(4, 1.0f);
    const auto saxpy = fake_->launched;
    int launches = 0;
    fake_->launched = [&](const fake_metal::launch& launch) -> std::string {
        return ++launches < 3 ? "Caused GPU Timeout Error" : saxpy(launch);
    };
    run_saxpy(queue, program, y, x, 2.0f);
    run_saxpy(queue, program, y, x, 2.0f);
    EXPECT_EQ(error_message([&] { y.read(queue); }), "kernel 'saxpy' on 'Apple Fake M1' failed: Caused GPU Timeout Error");
    run_saxpy(queue, program, y, x, 2.0f);
    EXPECT_EQ(y.read(queue), std::vector<float>(4, 3.0f));
    launches = 0;
    run_saxpy(queue, program, y, x, 2.0f);
    const auto point = queue.implementation().mark();
    EXPECT_FALSE(point->is_done());
    point->wait();
    EXPECT_TRUE(point->is_done());
    EXPECT_EQ(error_message([&] { queue.implementation().throw_failure(); }),
              "kernel 'saxpy' on 'Apple Fake M1' failed: Caused GPU Timeout Error");
    queue.finish();
}

TEST_F(metal_failure, says_that_there_is_no_memory) {
    const device device = make_device();
    EXPECT_EQ(error_message([&] { memory(device, (size_t {1} << 30) + 1); }),
              "no buffer of 1073741825 bytes on 'Apple Fake M1': the largest one has 1073741824 bytes");
    EXPECT_EQ(error_if_fails("newBufferWithLength:options:", [&] { memory(device, 100); }),
              "no buffer of 100 bytes on 'Apple Fake M1': there is not enough memory");
    queue queue = device.create_queue();
    memory bytes(device, 16);
    std::vector<std::byte> read(16);
    EXPECT_NE(error_if_fails("newBufferWithLength:options:", [&] { bytes.read(queue, 0, read); }), "");
    EXPECT_NE(error_if_fails("newBufferWithLength:options:", [&] { bytes.write(queue, 0, read); }), "");
    const image_description description {.format = {channel_type::unorm_8, 4}, .width = 8, .height = 4};
    EXPECT_EQ(error_if_fails("newTextureWithDescriptor:", [&] { device.create_image(description); }),
              "creating an image of 8 x 4 (image_2d, unorm_8 x 4) on 'Apple Fake M1': there is not enough memory");
    const device_image image = device.create_image(description);
    EXPECT_NE(error_if_fails("newTextureViewWithPixelFormat:textureType:levels:slices:",
                             [&] { device.implementation().create_level_view(image.shared_implementation(), description, 0); }),
              "");
}

TEST_F(metal_failure, says_that_there_is_no_queue) {
    const device device = make_device();
    for (const char* const selector : {"newCommandQueue", "newSharedEvent"})
        EXPECT_EQ(error_if_fails(selector, [&] { device.create_queue(); }),
                  "no queue on 'Apple Fake M1': Metal did not create one");
    queue queue = device.create_queue();
    memory bytes(device, 16);
    EXPECT_EQ(error_if_fails("commandBuffer", [&] { bytes.fill(queue, 0, 16, std::vector(1, std::byte {1})); }),
              "no command buffer on 'Apple Fake M1': Metal did not create one");
}

TEST_F(metal_failure, refuses_levels_of_a_one_dimensional_image) {
    const device device = make_device();
    const std::string message = error_message([&] {
        device.create_image({.shape = image_shape::image_1d, .format = {channel_type::unorm_8, 4}, .width = 8, .mip_levels = 2});
    });
    EXPECT_NE(message.find("Metal's one-dimensional textures have one mip level"), std::string::npos) << message;
}

}  // namespace
}  // namespace ingot
