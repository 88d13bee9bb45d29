// Tests launches, queues and programs on every device.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ingot/runtime/kernel_statistics.hpp>
#include <ingot/runtime/timeline.hpp>
#include <numeric>
#include <thread>

#include "backend.hpp"
#include "environment_value.hpp"
#include "every_device.hpp"
#include "kernel_calls.hpp"
#include "launch.kernels.hpp"
#include "mixed_values.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace ingot;
using ingot::testing::argument;
using ingot::testing::contains;
using ingot::testing::error_message;
using ingot::testing::run;

class launches : public ingot::testing::every_device {
protected:
    static std::vector<uint32_t> counted(size_t count) {
        std::vector<uint32_t> values(count);
        std::iota(values.begin(), values.end(), 1u);
        return values;
    }

    // Returns the numbers that the kernel note_place writes for all work-items of a range.
    std::vector<uint32_t> places(const range& items, size_t count) {
        auto out = device_.create_buffer<uint32_t>(count * 18, 12345);
        run(queue_, program_, "note_place", items, out);
        return out.read(queue_);
    }

    program program_ {device_, launch_source};
};

// Tests of timings. Skipped on devices that do not measure times.
class timed_launches : public launches {
protected:
    void SetUp() override {
        if (!queue_.implementation().timing()) GTEST_SKIP() << device_.name() << " does not measure times";
    }
};

TEST_P(launches, compute) {
    const auto x = device_.create_buffer<float>(100'000, 2.0f);
    auto y = device_.create_buffer<float>(100'000, 1.0f);
    run(queue_, program_, "saxpy", range(100'000).groups_of(50), x, y, 3.0f);
    EXPECT_EQ(y.read(queue_), std::vector<float>(100'000, 7.0f));
}

// Vulkan's drivers may report nothing.
TEST_P(launches, show_what_the_driver_reports_about_their_code) {
    const std::string file(launch_source.name);
    {
        const kernel_function saxpy(program_, "saxpy");
        const kernel_function same(program_, "saxpy");
        const auto x = device_.create_buffer<float>(100, 2.0f);
        auto y = device_.create_buffer<float>(100, 1.0f);
        const std::vector<kernel_argument> arguments {argument(x), argument(y), argument(3.0f)};
        for (const kernel_function& each : {saxpy, same}) queue_.run_unchecked(each, range(100).groups_of(50), arguments);
        queue_.finish();
        const std::vector<kernel_statistics> all = kernel_statistics_in_use(device_, file);
        const backend by = device_.backend();
        const bool always_reports = by == backend::opencl || by == backend::cuda || by == backend::cpu_native;
        EXPECT_LE(all.size(), 1u) << "the two kernels report the same";
        EXPECT_GE(all.size(), always_reports ? 1u : 0u);
        for (const kernel_statistics& kernel : all) {
            EXPECT_EQ(kernel.kernel, "saxpy");
            EXPECT_FALSE(kernel.code.empty());
            for (const code_statistic& each : kernel.code) EXPECT_FALSE(each.name.empty() || each.value.empty());
        }
        EXPECT_TRUE(kernel_statistics_in_use(device_, "other.kernels.cpp").empty());
    }
    EXPECT_TRUE(kernel_statistics_in_use(device_, file).empty()) << "the kernels were destroyed";
}

TEST_P(launches, run_in_the_queues_order) {
    auto numbers = device_.create_buffer<uint32_t>(10'000, 0);
    auto copy = device_.create_buffer<uint32_t>(10'000);
    numbers.fill(queue_, 1);
    for (const uint32_t digit : {2u, 3u}) run(queue_, program_, "append_digit", range(10'000), numbers, digit);
    copy.copy(queue_, numbers);
    run(queue_, program_, "append_digit", range(10'000), numbers, uint32_t {4});
    run(queue_, program_, "append_digit", range(10'000), copy, uint32_t {5});
    EXPECT_EQ(numbers.read(queue_), std::vector<uint32_t>(10'000, 1234));
    EXPECT_EQ(copy.read(queue_), std::vector<uint32_t>(10'000, 1235));
    {
        auto view = copy.map(queue_);
        EXPECT_EQ(view[9999], 1235u);
        std::ranges::fill(view, 6u);
    }
    run(queue_, program_, "append_digit", range(10'000), copy, uint32_t {7});
    EXPECT_EQ(copy.read(queue_), std::vector<uint32_t>(10'000, 67));
}

TEST_P(launches, report_each_work_item_its_place) {
    const std::array<uint32_t, 3> global {12, 6, 4};
    const std::array<uint32_t, 3> local {4, 3, 2};
    const auto results = places(range(12, 6, 4).groups_of(4, 3, 2), 12 * 6 * 4);
    for (uint32_t z = 0; z < 4; ++z)
        for (uint32_t y = 0; y < 6; ++y)
            for (uint32_t x = 0; x < 12; ++x) {
                const std::array<uint32_t, 3> id {x, y, z};
                const uint32_t* const entry = &results[((z * 6 + y) * 12 + x) * 18];
                for (uint32_t i = 0; i < 3; ++i) {
                    ASSERT_EQ(entry[i], id[i]);
                    ASSERT_EQ(entry[3 + i], id[i] % local[i]);
                    ASSERT_EQ(entry[6 + i], id[i] / local[i]);
                    ASSERT_EQ(entry[9 + i], global[i]);
                    ASSERT_EQ(entry[12 + i], local[i]);
                    ASSERT_EQ(entry[15 + i], global[i] / local[i]);
                }
            }
}

TEST_P(launches, have_size_one_in_unused_dimensions) {
    const auto results = places(range(5).groups_of(5), 5);
    const std::vector<uint32_t> last(results.end() - 18, results.end());
    EXPECT_EQ(last, (std::vector<uint32_t> {4, 0, 0, 4, 0, 0, 0, 0, 0, 5, 1, 1, 5, 1, 1, 1, 1, 1}));
}

TEST_P(launches, are_rounded_up_to_whole_groups) {
    const auto results = places(range(5).groups_of(4), 8);
    EXPECT_EQ(results[7 * 18], 7u);      // global_id.x
    EXPECT_EQ(results[7 * 18 + 9], 8u);  // global_size.x
}

TEST_P(launches, without_a_group_get_one_that_divides_the_range) {
    for (const uint32_t count : {1u, 7u, 30u, 997u, 1000u}) {
        const auto results = places(range(count), count);
        EXPECT_EQ(results[9], count);        // global_size.x
        EXPECT_EQ(count % results[12], 0u);  // local_size.x
    }
    const auto plane = places(range(30, 14), 30 * 14);
    EXPECT_EQ((std::vector(plane.begin() + 9, plane.begin() + 12)), (std::vector<uint32_t> {30, 14, 1}));  // global_size
}

TEST_P(launches, reduce_through_local_memory) {
    const auto values = counted(10'000);
    const auto numbers = device_.create_buffer<uint32_t>(std::span(values));
    auto sums = device_.create_buffer<uint32_t>(40, 0);
    run(queue_, program_, "sum_groups", range(10'000).groups_of(256), numbers, sums, uint32_t {10'000});
    const auto result = sums.read(queue_);
    for (uint32_t group = 0; group < 40; ++group) {
        const auto first = values.begin() + group * 256;
        const auto last = values.begin() + std::min<int>(static_cast<int>(group) * 256 + 256, 10'000);
        EXPECT_EQ(result[group], std::accumulate(first, last, 0u)) << group;
    }
}

TEST_P(launches, transpose_through_local_memory_of_two_dimensions) {
    constexpr uint32_t width = 50;
    constexpr uint32_t height = 30;
    std::vector<float> values(width * height);
    std::iota(values.begin(), values.end(), 0.0f);
    const auto source = device_.create_buffer<float>(std::span<const float>(values));
    auto destination = device_.create_buffer<float>(width * height, -1.0f);
    run(queue_, program_, "transpose", range(width, height).groups_of(8, 8), source, destination, uint2(width, height));
    const auto result = destination.read(queue_);
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x) ASSERT_EQ(result[x * height + y], values[y * width + x]);
}

TEST_P(launches, mirror_through_local_memory_of_three_dimensions) {
    auto cells = device_.create_buffer<uint32_t>(std::span<const uint32_t>(counted(8 * 8 * 4)));
    run(queue_, program_, "mirror_blocks", range(8, 8, 4).groups_of(4, 4, 4), cells);
    const auto result = cells.read(queue_);
    for (uint32_t z = 0; z < 4; ++z)
        for (uint32_t y = 0; y < 8; ++y)
            for (uint32_t x = 0; x < 8; ++x) {
                const uint32_t from_x = x / 4 * 4 + 3 - x % 4;
                const uint32_t from_y = y / 4 * 4 + 3 - y % 4;
                ASSERT_EQ(result[(z * 8 + y) * 8 + x], ((3 - z) * 8 + from_y) * 8 + from_x + 1);
            }
}

TEST_P(launches, pass_values_of_every_size) {
    if (!device_.properties().has_double) GTEST_SKIP() << device_.name() << " has no double";
    mixed_values all;
    all.first = 200;
    all.vector = {1, 2, 3, 4.5f};
    all.three = {5, 6, 7.25f};
    all.last = -(int64_t {1} << 40);
    auto out = device_.create_buffer<double>(7, 0.0);
    run(queue_, program_, "take_values", range(1), out, all, uint8_t {250}, int64_t {1} << 50, float3(1, 2, 3.5f));
    EXPECT_EQ(out.read(queue_), (std::vector<double> {200, 4.5, -1099511627776.0, 7.25, 250, 1125899906842624.0, 3.5}));
}

TEST_P(launches, see_structs_as_the_host_lays_them_out) {
    mixed_values value;
    value.first = 3;
    value.vector.w = 1.5f;
    value.three.x = 2.5f;
    value.last = 40;
    auto values = device_.create_buffer<mixed_values>(100, value);
    run(queue_, program_, "swap_values", range(100), values);
    const mixed_values last = values.read(queue_).back();
    EXPECT_EQ(last.vector.w, 2.5f);
    EXPECT_EQ(last.three.x, 1.5f);
    EXPECT_EQ(last.last, 43);
}

TEST_P(launches, need_no_arguments_where_the_kernel_has_none) {
    run(queue_, program_, "take_no_arguments", range(64));
    queue_.finish();
}

TEST_P(timed_launches, are_timed) {
    EXPECT_TRUE(queue_.take_timings().empty());
    auto numbers = device_.create_buffer<uint32_t>(100'000, 0);
    for (uint32_t i = 0; i < 300; ++i) run(queue_, program_, "append_digit", range(1000), numbers, i);
    run(queue_, program_, "take_no_arguments", range(64));
    const auto timings = queue_.take_timings();
    ASSERT_EQ(timings.size(), 301u);
    EXPECT_EQ(timings[299].kernel, "append_digit");
    EXPECT_EQ(timings[300].kernel, "take_no_arguments");
    std::chrono::nanoseconds all {};
    for (const launch_timing& timing : timings) all += timing.duration;
    EXPECT_GT(all.count(), 0);
    EXPECT_TRUE(queue_.take_timings().empty());
}

TEST_P(timed_launches, and_transfers_have_a_place_on_the_hosts_clock) {
    auto numbers = device_.create_buffer<uint32_t>(100'000, 0);
    const std::vector<uint32_t> values(100'000, 5);
    take_timeline(queue_);
    const auto before = std::chrono::steady_clock::now();
    for (uint32_t i = 0; i < 100; ++i) run(queue_, program_, "append_digit", range(1000), numbers, i);
    numbers.write(queue_, values);
    run(queue_, program_, "take_no_arguments", range(64));
    queue_.take_timings();
    const auto ran = take_timeline(queue_);
    ASSERT_GE(ran.size(), 102u);  // a transfer may be recorded in several parts
    EXPECT_EQ(ran[99].name, "append_digit");
    EXPECT_EQ(ran[100].type, timeline_entry::kind::transfer);
    EXPECT_GT(ran[100].bytes, 0u);
    EXPECT_EQ(ran.back().name, "take_no_arguments");
    EXPECT_GE(ran.front().start, before) << "the device's time was not converted to the host's clock";
    for (size_t i = 1; i < ran.size(); ++i) EXPECT_GE(ran[i].start, ran[i - 1].start + ran[i - 1].duration) << i;
    EXPECT_TRUE(take_timeline(queue_).empty());
}

TEST_P(timed_launches, and_transfers_are_timed_apart) {
    auto numbers = device_.create_buffer<uint32_t>(100'000, 0);
    auto others = device_.create_buffer<uint32_t>(100'000, 0);
    EXPECT_TRUE(queue_.take_transfer_timings().empty());
    const std::vector<uint32_t> values(100'000, 5);
    numbers.write(queue_, values);
    run(queue_, program_, "append_digit", range(1000), numbers, 1u);
    others.copy(queue_, numbers);
    others.fill(queue_, 0u);
    others.read(queue_);
    EXPECT_EQ(queue_.take_timings().size(), 1u);
    std::map<transfer, size_t> bytes;
    for (const transfer_timing& timing : queue_.take_transfer_timings()) {
        bytes[timing.direction] += timing.bytes;
        EXPECT_GE(timing.duration.count(), 0);
    }
    EXPECT_EQ(bytes[transfer::to_device], 400'000u);
    EXPECT_EQ(bytes[transfer::on_device], 800'000u);
    EXPECT_EQ(bytes[transfer::to_host], 400'000u);
    EXPECT_TRUE(queue_.take_transfer_timings().empty());
}

TEST_P(launches, with_wrong_arguments_are_errors) {
    auto x = device_.create_buffer<float>(10, 0.0f);
    auto y = device_.create_buffer<float>(10, 0.0f);
    const std::string context = "kernel 'saxpy' on '" + device_.name() + "': ";
    EXPECT_EQ(error_message([&] { run(queue_, program_, "saxpy", range(10), x, y); }),
              context + "2 arguments were given; the kernel has 3 parameters");
    EXPECT_EQ(error_message([&] { run(queue_, program_, "saxpy", range(10), x, y, 1.0f, 2.0f); }),
              context + "4 arguments were given; the kernel has 3 parameters");
    EXPECT_EQ(error_message([&] { run(queue_, program_, "saxpy", range(10), x, 1.0f, 1.0f); }),
              context + "argument 2 'y' is a buffer of float; a value was given");
    EXPECT_EQ(error_message([&] { run(queue_, program_, "saxpy", range(10), x, y, y); }),
              context + "argument 3 'a' is a value of type float; a buffer was given");
    EXPECT_EQ(error_message([&] { run(queue_, program_, "saxpy", range(10), x, y, 1.0); }),
              context + "argument 3 'a' is a float of 4 bytes; 8 bytes were given");
    const auto moved_buffer = std::move(y);
    EXPECT_EQ(error_message([&] { run(queue_, program_, "saxpy", range(10), x, y, 1.0f); }),
              context + "argument 2 'y' is a buffer that was moved from");
}

TEST_P(launches, with_impossible_ranges_are_errors) {
    const auto words = [&](const range& items) {
        return error_message([&] { run(queue_, program_, "take_no_arguments", items); });
    };
    EXPECT_TRUE(contains(words(range(0)), "a range of 0 work-items"));
    EXPECT_TRUE(contains(words(range(10, 0)), "a range of 10 x 0 work-items"));
    EXPECT_TRUE(contains(words(range(10).groups_of(0)), "a work-group of 0 x 1 x 1"));
    EXPECT_TRUE(contains(words(range(10).groups_of(100'000)), "work-groups of 100000 work-items"));
    EXPECT_TRUE(contains(words(range(10, 10, 10).groups_of(70'000, 70'000, 70'000)), "work-groups of 70000 x 70000 x 70000"));
    EXPECT_TRUE(contains(words(range(UINT32_MAX).groups_of(2)), "2^32"));
    EXPECT_TRUE(contains(words(range(UINT32_MAX, UINT32_MAX, UINT32_MAX).groups_of(1)), "2^63"));
    EXPECT_EQ(words(range(10).groups_of(10)), "");
}

TEST_P(launches, on_a_queue_that_was_moved_from_are_errors) {
    queue second = std::move(queue_);
    EXPECT_TRUE(contains(error_message([&] { run(queue_, program_, "take_no_arguments", range(1)); }), "was moved from"));
    EXPECT_TRUE(contains(error_message([&] { queue_.finish(); }), device_.name()));
    run(second, program_, "take_no_arguments", range(1));
    queue_ = std::move(second);
    queue_.finish();
}

TEST_P(launches, do_not_mix_devices) {
    for (const auto& choice : ingot::testing::every_device_choice()) {
        const device other = find_device(choice.backend, choice.index);
        if (other == device_) continue;
        auto numbers = other.create_buffer<uint32_t>(10, 0);
        EXPECT_TRUE(contains(error_message([&] { run(queue_, program_, "append_digit", range(10), numbers, uint32_t {1}); }),
                             "argument 1 'numbers' is a buffer of another device, '" + other.name() + "'"));
        queue others = other.create_queue();
        EXPECT_TRUE(contains(error_message([&] { run(others, program_, "take_no_arguments", range(10)); }),
                             "was built for '" + device_.name()));
    }
}

TEST_P(launches, run_in_several_queues_at_once) {
    std::vector<queue> queues;
    std::vector<device_buffer<uint32_t>> buffers;
    for (uint32_t i = 0; i < 4; ++i) {
        queues.push_back(device_.create_queue());
        buffers.push_back(device_.create_buffer<uint32_t>(10'000, i));
    }
    for (const uint32_t digit : {5u, 6u, 7u})
        for (uint32_t i = 0; i < 4; ++i) run(queues[i], program_, "append_digit", range(10'000), buffers[i], digit);
    for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(buffers[i].read(queues[i]), std::vector<uint32_t>(10'000, i * 1000 + 567));
}

TEST_P(launches, come_from_several_threads_at_once) {
    const kernel_function shared(program_, "append_digit");
    std::vector<std::thread> threads;
    std::vector<uint32_t> results(4);
    for (uint32_t i = 0; i < results.size(); ++i)
        threads.emplace_back([&, i] {
            queue own = device_.create_queue();
            auto numbers = device_.create_buffer<uint32_t>(1000, 0);
            // All threads launch the same kernel_function. A launch must not get arguments of another thread.
            for (uint32_t round = 0; round < 50; ++round) {
                numbers.fill(own, i);
                const uint32_t digit = i + 1;
                const std::vector<kernel_argument> arguments {argument(numbers), argument(digit)};
                own.run_unchecked(shared, range(1000), arguments);
            }
            const auto values = numbers.read(own);
            results[i] = std::ranges::count(values, values[0]) == 1000 ? values[0] : UINT32_MAX;
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(results, (std::vector<uint32_t> {1, 12, 23, 34}));
}

TEST_P(launches, share_one_queue_between_threads) {
    const auto addend = device_.create_buffer<float>(1, 1.0f);
    auto sum = device_.create_buffer<float>(1, 0.0f);
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (uint32_t round = 0; round < 25; ++round) run(queue_, program_, "saxpy", range(1), addend, sum, 1.0f);
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(sum.read(queue_).front(), 100.0f);
}

TEST_P(launches, complete_although_their_program_kernel_and_buffers_were_destroyed) {
    auto result = device_.create_buffer<uint32_t>(10'000, 1);
    {
        const program brief(device_, launch_source);
        const auto x = device_.create_buffer<float>(10'000, 1.0f);
        auto y = device_.create_buffer<float>(10'000, 1.0f);
        run(queue_, brief, "saxpy", range(10'000), x, y, 2.0f);
        run(queue_, brief, "append_digit", range(10'000), result, uint32_t {2});
    }
    EXPECT_EQ(result.read(queue_), std::vector<uint32_t>(10'000, 12));
}

class programs : public ingot::testing::every_device {};

TEST_P(programs, name_their_kernels) {
    const program program(device_, launch_source);
    EXPECT_EQ(program.owner(), device_);
    const auto names = program.kernel_names();
    ASSERT_FALSE(names.empty());
    EXPECT_EQ(names.front(), "saxpy");
    EXPECT_EQ(kernel_function(program, "saxpy").name(), "saxpy");
    EXPECT_TRUE(contains(error_message([&] { kernel_function(program, "saxpi"); }), "has no kernel 'saxpi'; it has: saxpy, "));
}

TEST_P(programs, of_foreign_or_damaged_archives_are_errors) {
    std::vector<std::byte> bytes(launch_source.archive.begin(), launch_source.archive.end());
    const auto words = [&] {
        return error_message([&] { program(device_, {"some.kernels.cpp", bytes, launch_source.cpu_debug}); });
    };
    EXPECT_EQ(words(), "");
    bytes.back() ^= std::byte {1};
    EXPECT_TRUE(contains(words(), "on '" + device_.name() + "': some.kernels.cpp: damaged"));
    bytes.pop_back();
    EXPECT_TRUE(contains(words(), "some.kernels.cpp: truncated"));
    bytes.assign(100, std::byte {7});
    EXPECT_TRUE(contains(words(), "not an Ingot archive"));
    bytes.clear();
    EXPECT_TRUE(contains(words(), "truncated"));
}

TEST_P(programs, without_code_for_the_device_are_errors) {
    if (description_of(device_.backend()).runs_in_process())
        GTEST_SKIP() << "this device runs code of the host program, not of the archive";
    archive::archive contents = archive::read(launch_source.archive, "launch");
    contents.targets = {{"msl", "", {}}};
    const auto bytes = archive::write(contents);
    const std::string words = error_message([&] { program(device_, {"some.kernels.cpp", bytes, {}}); });
    EXPECT_TRUE(contains(words, "some.kernels.cpp on '" + device_.name())) << words;
    EXPECT_TRUE(contains(words, "msl")) << words;
}

TEST_P(programs, whose_reflection_and_code_disagree_are_errors) {
    if (device_.backend() != backend::opencl) GTEST_SKIP() << "this test compares messages of the OpenCL backend";
    archive::archive contents = archive::read(launch_source.archive, "launch");
    contents.kernels.front().parameters.pop_back();
    contents.kernels.back().name = contents.kernels.back().symbol = "no_such_kernel";
    const auto bytes = archive::write(contents);
    const program program(device_, {"some.kernels.cpp", bytes, {}});
    EXPECT_TRUE(contains(error_message([&] { kernel_function(program, "saxpy"); }),
                         "its code has 3 parameters, but its reflection has 2"));
    EXPECT_TRUE(contains(error_message([&] { kernel_function(program, "no_such_kernel"); }), "CL_INVALID_KERNEL_NAME (-46)"));
}

class program_cache : public ingot::testing::every_device {
protected:
    void SetUp() override {
        if (description_of(device_.backend()).runs_in_process())
            GTEST_SKIP() << "this device runs code of the host program, so nothing is built";
        if (device_.backend() == backend::cpu_native) GTEST_SKIP() << "this device runs the archive's code, so nothing is built";
    }

    // Builds the program and runs it. Returns whether the program came from the cache, and the number that it computed.
    std::pair<bool, uint32_t> build() {
        const program program(device_, launch_source);
        auto numbers = device_.create_buffer<uint32_t>(1, 1);
        run(queue_, program, "append_digit", range(1), numbers, uint32_t {2});
        return {program.is_from_cache(), numbers.read(queue_).front()};
    }
    std::filesystem::path entry() const {
        for (const auto& file : std::filesystem::directory_iterator(folder_.path() / "ingot" / "programs")) return file.path();
        return {};
    }

    ingot::tests::temporary_folder folder_;
    ingot::tests::environment_value cache_ {"XDG_CACHE_HOME", folder_.path().string()};
    ingot::tests::environment_value always_ {"INGOT_PROGRAM_CACHE", "always"};
};

TEST_P(program_cache, is_used_by_the_second_build) {
    EXPECT_EQ(build(), std::pair(false, 12u));
    EXPECT_EQ(build(), std::pair(true, 12u));
    archive::archive other = archive::read(launch_source.archive, "launch");
    other.options.push_back("-DOTHER");
    const auto bytes = archive::write(other);
    EXPECT_FALSE(program(device_, {"launch.kernels.cpp", bytes, {}}).is_from_cache()) << "another archive is another program";
}

TEST_P(program_cache, is_not_used_where_the_driver_has_its_own) {
    const ingot::tests::environment_value as_by_default("INGOT_PROGRAM_CACHE", "");
    const bool driver_has_cache = device_.properties().driver.starts_with("Portable Computing Language");
    EXPECT_EQ(build(), std::pair(false, 12u));
    EXPECT_EQ(build(), std::pair(!driver_has_cache, 12u));
    EXPECT_EQ(std::filesystem::exists(folder_.path() / "ingot" / "programs"), !driver_has_cache);
}

TEST_P(program_cache, replaces_an_entry_that_is_damaged) {
    EXPECT_EQ(build(), std::pair(false, 12u));
    std::filesystem::resize_file(entry(), std::filesystem::file_size(entry()) / 2);
    EXPECT_EQ(build(), std::pair(false, 12u));
    EXPECT_EQ(build(), std::pair(true, 12u));
    std::ofstream(entry()) << "not an archive";
    EXPECT_EQ(build(), std::pair(false, 12u));
    EXPECT_EQ(build(), std::pair(true, 12u));
}

TEST_P(program_cache, that_cannot_be_written_is_no_error) {
    std::ofstream(folder_.path() / "ingot") << "in the way";
    EXPECT_EQ(build(), std::pair(false, 12u));
    EXPECT_EQ(build(), std::pair(false, 12u));
}

INGOT_TEST_ON_EVERY_DEVICE(launches);
INGOT_TEST_ON_EVERY_DEVICE(timed_launches);
INGOT_TEST_ON_EVERY_DEVICE(programs);
INGOT_TEST_ON_EVERY_DEVICE(program_cache);

}  // namespace
