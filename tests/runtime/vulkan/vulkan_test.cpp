// Tests of the Vulkan backend with kernels that are written by hand in GLSL, in the form that the target vulkan gives its code.
// Skipped where there is no device.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <ingot/archive/failures.hpp>
#include <ingot/archive/vulkan_code.hpp>
#include <ingot/ingot.hpp>
#include <ingot/language/image_functions.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "environment_value.hpp"
#include "every_device.hpp"
#include "fails.hpp"
#include "fence_words.hpp"
#include "hand_written.hpp"
#include "kernel_calls.hpp"
#include "leaves.hpp"
#include "many.hpp"
#include "prints.hpp"
#include "ranges.hpp"
#include "reversed.hpp"
#include "smooth.hpp"
#include "temporary_folder.hpp"
#include "vulkan/allocator.hpp"
#include "vulkan/device.hpp"
#include "vulkan/dispatch.hpp"
#include "vulkan/print.hpp"
#include "vulkan/rounding_probe.hpp"
#include "widened.hpp"

namespace ingot {

namespace {

using archive::vulkan_argument_kind;
using testing::add_scale;
using testing::argument;
using testing::as_buffer;
using testing::as_local;
using testing::as_value;
using testing::buffer_parameter;
using testing::error_message;
using testing::hand_written;
using testing::run;
using testing::value_parameter;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

archive::parameter local_parameter(const char* name) {
    return {name, archive::parameter_kind::local, archive::access::read_write, "uint32_t", 4, 4};
}

archive::parameter image_parameter(const char* name, archive::access accessed) {
    return {name, archive::parameter_kind::image, accessed, "image_2d<float4>", 0, 0, false, {"image_2d", "floating", 4}};
}

class vulkan : public ::testing::Test {
protected:
    void SetUp() override {
        for (const device_listing& each : devices(backend::vulkan))
            if (each.device && !device_) device_ = each.device;
        if (!device_) GTEST_SKIP() << "there is no Vulkan device: " << devices(backend::vulkan).front().unavailable_reason;
        queue_.emplace(device_->create_queue());
    }
    void scale_and_check(const program& program, uint32_t count) {
        std::vector<float> values(count);
        std::iota(values.begin(), values.end(), 0.0f);
        auto y = device_->create_buffer<float>(std::span<const float>(values));
        const auto x = device_->create_buffer<float>(std::span<const float>(values));
        run(*queue_, program, "scale", range(count), y, x, 2.0f, count);
        const std::vector<float> results = y.read(*queue_);
        for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(results[i], 3.0f * static_cast<float>(i));
    }

    ingot::tests::temporary_folder cache_;
    ingot::tests::environment_value no_driver_cache_ {"MESA_SHADER_CACHE_DISABLE", "true"};  // it would stay in a removed folder
    ingot::tests::environment_value cache_variable_ {"XDG_CACHE_HOME", cache_.path().string()};
    std::optional<device> device_;
    std::optional<queue> queue_;
};

TEST_F(vulkan, runs_a_kernel_many_times) {
    hand_written made;
    add_scale(made);
    const program program(*device_, made.source());
    for (const uint32_t count : {1u, 64u, 1000u, 100'000u}) scale_and_check(program, count);
    auto y = device_->create_buffer<float>(256, 0.0f);
    const auto x = device_->create_buffer<float>(256, 1.0f);
    for (uint32_t i = 0; i < 1000; ++i) run(*queue_, program, "scale", range(256), y, x, 1.0f, 256u);
    EXPECT_EQ(y.read(*queue_), std::vector<float>(256, 1000.0f));
}

// Large copies are made by a queue for transfers, if there is one, and the order of the commands stays as it is.
TEST_F(vulkan, transfers_large_data_between_kernels) {
    const auto tested = std::static_pointer_cast<backends::vulkan::device>(device_->shared_implementation());
    const char* const driver = std::getenv("INGOT_FAILING_VULKAN");
    if (driver && std::string_view(driver) == "discrete") {
        ASSERT_TRUE(tested->logical()->physical().has_transfer_queue());
        EXPECT_FALSE(tested->shares_memory());
    }
    hand_written made;
    add_scale(made);
    const program program(*device_, made.source());
    constexpr uint32_t count = 3'000'000;  // 12 MB: several parts
    queue other = device_->create_queue();
    auto x = device_->create_buffer<float>(count, 1.0f);
    auto y = device_->create_buffer<float>(count, 0.0f);
    std::vector<float> expected(count, 0.0f);
    std::vector<float> written(count);
    for (int step = 1; step <= 4; ++step) {
        for (uint32_t i = 0; i < count; ++i) written[i] = static_cast<float>((i + static_cast<uint32_t>(step)) % 1000);
        run(*queue_, program, "scale", range(count), y, x, 1.0f, count);  // y += x, before x changes
        for (float& each : expected) each += step == 1 ? 1.0f : 0.0f;
        if (step > 1)
            for (uint32_t i = 0; i < count; ++i) expected[i] += static_cast<float>((i + static_cast<uint32_t>(step) - 1) % 1000);
        x.write(*queue_, std::span<const float>(written));
        ASSERT_EQ(y.read(*queue_), expected) << step;
        // The other queue reads what this one has written.
        other.wait_for(*queue_);
        ASSERT_EQ(x.read(other), written) << step;
        queue_->wait_for(other);
    }
    // A small write to a part of what a large one writes, and back.
    x.write(*queue_, std::span<const float>(written));
    x.write(*queue_, std::span<const float>(expected).first(10));
    std::ranges::copy_n(expected.begin(), 10, written.begin());
    EXPECT_EQ(x.read(*queue_), written);
}

TEST(vulkan_parts, chooses_queue_families) {
    const auto choose = [](std::initializer_list<VkQueueFlags> flags) {
        std::vector<VkQueueFamilyProperties> families;
        for (const VkQueueFlags each : flags) families.push_back({each, 2, 64, {1, 1, 1}});
        const backends::vulkan::queue_families chosen = backends::vulkan::choose_queue_families(families);
        return std::pair(chosen.kernels, chosen.transfers);
    };
    using none = std::optional<uint32_t>;
    constexpr VkQueueFlags copies = VK_QUEUE_TRANSFER_BIT;
    constexpr VkQueueFlags computes = VK_QUEUE_COMPUTE_BIT | copies;
    constexpr VkQueueFlags draws = VK_QUEUE_GRAPHICS_BIT | computes;
    constexpr VkQueueFlags sparse = VK_QUEUE_SPARSE_BINDING_BIT;
    constexpr VkQueueFlags decodes = VK_QUEUE_VIDEO_DECODE_BIT_KHR;
    EXPECT_EQ(choose({draws}), std::pair(none(0), none()));
    EXPECT_EQ(choose({draws, computes}), std::pair(none(1), none()));
    EXPECT_EQ(choose({draws | sparse, copies | sparse, computes | sparse, copies | decodes}), std::pair(none(2), none(1)));
    EXPECT_EQ(choose({draws, computes, copies | decodes}), std::pair(none(1), none())) << "a family for videos";
    EXPECT_EQ(choose({VK_QUEUE_GRAPHICS_BIT | copies, copies}), std::pair(none(), none(1))) << "no kernels";
    const std::vector<VkQueueFamilyProperties> without_clock {{draws, 1, 64, {1, 1, 1}}, {copies, 1, 0, {1, 1, 1}}};
    EXPECT_FALSE(backends::vulkan::choose_queue_families(without_clock).transfers);
    const std::vector<VkQueueFamilyProperties> without_queues {{draws, 1, 64, {1, 1, 1}}, {copies, 0, 64, {1, 1, 1}}};
    EXPECT_FALSE(backends::vulkan::choose_queue_families(without_queues).transfers);
}

TEST_F(vulkan, gives_each_queue_for_transfers_to_one_owner) {
    const auto tested = std::static_pointer_cast<backends::vulkan::device>(device_->shared_implementation());
    backends::vulkan::logical_device& logical = *tested->logical();
    const auto take_all = [&] {
        std::vector<std::shared_ptr<backends::vulkan::hardware_queue>> taken;
        while (auto next = logical.take_transfer_queue()) taken.push_back(std::move(next));
        return taken;
    };
    const size_t beside_one = take_all().size();
    queue_.reset();
    const auto all = take_all();
    EXPECT_EQ(all.size(), logical.physical().has_transfer_queue() ? beside_one + 1 : 0);
    for (size_t i = 0; i < all.size(); ++i)
        for (size_t j = 0; j < i; ++j) EXPECT_NE(all[i]->handle, all[j]->handle);
    EXPECT_EQ(take_all().size(), 0u);
}

TEST_F(vulkan, divides_a_launch_of_too_many_groups) {
    hand_written made;
    made.add("ranges", ranges_words, {buffer_parameter<uint32_t>("visits"), buffer_parameter<uint32_t>("launched")},
             {{as_buffer, 0, 0, 8}, {as_buffer, 1, 8, 8}});
    const program program(*device_, made.source());
    for (const std::array<uint32_t, 3> groups : {std::array {200'001u, 1u, 1u}, {3u, 70'000u, 2u}, {2u, 1u, 65'537u}}) {
        auto visits = device_->create_buffer<uint32_t>(size_t {groups[0]} * groups[1] * groups[2], 0u);
        auto launched = device_->create_buffer<uint32_t>(4, 0u);
        run(*queue_, program, "ranges", range(groups[0], groups[1], groups[2]).groups_of(1, 1, 1), visits, launched);
        const std::vector<uint32_t> counts = visits.read(*queue_);
        EXPECT_EQ(std::ranges::count(counts, 1u), std::ssize(counts));
        EXPECT_EQ(launched.read(*queue_), (std::vector<uint32_t> {groups[0], groups[1], groups[2], 3u}));
    }
}

TEST(vulkan_parts, divided_groups_cover_the_range_once) {
    const auto parts = backends::vulkan::divide_groups({10, 3, 5}, {4, 3, 2});
    ASSERT_EQ(parts.size(), 9u);
    uint32_t groups = 0;
    for (const auto& part : parts) groups += part.count[0] * part.count[1] * part.count[2];
    EXPECT_EQ(groups, 150u);
    EXPECT_EQ(parts.back().base, (std::array<uint32_t, 3> {8, 0, 4}));
    EXPECT_EQ(parts.back().count, (std::array<uint32_t, 3> {2, 3, 1}));
    const auto whole = backends::vulkan::divide_groups({UINT32_MAX, 1, 1}, {UINT32_MAX, 1, 1});
    EXPECT_EQ(whole.size(), 1u);
}

TEST_F(vulkan, gives_local_memory_of_any_size) {
    hand_written made;
    made.add("reversed", reversed_words,
             {buffer_parameter<uint32_t>("values"), local_parameter("held"), local_parameter("counted")},
             {{as_buffer, 0, 0, 8}, {as_local, 1, 8, 4}, {as_local, 2, 12, 4}});
    const program program(*device_, made.source());
    for (const uint32_t group : {1u, 16u, 200u}) {
        std::vector<uint32_t> values(group * 3);
        std::iota(values.begin(), values.end(), 0u);
        auto buffer = device_->create_buffer<uint32_t>(std::span<const uint32_t>(values));
        const auto local = [](size_t bytes) {
            kernel_argument made_argument;
            made_argument.local_bytes = bytes;
            return made_argument;
        };
        const std::vector<kernel_argument> arguments {argument(buffer), local(group * 4), local(4)};
        queue_->run_unchecked(kernel_function(program, "reversed"), range(group * 3).groups_of(group), arguments);
        const std::vector<uint32_t> results = buffer.read(*queue_);
        for (uint32_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i], i / group * group + group - 1 - i % group + group);
    }
}

TEST_F(vulkan, passes_many_arguments_in_a_uniform_buffer) {
    hand_written made;
    std::vector<archive::parameter> parameters {buffer_parameter<uint32_t>("stored")};
    std::vector<archive::vulkan_argument> arguments {{as_buffer, 0, 0, 8}};
    for (uint32_t i = 0; i < 31; ++i) {
        parameters.push_back(value_parameter<uint32_t>("value"));
        arguments.push_back({as_value, i + 1, 8 + i * 4, 4});
    }
    made.add("many", many_words, parameters, arguments).argument_binding = 0;
    const program program(*device_, made.source());
    auto stored = device_->create_buffer<uint32_t>(30, 0u);
    const kernel_function many(program, "many");
    for (uint32_t factor = 1; factor <= 300; ++factor) {
        std::vector<uint32_t> values(31);
        std::iota(values.begin(), values.end(), 100u);
        values.back() = factor;
        std::vector<kernel_argument> all {argument(stored)};
        for (const uint32_t& each : values) all.push_back(argument(each));
        queue_->run_unchecked(many, range(32), all);
    }
    const std::vector<uint32_t> results = stored.read(*queue_);
    for (uint32_t i = 0; i < 30; ++i) EXPECT_EQ(results[i], (100 + i) * 300);
}

TEST_F(vulkan, reports_the_failure_of_a_work_item) {
    hand_written made;
    made.add("fails", fails_words, {buffer_parameter<uint32_t>("values"), archive::failures_parameter()},
             {{as_buffer, 0, 0, 8}, {as_buffer, 1, 8, 8}});
    const program program(*device_, made.source());
    auto values = device_->create_buffer<uint32_t>(16, 0u);
    run(*queue_, program, "fails", range(16), values);
    const std::string words = error_message([&] { queue_->finish(); });
    EXPECT_TRUE(contains(words, "ky") && contains(words, "lab")) << words;
    EXPECT_EQ(error_message([&] { queue_->finish(); }), "");
}

// A value of a loop is used after it, and the work-items of a group leave the loop at different times.
TEST_F(vulkan, keeps_values_of_the_repetition_in_which_a_work_item_leaves) {
    constexpr uint32_t count = 16;
    hand_written made;
    made.add("leaves", leaves_words, {buffer_parameter<uint32_t>("values"), buffer_parameter<const uint32_t>("table")},
             {{as_buffer, 0, 0, 8}, {as_buffer, 1, 8, 8}});
    const program program(*device_, made.source());
    std::vector<uint32_t> table(count);
    std::iota(table.begin(), table.end(), 0u);
    const auto table_buffer = device_->create_buffer<uint32_t>(std::span<const uint32_t>(table));
    auto values = device_->create_buffer<uint32_t>(count, 1000u);
    run(*queue_, program, "leaves", range(count).groups_of(count), values, table_buffer);
    std::vector<uint32_t> expected;
    for (const uint32_t each : table) expected.push_back(3 * each);
    EXPECT_EQ(values.read(*queue_), expected);
}

TEST_F(vulkan, compares_numbers_that_were_widened) {
    hand_written made;
    made.add("widened", widened_words,
             {buffer_parameter<uint32_t>("values"), buffer_parameter<const float>("places", archive::access::read),
              value_parameter<uint32_t>("largest")},
             {{as_buffer, 0, 0, 8}, {as_buffer, 1, 8, 8}, {as_value, 2, 16, 4}});
    const program program(*device_, made.source());
    const std::vector<float> places {0.25f, 1.5f, 2.0f, 6.9f};
    const auto places_buffer = device_->create_buffer<float>(std::span<const float>(places));
    auto values = device_->create_buffer<uint32_t>(12, 77u);
    run(*queue_, program, "widened", range(4).groups_of(4), values, places_buffer, 6u);
    EXPECT_EQ(values.read(*queue_), (std::vector<uint32_t> {0, 0, 1, 0, 1, 2, 1, 2, 3, 5, 5, 5}));
}

TEST_F(vulkan, reads_and_writes_images) {
    const pixel_format format {channel_type::float_32, 4};
    const std::vector<pixel_format> formats_2d = device_->image_formats(image_shape::image_2d);
    if (std::ranges::find(formats_2d, format) == formats_2d.end()) GTEST_SKIP() << "the device does not filter images of floats";
    hand_written made;
    archive::vulkan_kernel& smooth =
        made.add("smooth", smooth_words,
                 {image_parameter("from", archive::access::read), image_parameter("to", archive::access::write),
                  buffer_parameter<uint32_t>("formats")},
                 {{vulkan_argument_kind::sampled_image, 0, 0, 4, 0},
                  {vulkan_argument_kind::storage_image, 1, 4, 4, 1},
                  {as_buffer, 2, 8, 8}});
    smooth.samplers = {{2, static_cast<uint32_t>(address_mode::edge) + detail::linear_filter}};
    const program program(*device_, made.source());
    auto from = device_->create_image({.format = format, .width = 4, .height = 4});
    auto to = device_->create_image({.format = format, .width = 3, .height = 3});
    std::vector<float4> pixels;
    for (int i = 0; i < 16; ++i) pixels.push_back({static_cast<float>(i), 0.0f, 1.0f, static_cast<float>(i % 4)});
    from.write_pixels<float4>(*queue_, pixels);
    auto formats = device_->create_buffer<uint32_t>(2, 0u);
    const auto image_argument = [](const device_image& image) {
        kernel_argument made_argument;
        made_argument.image = &image;
        return made_argument;
    };
    // More launches than a pool of descriptors holds.
    for (int i = 0; i < 100; ++i) {
        const std::vector<kernel_argument> all {image_argument(from), image_argument(to), argument(formats)};
        queue_->run_unchecked(kernel_function(program, "smooth"), range(3, 3), all);
    }
    const std::vector<float4> results = to.read_pixels<float4>(*queue_);
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 3; ++x) {
            const float4 pixel = results[static_cast<size_t>(y) * 3 + static_cast<size_t>(x)];
            EXPECT_NEAR(pixel.x, static_cast<float>(y * 4 + x) + 2.5f, 0.05f);
            EXPECT_NEAR(pixel.w, static_cast<float>(x) + 0.5f, 0.02f);
        }
    EXPECT_EQ(formats.read(*queue_), std::vector<uint32_t>(2, detail::number_of(format)));
}

using backends::vulkan::probed_operation;

constexpr std::array probed_operations {probed_operation::fma, probed_operation::quotient, probed_operation::root};

template <typename Real>
std::vector<Real> exact_results(probed_operation operation, const std::vector<Real>& operands) {
    std::vector<Real> results;
    for (size_t i = 0; i < operands.size(); i += 3)
        results.push_back(backends::vulkan::exact_result(operation, operands[i], operands[i + 1], operands[i + 2]));
    return results;
}

// Works out sums with two roundings.
template <typename Real>
std::vector<Real> sums_rounded_twice(const std::vector<Real>& operands) {
    std::vector<Real> results;
    for (size_t i = 0; i < operands.size(); i += 3) {
        const volatile Real product = operands[i] * operands[i + 1];
        results.push_back(product + operands[i + 2]);
    }
    return results;
}

template <typename Real>
void expect_that_operands_tell() {
    for (const probed_operation operation : probed_operations) {
        const std::vector<Real> operands = backends::vulkan::telling_operands<Real>(operation);
        const std::vector<Real> exact = exact_results(operation, operands);
        EXPECT_TRUE(backends::vulkan::are_exact<Real>(operation, operands, exact));
        std::vector<Real> one_is_wrong = exact;
        one_is_wrong.back() = std::nextafter(one_is_wrong.back(), Real(4));
        EXPECT_FALSE(backends::vulkan::are_exact<Real>(operation, operands, one_is_wrong)) << "one wrong result is enough";
        std::vector<Real> fewer = exact;
        fewer.pop_back();
        EXPECT_FALSE(backends::vulkan::are_exact<Real>(operation, operands, fewer));
    }
    const std::vector<Real> sums = backends::vulkan::telling_operands<Real>(probed_operation::fma);
    EXPECT_FALSE(backends::vulkan::are_exact<Real>(probed_operation::fma, sums, sums_rounded_twice(sums)));
    // A quotient as product of the dividend and a rounded reciprocal.
    const std::vector<Real> quotients = backends::vulkan::telling_operands<Real>(probed_operation::quotient);
    std::vector<Real> products;
    for (size_t i = 0; i < quotients.size(); i += 3) {
        const volatile Real reciprocal = Real(1) / quotients[i + 1];
        products.push_back(quotients[i] * reciprocal);
    }
    EXPECT_FALSE(backends::vulkan::are_exact<Real>(probed_operation::quotient, quotients, products));
}

TEST(vulkan_parts, operands_tell_how_a_driver_rounds) {
    expect_that_operands_tell<float>();
    expect_that_operands_tell<double>();
}

void expect_same_facts(const backends::vulkan::driver_facts& one, const backends::vulkan::driver_facts& other) {
    EXPECT_EQ(one.exact_fma, other.exact_fma);
    EXPECT_EQ(one.exact_double_fma, other.exact_double_fma);
    EXPECT_EQ(one.exact_division, other.exact_division);
    EXPECT_EQ(one.exact_double_division, other.exact_double_division);
}

TEST_F(vulkan, finds_how_the_driver_rounds) {
    const auto tested = std::static_pointer_cast<backends::vulkan::device>(device_->shared_implementation());
    const std::vector<float> sums = backends::vulkan::telling_operands<float>(probed_operation::fma);
    const std::vector<float> computed = backends::vulkan::results_on<float>(tested, {}, probed_operation::fma, sums);
    const std::vector<float> once = exact_results(probed_operation::fma, sums);
    const std::vector<float> twice = sums_rounded_twice(sums);
    ASSERT_EQ(computed.size(), once.size());
    for (size_t i = 0; i < computed.size(); ++i) EXPECT_TRUE(computed[i] == once[i] || computed[i] == twice[i]) << i;
    for (const probed_operation operation : {probed_operation::quotient, probed_operation::root}) {
        const std::vector<float> operands = backends::vulkan::telling_operands<float>(operation);
        const std::vector<float> results = backends::vulkan::results_on<float>(tested, {}, operation, operands);
        const std::vector<float> exact = exact_results(operation, operands);
        for (size_t i = 0; i < results.size(); ++i) EXPECT_NEAR(results[i], exact[i], 1e-6f) << i;
    }
    const backends::vulkan::driver_facts found = probe_rounding(tested, {});
    expect_same_facts(found, tested->facts());
    if (testing::is_lavapipe(*device_)) {
        EXPECT_FALSE(found.exact_fma);
        EXPECT_TRUE(found.exact_division);
        EXPECT_TRUE(found.exact_double_division);
    }
    // The second time the result comes from the cache.
    const backends::vulkan::driver_facts first = find_rounding(tested, {});
    expect_same_facts(first, find_rounding(tested, {}));
    // What is known is not forgotten.
    EXPECT_TRUE(find_rounding(tested, {.exact_fma = true}).exact_fma);
}

TEST_F(vulkan, prints_when_the_host_waits) {
    hand_written made;
    made.add("prints", prints_words, {}, {{vulkan_argument_kind::print_buffer, archive::no_parameter, 0, 8}}).print_formats = {
        "item %u has %hhd and %4.2f%%\n"};
    const program program(*device_, made.source());
    ::testing::internal::CaptureStdout();
    run(*queue_, program, "prints", range(2));
    queue_->finish();
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "item 3 has -7 and 1.50%\nitem 3 has -7 and 1.50%\n");
}

// All launches on a device count in the same word, and each work-item gets another number.
TEST_F(vulkan, has_one_word_for_the_fences_of_all_launches) {
    hand_written made;
    made.add("fence_words", fence_words_words, {buffer_parameter<uint32_t>("counts")},
             {{as_buffer, 0, 0, 8}, {vulkan_argument_kind::fence_word, archive::no_parameter, 8, 8}});
    const program first(*device_, made.source());
    const program second(*device_, made.source());
    queue other = device_->create_queue();
    constexpr uint32_t items = 1000;
    std::vector<uint32_t> all;
    for (int i = 0; i < 3; ++i) {
        const auto one = device_->create_buffer<uint32_t>(items, 0u);
        const auto another = device_->create_buffer<uint32_t>(items, 0u);
        run(*queue_, first, "fence_words", range(items).groups_of(1), one);
        run(other, second, "fence_words", range(items).groups_of(1), another);
        for (const std::vector<uint32_t>& counts : {one.read(*queue_), another.read(other)})
            all.insert(all.end(), counts.begin(), counts.end());
    }
    std::vector<int32_t> differences;  // the first number can be any
    for (const uint32_t each : all) differences.push_back(static_cast<int32_t>(each - all.front()));
    std::ranges::sort(differences);
    for (size_t i = 1; i < differences.size(); ++i) ASSERT_EQ(differences[i], differences[i - 1] + 1);
}

TEST(vulkan_parts, damaged_records_of_print_end_the_text) {
    const auto text_of = [](std::vector<uint32_t> words) {
        const std::vector<std::string> formats {"%d;", "%s %d\n"};
        return backends::vulkan::printed_text_in(std::as_bytes(std::span(words)), formats);
    };
    EXPECT_EQ(text_of({4, 4, 4, 0, 5, 0}), "5;");
    EXPECT_EQ(text_of({8, 8, 4, 0, 5, 0, 4, 7, 5, 0}), "5;") << "an unknown format";
    EXPECT_EQ(text_of({2, 2, 2, 0}), "") << "a record without its operand";
    EXPECT_EQ(text_of({2, 2, 0, 0}), "") << "a record of no words";
    EXPECT_EQ(text_of({2, 2, 9, 0}), "") << "a record beyond the end";
    EXPECT_TRUE(contains(text_of({4, 400, 4, 0, 5, 0}), "printed more")) << "a buffer that was too small";
}

TEST_F(vulkan, names_what_a_device_or_a_program_lacks) {
    hand_written made;
    add_scale(made).required_features = {"64-bit integers", "teleportation"};
    made.contents().kernels.push_back({"absent", "absent", {}, false, 0, "hand_written.comp", 9});
    made.contents().kernels.push_back({"unknown", "unknown", {}, false, 0, "hand_written.comp", 9});
    const program program(*device_, made.source());
    const auto message = [&](const char* kernel) { return error_message([&] { kernel_function(program, kernel); }); };
    EXPECT_TRUE(contains(message("scale"), "it requires teleportation, which the device does not have")) << message("scale");
    EXPECT_TRUE(contains(message("absent"), "hand_written.comp:9: Vulkan cannot express it")) << message("absent");
    EXPECT_TRUE(contains(message("unknown"), "does not define it")) << message("unknown");
    archive::archive empty;
    const auto bytes = archive::write(empty);
    const std::string words = error_message([&] { ingot::program(*device_, {"empty.kernels.cpp", bytes, {}}); });
    EXPECT_TRUE(contains(words, "--targets vulkan")) << words;
}

TEST_F(vulkan, rejects_code_that_does_not_fit_its_description) {
    const auto message = [&](auto change) {
        hand_written made;
        change(add_scale(made), made.contents().kernels.back());
        return error_message([&] { kernel_function(program(*device_, made.source()), "scale"); });
    };
    using code = archive::vulkan_kernel;
    using reflection = archive::kernel_reflection;
    EXPECT_EQ(message([](code&, reflection&) {}), "");
    EXPECT_TRUE(contains(message([](code& made, reflection&) { made.arguments.pop_back(); }), "it lacks parameter 'count'"));
    EXPECT_TRUE(contains(message([](code&, reflection& made) { made.parameters.pop_back(); }), "it has more parameters"));
    EXPECT_TRUE(contains(message([](code& made, reflection&) { made.arguments[3].offset = 4000; }), "outside"));
    EXPECT_NE(message([](code& made, reflection&) { made.argument_bytes = 97; }), "") << "too many push constants";
    EXPECT_TRUE(contains(message([](code& made, reflection&) { made.arguments[0].kind = as_value; }), "of another kind"));
    EXPECT_TRUE(contains(message([](code& made, reflection&) { made.arguments[2].size = 2; }), "has another size"));
}

TEST_F(vulkan, keeps_pipelines_on_disk) {
    hand_written made;
    add_scale(made);
    {
        const program first(*device_, made.source());
        EXPECT_FALSE(first.is_from_cache());
        scale_and_check(first, 64);
    }
    const program second(*device_, made.source());
    EXPECT_TRUE(second.is_from_cache());
    scale_and_check(second, 64);
}

TEST_F(vulkan, measures_kernels_in_the_order_of_their_work) {
    hand_written made;
    add_scale(made);
    const program program(*device_, made.source());
    scale_and_check(program, 1000);
    take_timeline(*queue_);
    const auto before = std::chrono::steady_clock::now();
    for (int i = 0; i < 10; ++i) scale_and_check(program, 100'000);
    const auto after = std::chrono::steady_clock::now();
    const std::vector<timeline_entry> entries = take_timeline(*queue_);
    const auto launches = std::ranges::count_if(entries, [](const timeline_entry& each) { return each.name == "scale"; });
    EXPECT_EQ(launches, 10);
    for (const timeline_entry& each : entries) {
        EXPECT_GE(each.start, before - std::chrono::milliseconds(5));
        EXPECT_LE(each.start + each.duration, after + std::chrono::milliseconds(5));
    }
}

TEST_F(vulkan, queues_wait_for_each_other) {
    hand_written made;
    add_scale(made);
    const program program(*device_, made.source());
    queue other = device_->create_queue();
    auto y = device_->create_buffer<float>(100'000, 0.0f);
    const auto x = device_->create_buffer<float>(100'000, 1.0f);
    for (int i = 0; i < 50; ++i) {
        run(*queue_, program, "scale", range(100'000), y, x, 1.0f, 100'000u);
        other.wait_for(*queue_);
        run(other, program, "scale", range(100'000), y, x, 1.0f, 100'000u);
        queue_->wait_for(other);
    }
    EXPECT_EQ(y.read(*queue_), std::vector<float>(100'000, 100.0f));
}

}  // namespace

}  // namespace ingot
