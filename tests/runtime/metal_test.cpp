// Tests the Metal backend for Apple's hardware with the fake Metal.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <ranges>

#include "kernel_calls.hpp"
#include "metal/hardware/image.hpp"
#include "metal_fixture.hpp"

namespace ingot {
namespace {

using testing::error_message;

std::vector<std::byte> numbered(size_t size) {
    std::vector<std::byte> bytes(size);
    for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 + 1);
    return bytes;
}

TEST_F(apple_metal, describes_its_devices) {
    const device unified = make_device(0);
    const device_properties& properties = unified.properties();
    EXPECT_EQ(properties.name, "Apple Fake M1");
    EXPECT_EQ(properties.backend, backend::metal);
    EXPECT_EQ(properties.maker, device_vendor::apple);
    EXPECT_NE(properties.driver.find("never run on Apple's hardware"), std::string::npos) << properties.driver;
    EXPECT_EQ(properties.global_memory, uint64_t {8} << 30);
    EXPECT_EQ(properties.local_memory, 32768u);
    EXPECT_EQ(properties.constant_memory, uint64_t {1} << 30);
    EXPECT_EQ(properties.max_group_sizes, (std::array {1024u, 1024u, 64u}));
    EXPECT_EQ(properties.max_group_size, 1024u);
    EXPECT_EQ(properties.simd_width, 32u);
    EXPECT_TRUE(properties.has_half && properties.has_images && properties.has_sub_groups && properties.has_sub_group_shuffles);
    EXPECT_FALSE(properties.has_double || properties.has_64_bit_atomics || properties.is_cpu);
    EXPECT_EQ(make_device(1).properties().vendor, "AMD");
}

// The fake executes a command buffer only when something waits for it. So the results show that each read waits.
TEST_F(apple_metal, launches_kernels_in_order) {
    for (const size_t index : {0u, 1u}) {
        const device device = make_device(index);
        const program program = make_program(device);
        queue queue = device.create_queue();
        const auto x = device.create_buffer<float>(std::vector<float> {1, 2, 3, 4});
        auto y = device.create_buffer<float>(4, 10.0f);
        run_saxpy(queue, program, y, x, 2.0f);
        run_saxpy(queue, program, y, x, 1.0f);
        EXPECT_GT(fake_->waiting(), 0u);
        EXPECT_EQ(y.read(queue), (std::vector<float> {13, 16, 19, 22}));
    }
}

TEST_F(apple_metal, compiles_for_metal_3_without_fast_mathematics) {
    const device device = make_device();
    make_program(device);
    EXPECT_EQ(fake_->compile_options(), "safe, version 3.0");
    EXPECT_TRUE(fake_->compiled_text().starts_with("#include <metal_stdlib>"));
    archive::archive fast = metal_program_source::shapes();
    fast.options = {"--fast-math"};
    const metal_program_source source(fast);
    const program compiled(device, source.source());
    EXPECT_EQ(fake_->compile_options(), "fast, version 3.0");
}

TEST_F(apple_metal, binds_each_kind_of_argument_by_metals_rules) {
    const device device = make_device();
    const program program = make_program(device);
    queue queue = device.create_queue();
    const image_description description {.format = {channel_type::float_32, 4}, .width = 4, .height = 2};
    const device_image picture = device.create_image(description);
    const device_image other = device.create_image({.format = {channel_type::unorm_8, 4}, .width = 8, .height = 8});
    const auto results = device.create_buffer<uint32_t>(4, 7u);
    const std::vector<std::byte> table = numbered(5000);
    const uint32_t last = 77;
    std::vector<fake_metal::launch> launches;
    bool is_bound = false;
    fake_->launched = [&](const fake_metal::launch& launch) -> std::string {
        launches.push_back(launch);
        is_bound = launch.textures.at(0).data() == launch.textures.at(1).data() && launch.textures.at(0).size() == 128 &&
                   launch.textures.at(2).size() == 256 && std::ranges::equal(launch.buffers.at(1).first(5000), table) &&
                   std::memcmp(launch.buffers.at(2).data(), &last, 4) == 0 &&
                   std::memcmp(launch.buffers.at(0).data(), std::vector(4, 7u).data(), 16) == 0;
        return {};
    };
    kernel_argument image_argument;
    image_argument.image = &picture;
    kernel_argument other_image;
    other_image.image = &other;
    kernel_argument local;
    local.local_bytes = 12;
    kernel_argument second_local;
    second_local.local_bytes = 64;
    const std::vector<kernel_argument> arguments {image_argument, testing::argument(results), local,       {nullptr, table},
                                                  other_image,    testing::argument(last),    second_local};
    queue.run_unchecked(kernel_function(program, "everything"), range(8, 6, 4).groups_of(2, 3, 1), arguments);
    queue.finish();
    ASSERT_EQ(launches.size(), 1u);
    EXPECT_TRUE(is_bound);
    EXPECT_EQ(launches[0].groups, (std::array<unsigned long, 3> {4, 2, 4}));
    EXPECT_EQ(launches[0].group, (std::array<unsigned long, 3> {2, 3, 1}));
    EXPECT_EQ(launches[0].threadgroup_memory, (std::map<unsigned long, unsigned long> {{0, 16}, {1, 64}}));
}

TEST_F(apple_metal, finds_a_kernel_whose_name_is_another_one_in_the_text) {
    const device device = make_device();
    const program program = make_program(device);
    queue queue = device.create_queue();
    const auto values = device.create_buffer<uint32_t>(4, 7u);
    std::string launched;
    fake_->launched = [&](const fake_metal::launch& launch) -> std::string {
        launched = launch.kernel;
        return {};
    };
    testing::run(queue, program, "vertex", range(4), values);
    queue.finish();
    EXPECT_EQ(launched, "vertex_2");
}

TEST_F(apple_metal, says_at_launch_why_a_kernel_is_missing) {
    const device device = make_device();
    const program program = make_program(device);
    queue queue = device.create_queue();
    const auto values = device.create_buffer<uint32_t>(4, 7u);
    EXPECT_EQ(error_message([&] { testing::run(queue, program, "in_double", range(4), values); }),
              "kernel 'in_double' on 'Apple Fake M1': the code in Metal's language does not have it: shapes.kernels.cpp:9: "
              "Metal has no double");
}

TEST_F(apple_metal, refuses_more_buffers_than_metal_binds) {
    archive::archive contents = metal_program_source::shapes();
    contents.kernels[3].parameters.assign(32, contents.kernels[3].parameters.front());
    const metal_program_source source(contents);
    const device device = make_device();
    const program program(device, source.source());
    queue queue = device.create_queue();
    const auto values = device.create_buffer<uint32_t>(4, 7u);
    const std::vector<kernel_argument> arguments(32, testing::argument(values));
    EXPECT_EQ(
        error_message([&] { queue.run_unchecked(kernel_function(program, "vertex"), range(4), arguments); }),
        "kernel 'vertex' on 'Apple Fake M1': it has more buffers and values than Metal binds to a kernel, which are 31: pass "
        "several in one buffer");
}

TEST_F(apple_metal, takes_the_limit_of_a_group_from_the_pipeline_state) {
    const device device = make_device();
    const program program = make_program(device);
    queue queue = device.create_queue();
    const auto values = device.create_buffer<uint32_t>(128, 7u);
    EXPECT_EQ(kernel_function(program, "small_groups").implementation().max_group_size(), 64u);
    EXPECT_NE(error_message([&] { testing::run(queue, program, "small_groups", range(128).groups_of(128), values); }).find("64"),
              std::string::npos);
}

TEST_F(apple_metal, copies_and_fills_at_any_offset) {
    for (const size_t index : {0u, 1u}) {
        const device device = make_device(index);
        queue queue = device.create_queue();
        const std::vector<std::byte> bytes = numbered(100);
        std::vector<std::byte> expected(103, std::byte {9});
        memory first(device, 103);
        memory second(device, 103);
        first.write(queue, 0, expected);
        second.write(queue, 0, expected);
        for (const auto [to, from, count] : {std::array<size_t, 3> {0, 0, 100}, {1, 4, 16}, {4, 3, 16}, {7, 9, 1}, {8, 64, 4}}) {
            first.write(queue, from, std::span(bytes).subspan(from, count));
            second.copy(queue, to, first, from, count);
            std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(from), count,
                        expected.begin() + static_cast<std::ptrdiff_t>(to));
        }
        std::vector<std::byte> read(103);
        second.read(queue, 0, read);
        EXPECT_EQ(read, expected);
        for (const size_t size : {1u, 3u, 4u, 12u}) {
            const std::vector<std::byte> pattern = numbered(size);
            second.fill(queue, 5, 84, pattern);
            second.fill(queue, 96, 0, pattern);
            for (size_t i = 0; i < 84; ++i) expected[5 + i] = pattern[i % size];
            std::vector<std::byte> part(90);
            second.read(queue, 3, part);
            EXPECT_TRUE(std::equal(part.begin(), part.end(), expected.begin() + 3)) << size;
        }
    }
}

// Reads and writes are split into parts of 8 MiB.
TEST_F(apple_metal, transfers_large_buffers_in_parts) {
    const device device = make_device(1);
    queue queue = device.create_queue();
    std::vector<std::byte> bytes = numbered((size_t {96} << 20) + 3);
    memory large(device, bytes.size() + 1);
    large.write(queue, 1, bytes);
    std::vector<std::byte> read(bytes.size());
    large.read(queue, 1, read);
    EXPECT_TRUE(read == bytes);
}

TEST_F(apple_metal, maps_memory_in_place_where_it_is_shared) {
    for (const size_t index : {0u, 1u}) {
        const device device = make_device(index);
        const program program = make_program(device);
        queue queue = device.create_queue();
        const auto x = device.create_buffer<float>(4, 1.0f);
        auto y = device.create_buffer<float>(4, 1.0f);
        EXPECT_EQ(queue.implementation().mapping() != nullptr, index == 0);
        run_saxpy(queue, program, y, x, 2.0f);
        y.map(queue)[1] += 5.0f;
        run_saxpy(queue, program, y, x, 2.0f);
        EXPECT_EQ(y.read(queue), (std::vector<float> {5, 10, 5, 5}));
    }
}

TEST_F(apple_metal, a_queue_waits_for_another_without_the_host) {
    const device device = make_device();
    const program program = make_program(device);
    queue first = device.create_queue();
    queue second = device.create_queue();
    const auto x = device.create_buffer<float>(4, 1.0f);
    auto y = device.create_buffer<float>(4, 0.0f);
    std::vector<float> factors;
    const auto saxpy = fake_->launched;
    fake_->launched = [&](const fake_metal::launch& launch) {
        float factor = 0;
        std::memcpy(&factor, launch.buffers.at(2).data(), 4);
        factors.push_back(factor);
        return saxpy(launch);
    };
    run_saxpy(first, program, y, x, 1.0f);
    const size_t waiting = fake_->waiting();
    second.wait_for(first);
    EXPECT_EQ(fake_->waiting(), waiting + 1) << "the host did not wait, and the point is one command buffer";
    run_saxpy(second, program, y, x, 2.0f);
    run_saxpy(second, program, y, x, 3.0f);
    EXPECT_TRUE(factors.empty());
    second.finish();
    EXPECT_EQ(factors, (std::vector<float> {1, 2, 3}));
    const auto point = first.implementation().mark();
    EXPECT_FALSE(point->is_done());
    point->wait();
    EXPECT_TRUE(point->is_done());
}

TEST_F(apple_metal, measures_launches_and_transfers) {
    const device device = make_device();
    const program program = make_program(device);
    queue queue = device.create_queue();
    const auto x = device.create_buffer<float>(4, 1.0f);
    auto y = device.create_buffer<float>(4, 0.0f);
    queue.take_transfer_timings();
    const auto before = std::chrono::steady_clock::now();
    run_saxpy(queue, program, y, x, 1.0f);
    y.read(queue);
    const std::vector<launch_timing> launches = queue.take_timings();
    ASSERT_EQ(launches.size(), 1u);
    EXPECT_EQ(launches[0].kernel, "saxpy");
    EXPECT_GT(launches[0].duration.count(), 0);
    EXPECT_LT(launches[0].duration, std::chrono::steady_clock::now() - before);
    const std::vector<transfer_timing> transfers = queue.take_transfer_timings();
    ASSERT_EQ(transfers.size(), 1u);
    EXPECT_EQ(transfers[0].direction, transfer::to_host);
    EXPECT_EQ(transfers[0].bytes, 16u);
    EXPECT_FALSE(queue.implementation().timing()->take_timeline().empty());
}

TEST_F(apple_metal, keeps_objects_that_commands_use) {
    const device device = make_device();
    queue queue = device.create_queue();
    auto y = device.create_buffer<float>(4, 1.0f);
    {
        const program program = make_program(device);
        const auto x = device.create_buffer<float>(4, 1.0f);
        run_saxpy(queue, program, y, x, 2.0f);
    }
    EXPECT_EQ(y.read(queue), std::vector<float>(4, 3.0f));
}

TEST_F(apple_metal, images_of_each_shape_keep_their_pixels) {
    const device device = make_device();
    queue queue = device.create_queue();
    for (uint32_t i = 0; i < image_shape_count; ++i) {
        const image_shape shape {i};
        for (const pixel_format format : device.image_formats(shape)) {
            const bool is_1d = detail::dimensions_of(shape) == 1;
            const image_description description {.shape = shape,
                                                 .format = format,
                                                 .width = 5,
                                                 .height = is_1d                    ? 1u
                                                           : detail::is_cube(shape) ? 5u
                                                                                    : 3u,
                                                 .depth = shape == image_shape::image_3d ? 2u : 1u,
                                                 .layers = detail::is_array(shape) ? 3u : 1u,
                                                 .mip_levels = is_1d ? 1u : 2u};
            device_image first = device.create_image(description);
            device_image second = device.create_image(description);
            for (uint32_t level = 0; level < description.mip_levels; ++level) {
                const std::vector<std::byte> pixels = numbered(first.bytes(level));
                first.write(queue, whole_level(description, level), pixels);
                second.copy(queue, first, whole_level(description, level), {0, 0, 0}, level);
                EXPECT_EQ(second.read(queue, level), pixels) << to_string(description) << ", level " << level;
            }
        }
        EXPECT_EQ(device.image_formats(shape).empty(), shape == image_shape::image_1d_buffer);
    }
}

TEST_F(apple_metal, copies_between_images_and_buffers_at_any_offset) {
    const device device = make_device();
    queue queue = device.create_queue();
    const image_description description {.format = {channel_type::unsigned_16, 4}, .width = 6, .height = 4};
    device_image image = device.create_image(description);
    const std::vector<std::byte> pixels = numbered(image.bytes(0));
    for (const size_t offset : {0u, 4u, 8u, 11u}) {
        memory bytes(device, pixels.size() + 16);
        bytes.write(queue, offset, pixels);
        image.copy_from(queue, bytes, offset, whole_level(description));
        EXPECT_EQ(image.read(queue), pixels) << offset;
        memory back(device, pixels.size() + 16);
        image.copy_to(queue, back, offset, whole_level(description));
        std::vector<std::byte> read(pixels.size());
        back.read(queue, offset, read);
        EXPECT_EQ(read, pixels) << offset;
    }
}

TEST_F(apple_metal, a_level_of_an_image_is_an_image) {
    const device device = make_device();
    queue queue = device.create_queue();
    device_image whole = device.create_image({.format = {channel_type::unorm_8, 4}, .width = 8, .height = 4, .mip_levels = 3});
    const image_description description {.format = {channel_type::unorm_8, 4}, .width = 4, .height = 2};
    device_image level(device, description,
                       device.implementation().create_level_view(whole.shared_implementation(), description, 1));
    const std::vector<std::byte> pixels = numbered(level.bytes(0));
    level.write(queue, whole_level(description), pixels);
    EXPECT_EQ(whole.read(queue, 1), pixels);
}

// The fake's methods are those that the backend calls, no more and no fewer.
TEST_F(apple_metal, the_fake_has_the_methods_that_the_backend_calls) {
    std::vector<std::string> called;
    for (const auto& method : library().runtime().declared()) called.push_back(method.name);
    std::ranges::sort(called);
    EXPECT_EQ(called, fake_->selectors());
}

}  // namespace
}  // namespace ingot
