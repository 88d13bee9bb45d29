// Tests the CUDA backend with the fake driver.
#include <algorithm>
#include <ingot/runtime/kernel_statistics.hpp>
#include <numeric>
#include <thread>

#include "cuda_fixture.hpp"

namespace ingot {
namespace {

std::vector<std::byte> pattern_of(size_t size) {
    std::vector<std::byte> pattern(size);
    for (size_t i = 0; i < size; ++i) pattern[i] = static_cast<std::byte>(i * 7 + 1);
    return pattern;
}

TEST_F(cuda, lists_each_gpu_with_its_properties) {
    const std::vector<device_listing> listings = devices(backend::cuda);
    ASSERT_EQ(listings.size(), 2u);
    ASSERT_TRUE(listings[0].device && listings[1].device);
    const device_properties& first = listings[0].device->properties();
    EXPECT_EQ(first.name, "Fake GPU 0");
    EXPECT_EQ(first.vendor, "NVIDIA");
    EXPECT_EQ(first.maker, device_vendor::nvidia);
    EXPECT_EQ(first.api, (version_number {13, 0}));
    EXPECT_EQ(first.compute_capability, (version_number {9, 0}));
    EXPECT_EQ(first.clock_mhz, 1980u);
    EXPECT_EQ(first.simd_width, 32u);
    EXPECT_EQ(first.max_group_sizes, (std::array {1024u, 1024u, 64u}));
    EXPECT_EQ(first.images.size_2d, (std::array {131'072u, 65'536u}));
    EXPECT_EQ(first.images.layers, 2048u);
    EXPECT_TRUE(first.has_half && first.has_double && first.has_64_bit_atomics && first.has_sub_groups && first.has_images);
    EXPECT_TRUE(first.has_sub_group_shuffles);
    EXPECT_NE(first.driver.find("CUDA 13.0, compute capability 9.0"), std::string::npos) << first.driver;
    EXPECT_EQ(first.compute_units, 132u);
    EXPECT_EQ(first.global_memory, uint64_t {1} << 30);
    EXPECT_EQ(first.local_memory, 227u * 1024);
    EXPECT_EQ(first.max_group_size, 1024u);
    EXPECT_FALSE(first.is_cpu);
    EXPECT_TRUE(first.has_double);
    EXPECT_EQ(listings[1].device->name(), "Fake GPU 1");
    EXPECT_EQ(*listings[1].device, find_device(backend::cuda, 1));
}

TEST_F(cuda, a_device_without_work_makes_no_context) {
    const size_t before = fake_->live_objects();
    const device idle = make_device();
    EXPECT_EQ(fake_->live_objects(), before);
}

TEST_F(cuda, copies_between_its_devices_without_the_host) {
    const device first = find_device(backend::cuda, 0);
    const device second = find_device(backend::cuda, 1);
    queue in_first = first.create_queue();
    queue in_second = second.create_queue();
    auto source = first.create_buffer<uint32_t>(64, 1u);
    auto destination = second.create_buffer<uint32_t>(64, 2u);
    source.fill(in_first, 7);
    destination.copy(in_second, source, in_first, 8, 16, 32);
    source.fill(in_first, 0);
    std::vector<uint32_t> expected(64, 2);
    std::fill_n(expected.begin() + 16, 32, 7);
    EXPECT_EQ(destination.read(in_second), expected);
}

TEST_F(cuda, reads_what_was_written_in_several_parts) {
    const device device = make_device();
    queue queue = device.create_queue();
    std::vector<uint32_t> values(9'000'001);
    std::iota(values.begin(), values.end(), 0u);
    auto buffer = device.create_buffer<uint32_t>(values.size());
    buffer.write(queue, values);
    EXPECT_EQ(buffer.read(queue), values);
    std::vector<uint32_t> five_values(5);
    buffer.read(queue, five_values, 4'000'000);
    EXPECT_EQ(five_values, std::vector(values.begin() + 4'000'000, values.begin() + 4'000'005));
}

TEST_F(cuda, write_takes_the_values_at_once) {
    const device device = make_device();
    queue queue = device.create_queue();
    std::vector<int> values(1000, 1);
    auto buffer = device.create_buffer<int>(values.size());
    buffer.write(queue, values);
    std::ranges::fill(values, 2);
    EXPECT_EQ(buffer.read(queue), std::vector<int>(1000, 1));
}

TEST_F(cuda, fills_with_patterns_of_any_size_at_any_place) {
    const device device = make_device();
    queue queue = device.create_queue();
    for (const size_t size : {1, 2, 3, 4, 5, 8, 12, 16, 17, 64, 100'000})
        for (const size_t offset : {0, 1, 2, 4, 7}) {
            SCOPED_TRACE(::testing::Message() << "pattern of " << size << " at " << offset);
            const std::vector<std::byte> pattern = pattern_of(size);
            const size_t count = size * (300'000 / size);
            memory bytes(device, offset + count + 3);
            const std::byte background {0xee};
            bytes.fill(queue, 0, bytes.bytes(), std::span(&background, 1));
            bytes.fill(queue, offset, count, pattern);
            std::vector<std::byte> read(bytes.bytes());
            bytes.read(queue, 0, read);
            std::vector<std::byte> expected(bytes.bytes(), background);
            for (size_t i = 0; i < count; ++i) expected[offset + i] = pattern[i % size];
            EXPECT_TRUE(read == expected);
        }
}

TEST_F(cuda, copies_between_buffers_and_inside_of_one) {
    const device device = make_device();
    queue queue = device.create_queue();
    const std::vector<int> values {1, 2, 3, 4, 5, 6};
    auto source = device.create_buffer<int>(std::span(values));
    auto destination = device.create_buffer<int>(6, 0);
    destination.copy(queue, source, 1, 2, 3);
    EXPECT_EQ(destination.read(queue), (std::vector {0, 0, 2, 3, 4, 0}));
    destination.copy(queue, destination, 2, 0, 2);
    EXPECT_EQ(destination.read(queue), (std::vector {2, 3, 2, 3, 4, 0}));
}

TEST_F(cuda, maps_for_reading_and_writing) {
    const device device = make_device();
    queue queue = device.create_queue();
    auto buffer = device.create_buffer<int>(1000, 5);
    {
        mapped<int> both = buffer.map(queue);
        EXPECT_EQ(both[999], 5);
        both[1] = 6;
    }
    {
        const mapped<int> only_read = buffer.map(queue, map_access::read);
        EXPECT_EQ(only_read[0], 5);
        EXPECT_EQ(only_read[1], 6);
        only_read[2] = 7;  // not allowed, and must have no effect
    }
    EXPECT_EQ(buffer.read(queue)[2], 5);
    {
        mapped<int> written_mapping = buffer.map(queue, map_access::write);
        mapped<int> other = buffer.map(queue, map_access::read);
        std::ranges::fill(written_mapping.span(), 9);
        EXPECT_EQ(other[0], 5);
    }
    EXPECT_EQ(buffer.read(queue), std::vector<int>(1000, 9));
}

TEST_F(cuda, a_mapping_that_cannot_be_written_back_is_reported_by_the_next_call_that_waits) {
    const device device = make_device();
    queue queue = device.create_queue();
    auto buffer = device.create_buffer<int>(8, 5);
    {
        mapped<int> range = buffer.map(queue);
        range[0] = 6;
        setenv("INGOT_FAKE_CUDA_FAIL", "cuMemcpyHtoDAsync_v2", 1);
    }
    EXPECT_EQ(error_message([&] { queue.finish(); }),
              "cuMemcpyHtoDAsync_v2 on 'Fake GPU 0': CUDA_ERROR_OUT_OF_MEMORY (out of memory)");
    queue.finish();
    EXPECT_EQ(buffer.read(queue)[0], 5);
}

TEST_F(cuda, a_buffer_without_elements_does_nothing) {
    const device device = make_device();
    queue queue = device.create_queue();
    auto buffer = device.create_buffer<int>(0);
    EXPECT_TRUE(buffer.read(queue).empty());
    buffer.zero(queue);
    EXPECT_EQ(buffer.map(queue).size(), 0u);
}

TEST_F(cuda, reports_the_size_of_a_buffer_that_is_too_large) {
    const device device = make_device();
    EXPECT_EQ(error_message([&] { device.create_buffer<std::byte>(size_t {1} << 40); }),
              "no buffer of 1099511627776 bytes on 'Fake GPU 0': cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (out of memory)");
}

TEST_F(cuda, launches_with_its_arguments) {
    const device device = make_device();
    queue queue = device.create_queue();
    const ptx_program source(ptx_program::saxpy());
    const program loaded_program(device, source.source());
    auto y = device.create_buffer<float>(1000, 1.0f);
    const auto x = device.create_buffer<float>(1000, 2.0f);
    enqueue_saxpy(queue, loaded_program, y, x, 3.0f);
    enqueue_saxpy(queue, loaded_program, y, x, 0.5f);
    EXPECT_EQ(y.read(queue), std::vector<float>(1000, 8.0f));
}

TEST_F(cuda, gives_the_driver_groups_and_their_size) {
    const device device = make_device();
    queue queue = device.create_queue();
    const ptx_program source(ptx_program::saxpy());
    const kernel_function saxpy(program(device, source.source()), "saxpy");
    EXPECT_EQ(saxpy.implementation().max_group_size(), 768u);  // the fake driver's limit for every kernel
    std::optional<fake_cuda::launch> last_launch;
    fake_->launched = [&](const fake_cuda::launch& launch) {
        last_launch = launch;
        return [] { return 0; };
    };
    const auto x = device.create_buffer<float>(1);
    const float factor = 1;
    const std::vector<kernel_argument> arguments {
        {&x.storage(), {}}, {&x.storage(), {}}, {nullptr, std::as_bytes(std::span(&factor, 1))}};
    queue.run_unchecked(saxpy, range(100, 60, 7).groups_of(8, 4, 2), arguments);
    ASSERT_TRUE(last_launch);
    EXPECT_EQ(last_launch->kernel, "saxpy");
    EXPECT_EQ(last_launch->groups, (std::array {13u, 15u, 4u}));
    EXPECT_EQ(last_launch->group, (std::array {8u, 4u, 2u}));

    EXPECT_EQ(error_message([&] { queue.run_unchecked(saxpy, range(1, 1, 256).groups_of(1, 1, 128), arguments); }),
              "kernel 'saxpy' on 'Fake GPU 0': work-groups of 1 x 1 x 128 work-items are too large; the device supports at most "
              "1024 x 1024 x 64");
    EXPECT_EQ(error_message([&] { queue.run_unchecked(saxpy, range(4, 70'000).groups_of(4, 1), arguments); }),
              "kernel 'saxpy': launching 4 x 70000 work-items in groups of 4 x 1 on 'Fake GPU 0': cuLaunchKernel: "
              "CUDA_ERROR_INVALID_VALUE (invalid argument)");
    queue.finish();
}

TEST_F(cuda, work_keeps_the_objects_that_it_uses) {
    const device device = make_device();
    queue queue = device.create_queue();
    auto result = device.create_buffer<float>(1000, 0.0f);
    {
        const ptx_program source(ptx_program::saxpy());
        const program loaded_program(device, source.source());
        auto y = device.create_buffer<float>(1000, 1.0f);
        const auto x = device.create_buffer<float>(1000, 2.0f);
        enqueue_saxpy(queue, loaded_program, y, x, 3.0f);
        result.copy(queue, y);
    }
    EXPECT_EQ(result.read(queue), std::vector<float>(1000, 7.0f));
}

TEST_F(cuda, names_the_most_layers_that_an_image_may_have) {
    const device device = make_device();
    const auto creation_error = [&](image_shape shape, uint32_t layers) {
        return error_message(
            [&] { device.create_image({.shape = shape, .format = {channel_type::unorm_8, 4}, .layers = layers}); });
    };
    EXPECT_EQ(creation_error(image_shape::image_2d_array, 2049),
              "creating an image of 1 x 1 in 2049 layers (image_2d_array, unorm_8 x 4) on 'Fake GPU 0': the device supports such "
              "images with at most 2048 layers");
    // A cube uses 6 of the 2048 layers, one for each face. 341 cubes use 2046 layers.
    EXPECT_NE(creation_error(image_shape::image_cube_array, 342).find("with at most 341 layers"), std::string::npos);
}

TEST_F(cuda, acquires_the_same_image_of_opengl_each_time) {
    const device device = make_device();
    queue queue = device.create_queue();
    const image_description description {.format = {channel_type::unorm_8, 4}, .width = 8, .height = 4};
    const auto shared = device.implementation().share_gl_image({2, description, gl_access::read_write});
    const auto first = shared->acquire(queue.implementation());
    device_image pixels(device, description, first);
    pixels.fill(queue, float4(1.0f, 0.0f, 0.0f, 1.0f));
    EXPECT_EQ(pixels.read(queue)[4], std::byte {255});  // red of the second pixel
    shared->release(queue.implementation());
    EXPECT_EQ(shared->acquire(queue.implementation()), first);
    shared->release(queue.implementation());
}

TEST_F(cuda, times_each_launch_in_order) {
    const device device = make_device();
    queue queue = device.create_queue();
    const ptx_program source(ptx_program::saxpy());
    const program loaded_program(device, source.source());
    auto y = device.create_buffer<float>(8, 1.0f);
    const auto x = device.create_buffer<float>(8, 2.0f);
    for (int i = 0; i < 3; ++i) enqueue_saxpy(queue, loaded_program, y, x, 1.0f);
    const std::vector<launch_timing> timings = queue.take_timings();
    ASSERT_EQ(timings.size(), 3u);
    for (const launch_timing& timing : timings) {
        EXPECT_EQ(timing.kernel, "saxpy");
        EXPECT_GT(timing.duration.count(), 0);
    }
    EXPECT_TRUE(queue.take_timings().empty());
    for (size_t i = 0; i < backends::kept_timings + 10; ++i) enqueue_saxpy(queue, loaded_program, y, x, 1.0f);
    EXPECT_EQ(queue.take_timings().size(), backends::kept_timings);
}

TEST_F(cuda, threads_share_a_queue) {
    const device device = make_device();
    queue queue = device.create_queue();
    const ptx_program source(ptx_program::saxpy());
    const program loaded_program(device, source.source());
    auto y = device.create_buffer<float>(64, 0.0f);
    const auto x = device.create_buffer<float>(64, 1.0f);
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&, thread] {
            for (int i = 0; i < 100; ++i) enqueue_saxpy(queue, loaded_program, y, x, 1.0f);
            queue.finish();
            const auto own = device.create_buffer<int>(100, thread);
            auto of_thread = device.create_queue();
            EXPECT_EQ(own.read(of_thread), std::vector<int>(100, thread));
        });
    threads.clear();
    EXPECT_EQ(y.read(queue), std::vector<float>(64, 400.0f));
}

TEST_F(cuda, reports_registers_and_private_memory) {
    const device device = make_device();
    const ptx_program source(ptx_program::saxpy());
    const kernel_function saxpy(program(device, source.source()), "saxpy");
    const auto all = kernel_statistics_in_use(device, std::string(source.source().name));
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].kernel, "saxpy");
    const auto value = [&](std::string_view name) {
        const auto found = std::ranges::find(all[0].code, name, &code_statistic::name);
        return found == all[0].code.end() ? "none" : found->value;
    };
    EXPECT_EQ(value("Registers"), "40");
    EXPECT_EQ(value("Private memory"), "16");
    EXPECT_EQ(value("Local memory"), "0");
    EXPECT_EQ(value("Largest group"), "768");
}

TEST_F(cuda, a_program_that_is_loaded_again_comes_from_the_cache) {
    const device device = make_device();
    const ptx_program source(ptx_program::saxpy());
    EXPECT_FALSE(program(device, source.source()).is_from_cache());
    EXPECT_TRUE(program(device, source.source()).is_from_cache());
    // A device with another compute capability needs another binary, which the cache does not have yet.
    EXPECT_FALSE(program(make_device(1), source.source()).is_from_cache());
    empty_cache();
    EXPECT_FALSE(program(device, source.source()).is_from_cache());
}

TEST_F(cuda, a_program_that_the_driver_does_not_take_any_more_is_built_anew) {
    const device device = make_device();
    const ptx_program source(ptx_program::saxpy());
    EXPECT_FALSE(program(device, source.source()).is_from_cache());
    setenv("INGOT_FAKE_CUDA_FAIL", "cuModuleLoadDataEx=200", 1);  // CUDA_ERROR_INVALID_IMAGE
    fake_->reset();
    EXPECT_FALSE(program(device, source.source()).is_from_cache());
    EXPECT_EQ(fake_->failed_call(), "cuModuleLoadDataEx");
    EXPECT_TRUE(program(device, source.source()).is_from_cache());
}

TEST_F(cuda, a_program_that_does_not_build_shows_the_drivers_log) {
    archive::archive contents = ptx_program::saxpy();
    contents.targets.front().bytes.front() = std::byte {'!'};
    const ptx_program source(contents);
    EXPECT_EQ(
        error_message([&] { program(make_device(), source.source()); }),
        "building saxpy.kernels.cpp on 'Fake GPU 0': cuLinkAddData_v2: CUDA_ERROR_INVALID_PTX (a PTX JIT compilation failed)\n"
        "ptxas saxpy.kernels.cpp, line 1; fatal : Missing .version directive");
}

TEST_F(cuda, a_program_without_fitting_code_is_rejected) {
    archive::archive contents = ptx_program::saxpy();
    contents.targets.front().architecture = "sm_100";
    contents.targets.push_back({"spirv", "", {std::byte {1}}});
    const ptx_program source(contents);
    const std::string words = error_message([&] { program(make_device(), source.source()); });
    EXPECT_NE(words.find("it takes 'ptx' for sm_90 or lower, and the archive holds code for: ptx for sm_100, spirv"),
              std::string::npos)
        << words;
}

TEST_F(cuda, code_and_reflection_that_disagree_are_rejected) {
    const device device = make_device();
    const auto rejected = [&](const archive::archive& contents) {
        const ptx_program source(contents);
        const program loaded_program(device, source.source());
        return error_message([&] { kernel_function(loaded_program, contents.kernels.front().name); });
    };
    archive::archive other_name = ptx_program::saxpy();
    other_name.kernels.front().name = other_name.kernels.front().symbol = "axpy";
    EXPECT_EQ(rejected(other_name),
              "kernel 'axpy' on 'Fake GPU 0': cuModuleGetFunction: CUDA_ERROR_NOT_FOUND (named symbol not found)");

    archive::archive fewer = ptx_program::saxpy();
    fewer.kernels.front().parameters.pop_back();
    EXPECT_NE(rejected(fewer).find("its code has more than the 2 parameters of its reflection"), std::string::npos);

    archive::archive more = ptx_program::saxpy();
    more.kernels.front().parameters.push_back(more.kernels.front().parameters.back());
    EXPECT_NE(rejected(more).find("its code has 3 parameters, but its reflection has 4"), std::string::npos);

    archive::archive larger = ptx_program::saxpy();
    larger.kernels.front().parameters.back().size = 8;
    EXPECT_NE(rejected(larger).find("its code has a parameter 'factor' of 4 bytes, but its reflection says 8 bytes"),
              std::string::npos);
}

TEST_F(cuda, an_illegal_access_ends_the_device_and_not_the_program) {
    const device device = find_device(backend::cuda, 1);
    queue queue = device.create_queue();
    const ptx_program source(ptx_program::saxpy());
    const program loaded_program(device, source.source());
    auto y = device.create_buffer<float>(8, 1.0f);
    const auto x = device.create_buffer<float>(8, 2.0f);
    fake_->launched = [](const fake_cuda::launch&) { return [] { return 700; }; };
    enqueue_saxpy(queue, loaded_program, y, x, 1.0f);
    const std::string first = error_message([&] { queue.finish(); });
    EXPECT_EQ(first,
              "waiting for kernel 'saxpy' on 'Fake GPU 1': cuEventSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory "
              "access was encountered); the device is lost to this program, which must be started again to use it");

    const std::string lost =
        "'Fake GPU 1' is lost: cuEventSynchronize returned CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was "
        "encountered); start this program again to use it";
    EXPECT_EQ(error_message([&] { queue.finish(); }), lost);
    EXPECT_EQ(error_message([&] { queue.flush(); }), lost);
    EXPECT_EQ(error_message([&] { queue.take_timings(); }), lost);
    EXPECT_EQ(error_message([&] { y.read(queue); }), lost);
    EXPECT_EQ(error_message([&] { y.zero(queue); }), lost);
    EXPECT_EQ(error_message([&] { y.map(queue); }), lost);
    EXPECT_EQ(error_message([&] { enqueue_saxpy(queue, loaded_program, y, x, 1.0f); }), lost);
    EXPECT_EQ(error_message([&] { device.create_queue(); }), lost);
    EXPECT_EQ(error_message([&] { device.create_buffer<float>(0); }), lost);
    EXPECT_EQ(error_message([&] { program(device, source.source()); }), lost);

    const std::vector<device_listing> listings = devices(backend::cuda);
    ASSERT_EQ(listings.size(), 2u);
    EXPECT_TRUE(listings[0].device);
    EXPECT_FALSE(listings[1].device);
    EXPECT_EQ(listings[1].unavailable_reason.find("Fake GPU 1 is lost: cuEventSynchronize returned"), 0u)
        << listings[1].unavailable_reason;
}

TEST_F(cuda, a_mapping_of_a_lost_device_ends_quietly) {
    const device device = make_device();
    queue queue = device.create_queue();
    auto y = device.create_buffer<float>(8, 1.0f);
    mapped<float> range = y.map(queue);
    setenv("INGOT_FAKE_CUDA_FAIL", "cuStreamQuery=719", 1);
    EXPECT_NE(error_message([&] { queue.flush(); }).find("cuStreamQuery on 'Fake GPU 0': CUDA_ERROR_LAUNCH_FAILED"),
              std::string::npos);
    range[0] = 2.0f;
}

}  // namespace
}  // namespace ingot
