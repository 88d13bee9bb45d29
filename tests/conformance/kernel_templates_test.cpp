// Tests of kernel templates on every device: instances selected by constants and by run-time values.
#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <vector>

#include "every_device.hpp"
#include "kernel_templates.kernels.hpp"

namespace {

using namespace ingot;
using namespace kernel_template_types;
using ingot::testing::contains;
using ingot::testing::error_message;

class kernel_templates : public ingot::testing::every_device {
protected:
    static constexpr uint32_t count = 64;
    static constexpr range items = range(count).groups_of(16);

    // Runs the kernel on `count` elements that all equal `value`, and returns the elements.
    template <typename T, typename Kernel, typename... More>
    std::vector<T> result(const Kernel& kernel, T value, const More&... more) {
        auto values = device_.create_buffer<T>(count, value);
        queue_.run(kernel, items, values, more...);
        return values.read(queue_);
    }

    kernel_templates_program program_ {device_};
};

TEST_P(kernel_templates, by_integers) {
    EXPECT_EQ(result(program_.add<5>(), 3), std::vector<int32_t>(count, 8));
    EXPECT_EQ(result(program_.add<-2147483647 - 1>(), 1), std::vector<int32_t>(count, -2147483647));
    EXPECT_EQ(result(program_.add(5), 3), std::vector<int32_t>(count, 8));
}

TEST_P(kernel_templates, by_bools) {
    for (const bool is_reversed : kernel_templates_program::count_instances()) {
        const std::vector<uint32_t> counted = result(program_.count(is_reversed), 0u);
        for (uint32_t i = 0; i < count; ++i) EXPECT_EQ(counted[i], is_reversed ? count - 1 - i : i);
    }
    EXPECT_EQ(result(program_.count<true>(), 0u), result(program_.count(true), 0u));
}

TEST_P(kernel_templates, by_enumerators) {
    const auto a = device_.create_buffer<float>(count, 3.0f);
    auto b = device_.create_buffer<float>(count, 2.0f);
    queue_.run(program_.combine<operation::add>(), items, a, b);
    queue_.run(program_.combine(operation::multiply), items, a, b);
    EXPECT_EQ(b.read(queue_), std::vector<float>(count, 15.0f));
}

TEST_P(kernel_templates, by_structs_that_give_the_size_of_local_memory) {
    std::vector<float> numbers(count);
    for (uint32_t i = 0; i < count; ++i) numbers[i] = static_cast<float>(i);
    ASSERT_EQ(kernel_templates_program::turn_groups_instances().size(), std::size(plans));
    for (const plan& plan : plans) {
        auto values = device_.create_buffer(std::span<const float>(numbers));
        queue_.run(program_.turn_groups(plan), range(count).groups_of(plan.group_size), values);
        const std::vector<float> turned = values.read(queue_);
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t in_group = i % plan.group_size;
            const uint32_t index = plan.is_reversed ? i - in_group + plan.group_size - 1 - in_group : i;
            // The sums offset + factor of the two corners are 1.5 and 0 in plans[0], and 4 and -0.25 in plans[1].
            const float value = plan.by == operation::add ? numbers[index] + 1.5f : numbers[index] * 4.0f * -0.25f;
            EXPECT_EQ(turned[i], value) << i << " in groups of " << plan.group_size;
        }
    }
    EXPECT_EQ(program_.turn_groups<plans[0]>().name(), program_.turn_groups(plans[0]).name());
}

TEST_P(kernel_templates, by_the_types_of_its_parameters) {
    EXPECT_EQ(result(program_.scale<float, 3>(), 1.5f, 2.0f), std::vector<float>(count, 12.0f));
    EXPECT_EQ(result(program_.scale<float>(1), 1.5f, 2.0f), std::vector<float>(count, 3.0f));
    EXPECT_EQ(result(program_.scale<int16_t>(2), int16_t {-3}, int16_t {5}), std::vector<int16_t>(count, -75));
    const std::vector<float4> scaled = result(program_.scale<float4, 2>(), float4(1, 2, 3, 4), float4(2, 1, 0, -1));
    for (const float4& each : scaled) EXPECT_TRUE(all(each == float4(4, 2, 0, 4)));
    EXPECT_EQ(kernel_templates_program::scale_instances<float>(), (std::array<uint64_t, 2> {1, 3}));
}

TEST_P(kernel_templates, with_images) {
    if (!device_.properties().has_images) GTEST_SKIP() << device_.name() << " has no images";
    const auto expect_read = [&]<typename T>(channel_type type, const T& value) {
        device_image image = device_.create_image({.format = {type, 4}, .width = 4, .height = 2});
        const std::vector<T> pixels(8, value);
        image.write(queue_, std::as_bytes(std::span(pixels)));
        auto read = device_.create_buffer<T>(8);
        queue_.run(program_.read_pixels<T>(), range(4, 2), image, read);
        for (const T& each : read.read(queue_)) EXPECT_TRUE(all(each == value));
    };
    expect_read(channel_type::float_32, float4(1, -2, 0.5f, 8));
    expect_read(channel_type::unsigned_32, uint4(1, 2, 3, 4'000'000'000u));
}

// The kernel writes the character code of its letter ('a' is 97) plus its amount.
TEST_P(kernel_templates, in_namespaces) {
    EXPECT_EQ(result(program_.write_letter<'a', 0.5f>(), 0.0f), std::vector<float>(count, 97.5f));
    EXPECT_EQ(result(program_.write_letter('b', -2.0f), 0.0f), std::vector<float>(count, 96.0f));
}

TEST_P(kernel_templates, call_one_another) {
    EXPECT_EQ(result(program_.add_often<5, 2>(), 1), std::vector<int32_t>(count, 11));
    EXPECT_EQ(result(program_.add_often(7, 3), 1), std::vector<int32_t>(count, 22));
}

TEST_P(kernel_templates, are_rejected_for_values_without_an_instance) {
    const std::string message = error_message([&] { static_cast<void>(program_.add(6)); });
    EXPECT_TRUE(contains(message, "kernel template 'add' has no instance for the arguments that were given; it has: add<5>"))
        << message;
    EXPECT_NE(error_message([&] { static_cast<void>(program_.turn_groups(plan {})); }), "");
    EXPECT_NE(error_message([&] { static_cast<void>(program_.scale<float>(2)); }), "");
}

TEST_P(kernel_templates, instances_are_found_by_name) {
    const std::vector<std::string> expected {
        "add<5>",
        "add<-2147483648>",
        "add<0>",
        "count<false>",
        "count<true>",
        "combine<operation::add>",
        "combine<operation::multiply>",
        "turn_groups<plan{16, false, operation::add, array<corner, 2>{{corner{1, 0.5}, corner{-2, 2}}}}>",
        "turn_groups<plan{32, true, operation::multiply, array<corner, 2>{{corner{3, 1}, corner{0, -0.25}}}}>",
        "scale<float, 1>",
        "scale<float, 3>",
        "scale<int16_t, 2>",
        "scale<float4, 2>",
        "read_pixels<float4>",
        "read_pixels<uint4>",
        "write_letter<97, 0.5>",
        "write_letter<98, -2>",
        "add_often<5, 2>",
        "add_often<7, 3>"};
    EXPECT_EQ(program_.kernel_names(), expected);
    for (const std::string& name : expected) EXPECT_EQ(kernel_function(program_, name).name(), name);
    EXPECT_EQ(program_.add<0>().name(), "add<0>");
}

INGOT_TEST_ON_EVERY_DEVICE(kernel_templates);

}  // namespace
