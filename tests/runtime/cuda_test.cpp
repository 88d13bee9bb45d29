// The CUDA backend on the fake driver.
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

TEST_F(cuda, lists_each_gpu_with_what_it_is) {
    const std::vector<device_listing> listed = devices(backend::cuda);
    ASSERT_EQ(listed.size(), 2u);
    ASSERT_TRUE(listed[0].device && listed[1].device);
    const device_properties& first = listed[0].device->properties();
    EXPECT_EQ(first.name, "Fake GPU 0");
    EXPECT_EQ(first.vendor, "NVIDIA");
    EXPECT_EQ(first.maker, device_vendor::nvidia);
    EXPECT_EQ(first.api, (version_number {13, 0}));
    EXPECT_EQ(first.compute_capability, (version_number {9, 0}));
    EXPECT_EQ(first.clock, 1980u);
    EXPECT_EQ(first.simd_width, 32u);
    EXPECT_EQ(first.max_group_sizes, (std::array {1024u, 1024u, 64u}));
    EXPECT_EQ(first.images.size_2d, (std::array {131'072u, 65'536u}));
    EXPECT_EQ(first.images.layers, 2048u);
    EXPECT_TRUE(first.has_half && first.has_double && first.has_64_bit_atomics && first.has_sub_groups && first.has_images);
    EXPECT_NE(first.driver.find("CUDA 13.0, compute capability 9.0"), std::string::npos) << first.driver;
    EXPECT_EQ(first.units, 132u);
    EXPECT_EQ(first.global_memory, uint64_t {1} << 30);
    EXPECT_EQ(first.local_memory, 48u * 1024);
    EXPECT_EQ(first.max_group_size, 1024u);
    EXPECT_FALSE(first.is_cpu);
    EXPECT_TRUE(first.has_double);
    EXPECT_EQ(listed[1].device->name(), "Fake GPU 1");
    EXPECT_EQ(*listed[1].device, find_device(backend::cuda, 1));
}

TEST_F(cuda, listing_makes_no_context) {
    const size_t before = fake->live_objects();
    const device only_listed = make_device();
    EXPECT_EQ(fake->live_objects(), before);
}

TEST_F(cuda, copies_between_its_devices_without_the_host) {
    const device first = find_device(backend::cuda, 0);
    const device second = find_device(backend::cuda, 1);
    queue in_first = first.create_queue();
    queue in_second = second.create_queue();
    auto from = first.create_buffer<uint32_t>(64, 1u);
    auto to = second.create_buffer<uint32_t>(64, 2u);
    from.fill(in_first, 7);
    to.copy(in_second, from, in_first, 8, 16, 32);
    from.fill(in_first, 0);
    std::vector<uint32_t> expected(64, 2);
    std::fill_n(expected.begin() + 16, 32, 7);
    EXPECT_EQ(to.read(in_second), expected);
}

TEST_F(cuda, reads_what_was_written_in_several_parts) {
    const device on = make_device();
    queue in = on.create_queue();
    std::vector<uint32_t> values(9'000'001);
    std::iota(values.begin(), values.end(), 0u);
    auto buffer = on.create_buffer<uint32_t>(values.size());
    buffer.write(in, values);
    EXPECT_EQ(buffer.read(in), values);
    std::vector<uint32_t> some(5);
    buffer.read(in, some, 4'000'000);
    EXPECT_EQ(some, std::vector(values.begin() + 4'000'000, values.begin() + 4'000'005));
}

TEST_F(cuda, write_takes_the_values_at_once) {
    const device on = make_device();
    queue in = on.create_queue();
    std::vector<int> values(1000, 1);
    auto buffer = on.create_buffer<int>(values.size());
    buffer.write(in, values);
    std::ranges::fill(values, 2);
    EXPECT_EQ(buffer.read(in), std::vector<int>(1000, 1));
}

TEST_F(cuda, fills_with_patterns_of_any_size_at_any_place) {
    const device on = make_device();
    queue in = on.create_queue();
    for (const size_t size : {1, 2, 3, 4, 5, 8, 12, 16, 17, 64, 100'000})
        for (const size_t offset : {0, 1, 2, 4, 7}) {
            SCOPED_TRACE(::testing::Message() << "pattern of " << size << " at " << offset);
            const std::vector<std::byte> pattern = pattern_of(size);
            const size_t count = size * (300'000 / size);
            memory bytes(on, offset + count + 3);
            const std::byte around {0xee};
            bytes.fill(in, 0, bytes.bytes(), std::span(&around, 1));
            bytes.fill(in, offset, count, pattern);
            std::vector<std::byte> read(bytes.bytes());
            bytes.read(in, 0, read);
            std::vector<std::byte> expected(bytes.bytes(), around);
            for (size_t i = 0; i < count; ++i) expected[offset + i] = pattern[i % size];
            EXPECT_TRUE(read == expected);
        }
}

TEST_F(cuda, copies_between_buffers_and_inside_of_one) {
    const device on = make_device();
    queue in = on.create_queue();
    const std::vector<int> values {1, 2, 3, 4, 5, 6};
    auto from = on.create_buffer<int>(std::span(values));
    auto to = on.create_buffer<int>(6, 0);
    to.copy(in, from, 1, 2, 3);
    EXPECT_EQ(to.read(in), (std::vector {0, 0, 2, 3, 4, 0}));
    to.copy(in, to, 2, 0, 2);
    EXPECT_EQ(to.read(in), (std::vector {2, 3, 2, 3, 4, 0}));
}

TEST_F(cuda, maps_for_reading_and_writing) {
    const device on = make_device();
    queue in = on.create_queue();
    auto buffer = on.create_buffer<int>(1000, 5);
    {
        mapped<int> both = buffer.map(in);
        EXPECT_EQ(both[999], 5);
        both[1] = 6;
    }
    {
        const mapped<int> only_read = buffer.map(in, map_access::read);
        EXPECT_EQ(only_read[0], 5);
        EXPECT_EQ(only_read[1], 6);
        only_read[2] = 7;  // forbidden, and without effect
    }
    EXPECT_EQ(buffer.read(in)[2], 5);
    {
        mapped<int> written = buffer.map(in, map_access::write);
        mapped<int> other = buffer.map(in, map_access::read);
        std::ranges::fill(written.span(), 9);
        EXPECT_EQ(other[0], 5);
    }
    EXPECT_EQ(buffer.read(in), std::vector<int>(1000, 9));
}

TEST_F(cuda, what_a_mapping_could_not_write_is_told_by_the_next_call_that_waits) {
    const device on = make_device();
    queue in = on.create_queue();
    auto buffer = on.create_buffer<int>(8, 5);
    {
        mapped<int> range = buffer.map(in);
        range[0] = 6;
        setenv("INGOT_FAKE_CUDA_FAIL", "cuMemcpyHtoDAsync_v2", 1);
    }
    EXPECT_EQ(error_of([&] { in.finish(); }), "cuMemcpyHtoDAsync_v2 on 'Fake GPU 0': CUDA_ERROR_OUT_OF_MEMORY (out of memory)");
    in.finish();
    EXPECT_EQ(buffer.read(in)[0], 5);
}

TEST_F(cuda, a_buffer_of_nothing) {
    const device on = make_device();
    queue in = on.create_queue();
    auto buffer = on.create_buffer<int>(0);
    EXPECT_TRUE(buffer.read(in).empty());
    buffer.zero(in);
    EXPECT_EQ(buffer.map(in).size(), 0u);
}

TEST_F(cuda, says_what_is_too_large) {
    const device on = make_device();
    EXPECT_EQ(error_of([&] { on.create_buffer<std::byte>(size_t {1} << 40); }),
              "no buffer of 1099511627776 bytes on 'Fake GPU 0': cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (out of memory)");
}

TEST_F(cuda, launches_with_its_arguments) {
    const device on = make_device();
    queue in = on.create_queue();
    const ptx_program source(ptx_program::saxpy());
    const program built(on, source.source());
    auto y = on.create_buffer<float>(1000, 1.0f);
    const auto x = on.create_buffer<float>(1000, 2.0f);
    enqueue_saxpy(in, built, y, x, 3.0f);
    enqueue_saxpy(in, built, y, x, 0.5f);
    EXPECT_EQ(y.read(in), std::vector<float>(1000, 8.0f));
}

TEST_F(cuda, gives_the_driver_groups_and_their_size) {
    const device on = make_device();
    queue in = on.create_queue();
    const ptx_program source(ptx_program::saxpy());
    const kernel_function saxpy(program(on, source.source()), "saxpy");
    EXPECT_EQ(saxpy.implementation().max_group_size(), 768u);
    std::optional<fake_cuda::launch> seen;
    fake->launched = [&](const fake_cuda::launch& launch) {
        seen = launch;
        return [] { return 0; };
    };
    const auto x = on.create_buffer<float>(1);
    const float factor = 1;
    const std::vector<kernel_argument> arguments {
        {&x.storage(), {}}, {&x.storage(), {}}, {nullptr, std::as_bytes(std::span(&factor, 1))}};
    in.run_unchecked(saxpy, range(100, 60, 7).groups_of(8, 4, 2), arguments);
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->kernel, "saxpy");
    EXPECT_EQ(seen->groups, (std::array {13u, 15u, 4u}));
    EXPECT_EQ(seen->group, (std::array {8u, 4u, 2u}));

    EXPECT_EQ(error_of([&] { in.run_unchecked(saxpy, range(1, 1, 256).groups_of(1, 1, 128), arguments); }),
              "kernel 'saxpy' on 'Fake GPU 0': groups of 1 x 1 x 128 work-items; a group can be 1024 x 1024 x 64 at most in its "
              "dimensions");
    EXPECT_EQ(error_of([&] { in.run_unchecked(saxpy, range(4, 70'000).groups_of(4, 1), arguments); }),
              "kernel 'saxpy': launching 4 x 70000 work-items in groups of 4 x 1 on 'Fake GPU 0': cuLaunchKernel: "
              "CUDA_ERROR_INVALID_VALUE (invalid argument)");
    in.finish();
}

TEST_F(cuda, work_keeps_what_it_uses) {
    const device on = make_device();
    queue in = on.create_queue();
    auto kept = on.create_buffer<float>(1000, 0.0f);
    {
        const ptx_program source(ptx_program::saxpy());
        const program built(on, source.source());
        auto y = on.create_buffer<float>(1000, 1.0f);
        const auto x = on.create_buffer<float>(1000, 2.0f);
        enqueue_saxpy(in, built, y, x, 3.0f);
        kept.copy(in, y);
    }
    EXPECT_EQ(kept.read(in), std::vector<float>(1000, 7.0f));
}

TEST_F(cuda, shows_kernels_the_same_image_while_opengl_has_the_same_pixels) {
    const device on = make_device();
    queue in = on.create_queue();
    const image_description what {.format = {channel_type::unorm_8, 4}, .width = 8, .height = 4};
    const auto shared = on.implementation().share_gl_image({2, what, gl_access::read_write});
    const auto first = shared->acquire(in.implementation());
    device_image pixels(on, what, first);
    pixels.fill(in, float4(1.0f, 0.0f, 0.0f, 1.0f));
    EXPECT_EQ(pixels.read(in)[4], std::byte {255});
    shared->release(in.implementation());
    EXPECT_EQ(shared->acquire(in.implementation()), first);
    shared->release(in.implementation());
}

TEST_F(cuda, times_each_launch_in_order) {
    const device on = make_device();
    queue in = on.create_queue();
    const ptx_program source(ptx_program::saxpy());
    const program built(on, source.source());
    auto y = on.create_buffer<float>(8, 1.0f);
    const auto x = on.create_buffer<float>(8, 2.0f);
    for (int i = 0; i < 3; ++i) enqueue_saxpy(in, built, y, x, 1.0f);
    const std::vector<launch_timing> timings = in.take_timings();
    ASSERT_EQ(timings.size(), 3u);
    for (const launch_timing& one : timings) {
        EXPECT_EQ(one.kernel, "saxpy");
        EXPECT_GT(one.duration.count(), 0);
    }
    EXPECT_TRUE(in.take_timings().empty());
    for (size_t i = 0; i < backends::kept_timings + 10; ++i) enqueue_saxpy(in, built, y, x, 1.0f);
    EXPECT_EQ(in.take_timings().size(), backends::kept_timings);
}

TEST_F(cuda, threads_share_a_queue) {
    const device on = make_device();
    queue in = on.create_queue();
    const ptx_program source(ptx_program::saxpy());
    const program built(on, source.source());
    auto y = on.create_buffer<float>(64, 0.0f);
    const auto x = on.create_buffer<float>(64, 1.0f);
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&, thread] {
            for (int i = 0; i < 100; ++i) enqueue_saxpy(in, built, y, x, 1.0f);
            in.finish();
            const auto own = on.create_buffer<int>(100, thread);
            queue of_thread = on.create_queue();
            EXPECT_EQ(own.read(of_thread), std::vector<int>(100, thread));
        });
    threads.clear();
    EXPECT_EQ(y.read(in), std::vector<float>(64, 400.0f));
}

TEST_F(cuda, a_second_start_takes_the_built_program) {
    const device on = make_device();
    const ptx_program source(ptx_program::saxpy());
    EXPECT_FALSE(program(on, source.source()).from_cache());
    EXPECT_TRUE(program(on, source.source()).from_cache());
    // Another kind of device has another program.
    EXPECT_FALSE(program(make_device(1), source.source()).from_cache());
    empty_cache();
    EXPECT_FALSE(program(on, source.source()).from_cache());
}

TEST_F(cuda, a_program_that_the_driver_does_not_take_any_more_is_built_anew) {
    const device on = make_device();
    const ptx_program source(ptx_program::saxpy());
    EXPECT_FALSE(program(on, source.source()).from_cache());
    setenv("INGOT_FAKE_CUDA_FAIL", "cuModuleLoadDataEx=200", 1);
    fake->reset();
    EXPECT_FALSE(program(on, source.source()).from_cache());
    EXPECT_EQ(fake->failed_call(), "cuModuleLoadDataEx");
    EXPECT_TRUE(program(on, source.source()).from_cache());
}

TEST_F(cuda, a_program_that_does_not_build_shows_the_drivers_log) {
    archive::archive contents = ptx_program::saxpy();
    contents.targets.front().bytes.front() = std::byte {'!'};
    const ptx_program source(contents);
    EXPECT_EQ(
        error_of([&] { program(make_device(), source.source()); }),
        "building saxpy.kernels.cpp\nptxas saxpy.kernels.cpp, line 1; fatal : Missing .version directive\n on 'Fake GPU 0': "
        "cuLinkAddData_v2: CUDA_ERROR_INVALID_PTX (a PTX JIT compilation failed)");
}

TEST_F(cuda, a_program_without_fitting_code_is_refused) {
    archive::archive contents = ptx_program::saxpy();
    contents.targets.front().architecture = "sm_100";
    contents.targets.push_back({"spirv", "", {std::byte {1}}});
    const ptx_program source(contents);
    const std::string words = error_of([&] { program(make_device(), source.source()); });
    EXPECT_NE(words.find("it takes 'ptx' for sm_90 or lower, and the archive holds code for: ptx for sm_100, spirv"),
              std::string::npos)
        << words;
}

TEST_F(cuda, code_and_reflection_that_disagree_are_refused) {
    const device on = make_device();
    const auto refused = [&](const archive::archive& contents) {
        const ptx_program source(contents);
        const program built(on, source.source());
        return error_of([&] { kernel_function(built, contents.kernels.front().name); });
    };
    archive::archive other_name = ptx_program::saxpy();
    other_name.kernels.front().name = other_name.kernels.front().symbol = "axpy";
    EXPECT_EQ(refused(other_name),
              "kernel 'axpy' on 'Fake GPU 0': cuModuleGetFunction: CUDA_ERROR_NOT_FOUND (named symbol not found)");

    archive::archive fewer = ptx_program::saxpy();
    fewer.kernels.front().parameters.pop_back();
    EXPECT_NE(refused(fewer).find("its code has more than the 2 parameters of its reflection"), std::string::npos);

    archive::archive more = ptx_program::saxpy();
    more.kernels.front().parameters.push_back(more.kernels.front().parameters.back());
    EXPECT_NE(refused(more).find("its code has 3 parameters, its reflection 4"), std::string::npos);

    archive::archive larger = ptx_program::saxpy();
    larger.kernels.front().parameters.back().size = 8;
    EXPECT_NE(refused(larger).find("its code has a parameter 'factor' of 4 bytes, its reflection another"), std::string::npos);
}

TEST_F(cuda, an_illegal_access_ends_the_device_and_not_the_program) {
    const device on = find_device(backend::cuda, 1);
    queue in = on.create_queue();
    const ptx_program source(ptx_program::saxpy());
    const program built(on, source.source());
    auto y = on.create_buffer<float>(8, 1.0f);
    const auto x = on.create_buffer<float>(8, 2.0f);
    fake->launched = [](const fake_cuda::launch&) { return [] { return 700; }; };
    enqueue_saxpy(in, built, y, x, 1.0f);
    const std::string first = error_of([&] { in.finish(); });
    EXPECT_EQ(first,
              "waiting for kernel 'saxpy' on 'Fake GPU 1': cuEventSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory "
              "access was encountered); the device is lost to this program, which must be started again to use it");

    const std::string lost =
        "'Fake GPU 1' is lost: cuEventSynchronize answered CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was "
        "encountered); start this program again to use it";
    EXPECT_EQ(error_of([&] { in.finish(); }), lost);
    EXPECT_EQ(error_of([&] { in.flush(); }), lost);
    EXPECT_EQ(error_of([&] { in.take_timings(); }), lost);
    EXPECT_EQ(error_of([&] { y.read(in); }), lost);
    EXPECT_EQ(error_of([&] { y.zero(in); }), lost);
    EXPECT_EQ(error_of([&] { y.map(in); }), lost);
    EXPECT_EQ(error_of([&] { enqueue_saxpy(in, built, y, x, 1.0f); }), lost);
    EXPECT_EQ(error_of([&] { on.create_queue(); }), lost);
    EXPECT_EQ(error_of([&] { on.create_buffer<float>(0); }), lost);
    EXPECT_EQ(error_of([&] { program(on, source.source()); }), lost);

    const std::vector<device_listing> listed = devices(backend::cuda);
    ASSERT_EQ(listed.size(), 2u);
    EXPECT_TRUE(listed[0].device);
    EXPECT_FALSE(listed[1].device);
    EXPECT_EQ(listed[1].unavailable.find("Fake GPU 1 is lost: cuEventSynchronize answered"), 0u) << listed[1].unavailable;
}

TEST_F(cuda, a_mapping_of_a_lost_device_ends_quietly) {
    const device on = make_device();
    queue in = on.create_queue();
    auto y = on.create_buffer<float>(8, 1.0f);
    mapped<float> range = y.map(in);
    setenv("INGOT_FAKE_CUDA_FAIL", "cuStreamQuery=719", 1);
    EXPECT_NE(error_of([&] { in.flush(); }).find("cuStreamQuery on 'Fake GPU 0': CUDA_ERROR_LAUNCH_FAILED"), std::string::npos);
    range[0] = 2.0f;
}

}  // namespace
}  // namespace ingot
