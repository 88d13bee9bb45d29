// Every blur method on the first device of each backend, compared with the reference on the host (reference.hpp).
#include "gaussian_blur.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <set>
#include <string>

#include "coefficients.hpp"
#include "reference.hpp"

namespace ingot::samples::blur {
namespace {

using tests::plane;

constexpr blur_method all_methods[] = {blur_method::two_pass, blur_method::reuse_2, blur_method::reuse_4, blur_method::tiled,
                                       blur_method::images};
// The methods that also blur integers.
constexpr blur_method integer_methods[] = {blur_method::two_pass, blur_method::reuse_2, blur_method::reuse_4, blur_method::tiled};

std::string name(blur_method method) {
    constexpr const char* names[] = {"two-pass", "reuse-2", "reuse-4", "tiled", "images"};
    return names[static_cast<size_t>(method)];
}

template <typename Number, typename Draw>
plane<Number> random_plane(int width, int height, Draw draw) {
    plane<Number> result {width, height};
    std::mt19937 next(1);
    for (int i = 0; i < 4 * width * height; ++i) result.values.push_back(draw(next));
    return result;
}

plane<double> lights(int width, int height) {
    // A few values are much brighter than white.
    return random_plane<double>(width, height, [](std::mt19937& next) {
        const auto number = next() % 1000;
        return static_cast<double>(static_cast<float>(number > 990 ? number : number % 256) / 255.0f);
    });
}

plane<uint16_t> integer_lights(int width, int height) {
    return random_plane<uint16_t>(width, height, [](std::mt19937& next) { return static_cast<uint16_t>(next() % 65536); });
}

/// Runs a blur on a device and returns the values in the order of the plane.
template <typename texel, typename Number>
std::vector<Number> run_on(gaussian_blur<texel>& blur, const device& device, const plane<Number>& input,
                           const blur_settings& settings) {
    std::vector<texel> texels;
    using channel = std::remove_cvref_t<decltype(texel {}.x)>;
    for (size_t i = 0; i < input.values.size(); i += 4)
        texels.push_back({static_cast<channel>(input.values[i]), static_cast<channel>(input.values[i + 1]),
                          static_cast<channel>(input.values[i + 2]), static_cast<channel>(input.values[i + 3])});
    queue queue = device.create_queue();
    const auto source = device.create_buffer<texel>(std::span<const texel>(texels));
    auto target = device.create_buffer<texel>(texels.size(), texel {});
    blur.run(queue, settings, source, target, {input.width, input.height});
    std::vector<Number> values;
    for (const texel& each : target.read(queue))
        for (const channel value : {each.x, each.y, each.z, each.w}) values.push_back(static_cast<Number>(value));
    return values;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    EXPECT_EQ(a.size(), b.size());
    double largest = 0.0;
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

/// Decides whether a test includes a kernel. A driver needs a second or two to compile each kernel, so each method is tested
/// there with 5 and 21 taps only, and two_pass also with 13; `./dev test --all` (INGOT_ALL_KERNELS) tests all numbers of taps.
/// The kernels of the CPU debug device are already compiled.
bool is_tried(backend tested_backend, blur_method method, uint32_t taps) {
    return tested_backend == backend::cpu_debug || std::getenv("INGOT_ALL_KERNELS") || taps == 5 || taps == 21 ||
           (method == blur_method::two_pass && taps == 13);
}

class on_each_device : public testing::TestWithParam<backend> {
protected:
    void SetUp() override {
        const auto listings = devices(GetParam());
        if (listings.empty() || !listings.front().device)
            GTEST_SKIP() << (listings.empty() ? std::string("no device") : listings.front().unavailable_reason);
        device_ = listings.front().device;
    }
    std::optional<device> device_;
};

TEST_P(on_each_device, every_method_and_every_number_of_taps_gives_the_reference_blur) {
    const plane<double> input = lights(45, 37);
    gaussian_blur<float4> blur(*device_);
    for (uint32_t taps = min_taps; taps <= max_taps; taps += 2) {
        const auto expected = tests::blurred(input, taps, effective_row(taps)).values;
        for (const blur_method method : all_methods) {
            if (!is_tried(GetParam(), method, taps)) continue;
            // The blur must be correct to 1/255 of white (1.0). Rounding errors of float are far smaller: 4e-6 is a millionth
            // of the brightest value, which is almost 4.
            EXPECT_LT(largest_difference(run_on(blur, *device_, input, {method, taps, 1}), expected), 4e-6)
                << name(method) << ", " << taps;
        }
    }
}

TEST_P(on_each_device, whole_numbers_are_the_same_bits_with_every_method) {
    const plane<uint16_t> input = integer_lights(45, 37);
    gaussian_blur<ushort4> blur(*device_);
    for (uint32_t taps = min_taps; taps <= max_taps; taps += 2) {
        const auto expected = tests::blurred(input, taps).values;
        for (const blur_method method : integer_methods)
            if (is_tried(GetParam(), method, taps)) {
                EXPECT_EQ(run_on(blur, *device_, input, {method, taps, 1}), expected) << name(method) << ", " << taps;
            }
    }
}

TEST_P(on_each_device, every_size_works) {
    gaussian_blur<float4> blur(*device_);
    gaussian_blur<ushort4> integers(*device_);
    for (const auto& [width, height] : {std::pair {1, 1}, {2, 1}, {1, 2}, {17, 1}, {1, 33}, {31, 5}, {16'384, 2}, {3, 5'000}}) {
        const plane<double> input = lights(width, height);
        const plane<uint16_t> numbers = integer_lights(width, height);
        const auto expected = tests::blurred(input, 21, 63).values;
        const auto expected_numbers = tests::blurred(numbers, 21).values;
        const auto largest = device_->properties().images.size_2d;
        // A limit is 0 if the driver does not report it.
        const auto fits = [](int size, uint32_t limit) { return limit == 0 || static_cast<uint32_t>(size) <= limit; };
        const bool has_images = fits(width, largest[0]) && fits(height, largest[1]);
        for (const blur_method method : all_methods) {
            if (method == blur_method::images && !has_images) {
                EXPECT_THROW(run_on(blur, *device_, input, {method, 21, 1}), error);
                continue;
            }
            EXPECT_LT(largest_difference(run_on(blur, *device_, input, {method, 21, 1}), expected), 4e-6)
                << name(method) << ", " << width << " x " << height;
        }
        for (const blur_method method : integer_methods)
            EXPECT_EQ(run_on(integers, *device_, numbers, {method, 21, 1}), expected_numbers)
                << name(method) << ", " << width << " x " << height;
    }
}

TEST_P(on_each_device, the_size_of_groups_changes_nothing) {
    const plane<uint16_t> input = integer_lights(45, 37);
    gaussian_blur<ushort4> blur(*device_);
    const auto expected = tests::blurred(input, 5).values;
    for (const group_shape groups : {group_shape {1, 1}, {8, 8}, {64, 2}, {16, 16}})
        for (const blur_method method : integer_methods)
            EXPECT_EQ(run_on(blur, *device_, input, {method, 5, 1, groups}), expected)
                << name(method) << ", " << groups.width << " x " << groups.height;
}

TEST_P(on_each_device, each_repeat_blurs_the_result_of_the_previous_one) {
    const plane<uint16_t> input = integer_lights(19, 23);
    gaussian_blur<ushort4> blur(*device_);
    plane<uint16_t> expected = input;
    for (uint32_t repeats = 1; repeats <= 4; ++repeats) {
        expected = tests::blurred(expected, 5);
        for (const blur_method method : integer_methods)
            EXPECT_EQ(run_on(blur, *device_, input, {method, 5, repeats}), expected.values) << repeats;
    }
    gaussian_blur<float4> floats(*device_);
    const plane<double> light = lights(19, 23);
    const auto twice = tests::blurred(tests::blurred(light, 5, 5), 5, 5).values;
    EXPECT_LT(largest_difference(run_on(floats, *device_, light, {blur_method::images, 5, 2}), twice), 4e-6);
}

TEST_P(on_each_device, white_stays_white_and_a_point_becomes_the_weights) {
    gaussian_blur<ushort4> blur(*device_);
    plane<uint16_t> white {30, 20, std::vector<uint16_t>(4 * 30 * 20, 65'535)};
    EXPECT_EQ(run_on(blur, *device_, white, {blur_method::tiled, 21, 3}), white.values);

    gaussian_blur<float4> floats(*device_);
    plane<double> point {41, 41, std::vector<double>(4 * 41 * 41, 0.0)};
    for (size_t channel = 0; channel < 4; ++channel) point.values[4 * (20 * 41 + 20) + channel] = 1.0;
    const auto spread = run_on(floats, *device_, point, {blur_method::reuse_4, 21, 1});
    const auto all = weights_of(21);
    for (size_t y = 0; y < 21; ++y)
        for (size_t x = 0; x < 21; ++x)
            EXPECT_NEAR(spread[4 * ((y + 10) * 41 + x + 10)], double {all[x]} * double {all[y]}, 1e-7);
}

TEST_P(on_each_device, unsupported_settings_and_wrong_sizes_are_errors) {
    gaussian_blur<float4> blur(*device_);
    queue queue = device_->create_queue();
    const auto source = device_->create_buffer<float4>(12);
    auto destination = device_->create_buffer<float4>(12);
    EXPECT_THROW(blur.run(queue, {blur_method::tiled, 4, 1}, source, destination, {4, 3}), error);
    EXPECT_THROW(blur.run(queue, {blur_method::tiled, 23, 1}, source, destination, {4, 3}), error);
    EXPECT_THROW(blur.run(queue, {blur_method::tiled, 5, 1}, source, destination, {4, 4}), error);
    EXPECT_THROW(blur.run(queue, {blur_method::tiled, 5, 1}, source, destination, {-4, -3}), error);
    gaussian_blur<ushort4> integers(*device_);
    const auto numbers = device_->create_buffer<ushort4>(12);
    auto out = device_->create_buffer<ushort4>(12);
    EXPECT_THROW(integers.run(queue, {blur_method::images, 5, 1}, numbers, out, {4, 3}), error);
}

INSTANTIATE_TEST_SUITE_P(blur, on_each_device, testing::Values(backend::cpu_debug, backend::opencl, backend::cuda),
                         [](const auto& test) {
                             return std::string(to_string(test.param) == "cpu-debug" ? "cpu_debug" : to_string(test.param));
                         });

}  // namespace
}  // namespace ingot::samples::blur
