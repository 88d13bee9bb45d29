// Every way, on every device that is here, against the plain blur on the host.
#include "blurring.hpp"

#include <gtest/gtest.h>

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

constexpr blur_way all_ways[] = {blur_way::two_pass, blur_way::reuse_2, blur_way::reuse_4, blur_way::tiled, blur_way::images};
constexpr blur_way whole_ways[] = {blur_way::two_pass, blur_way::reuse_2, blur_way::reuse_4, blur_way::tiled};

std::string name(blur_way way) {
    constexpr const char* names[] = {"two-pass", "reuse-2", "reuse-4", "tiled", "images"};
    return names[static_cast<size_t>(way)];
}

template <typename Number, typename Draw>
plane<Number> scattered(int width, int height, Draw draw) {
    plane<Number> made {width, height};
    std::mt19937 next(1);
    for (int i = 0; i < 4 * width * height; ++i) made.values.push_back(draw(next));
    return made;
}

plane<double> lights(int width, int height) {
    // A few are much brighter than white.
    return scattered<double>(width, height, [](std::mt19937& next) {
        const auto number = next() % 1000;
        return static_cast<double>(static_cast<float>(number > 990 ? number : number % 256) / 255.0f);
    });
}

plane<uint16_t> whole_lights(int width, int height) {
    return scattered<uint16_t>(width, height, [](std::mt19937& next) { return static_cast<uint16_t>(next() % 65536); });
}

/// Runs on a device; the values as the plane has them.
template <typename texel, typename Number>
std::vector<Number> run_on(blurring<texel>& with, const device& on, const plane<Number>& from, const blur_settings& settings) {
    std::vector<texel> texels;
    using channel = std::remove_cvref_t<decltype(texel {}.x)>;
    for (size_t i = 0; i < from.values.size(); i += 4)
        texels.push_back({static_cast<channel>(from.values[i]), static_cast<channel>(from.values[i + 1]),
                          static_cast<channel>(from.values[i + 2]), static_cast<channel>(from.values[i + 3])});
    queue in = on.create_queue();
    const auto source = on.create_buffer<texel>(std::span<const texel>(texels));
    auto target = on.create_buffer<texel>(texels.size(), texel {});
    with.run(in, settings, source, target, {from.width, from.height});
    std::vector<Number> values;
    for (const texel& each : target.read(in))
        for (const channel value : {each.x, each.y, each.z, each.w}) values.push_back(static_cast<Number>(value));
    return values;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    EXPECT_EQ(a.size(), b.size());
    double largest = 0.0;
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

/// A driver takes a second or two for each kernel: of most ways some numbers of taps stand for all, but for `./dev test --all`
/// (INGOT_ALL_KERNELS). The CPU debug device's are compiled already.
bool is_tried(backend on, blur_way way, uint32_t taps) {
    return on == backend::cpu_debug || std::getenv("INGOT_ALL_KERNELS") || taps == 5 || taps == 21 ||
           (way == blur_way::two_pass && taps == 13);
}

class on_each_device : public testing::TestWithParam<backend> {
protected:
    void SetUp() override {
        const auto listed = devices(GetParam());
        if (listed.empty() || !listed.front().device)
            GTEST_SKIP() << (listed.empty() ? std::string("no device") : listed.front().unavailable);
        on = listed.front().device;
    }
    std::optional<device> on;
};

TEST_P(on_each_device, every_way_and_every_number_of_taps_is_the_plain_blur) {
    const plane<double> from = lights(45, 37);
    blurring<float4> with(*on);
    for (uint32_t taps = fewest_taps; taps <= most_taps; taps += 2) {
        const auto expected = tests::blurred(from, taps, effective_row(taps)).values;
        for (const blur_way way : all_ways) {
            if (!is_tried(GetParam(), way, taps)) continue;
            // Light goes to 4 here; a 255th of white is the gate, and rounding alone stays far below it.
            EXPECT_LT(largest_difference(run_on(with, *on, from, {way, taps, 1}), expected), 4e-6) << name(way) << ", " << taps;
        }
    }
}

TEST_P(on_each_device, whole_numbers_are_the_same_bits_every_way) {
    const plane<uint16_t> from = whole_lights(45, 37);
    blurring<ushort4> with(*on);
    for (uint32_t taps = fewest_taps; taps <= most_taps; taps += 2) {
        const auto expected = tests::blurred(from, taps).values;
        for (const blur_way way : whole_ways)
            if (is_tried(GetParam(), way, taps)) {
                EXPECT_EQ(run_on(with, *on, from, {way, taps, 1}), expected) << name(way) << ", " << taps;
            }
    }
}

TEST_P(on_each_device, every_size_works) {
    blurring<float4> with(*on);
    blurring<ushort4> whole(*on);
    for (const auto& [width, height] : {std::pair {1, 1}, {2, 1}, {1, 2}, {17, 1}, {1, 33}, {31, 5}, {16'384, 2}, {3, 5'000}}) {
        const plane<double> from = lights(width, height);
        const plane<uint16_t> numbers = whole_lights(width, height);
        const auto expected = tests::blurred(from, 21, 63).values;
        const auto expected_numbers = tests::blurred(numbers, 21).values;
        const auto largest = on->properties().images.size_2d;
        const auto fits = [](int size, uint32_t most) { return most == 0 || static_cast<uint32_t>(size) <= most; };
        const bool has_images = fits(width, largest[0]) && fits(height, largest[1]);
        for (const blur_way way : all_ways) {
            if (way == blur_way::images && !has_images) {
                EXPECT_THROW(run_on(with, *on, from, {way, 21, 1}), error);
                continue;
            }
            EXPECT_LT(largest_difference(run_on(with, *on, from, {way, 21, 1}), expected), 4e-6)
                << name(way) << ", " << width << " x " << height;
        }
        for (const blur_way way : whole_ways)
            EXPECT_EQ(run_on(whole, *on, numbers, {way, 21, 1}), expected_numbers)
                << name(way) << ", " << width << " x " << height;
    }
}

TEST_P(on_each_device, repeats_blur_what_was_blurred) {
    const plane<uint16_t> from = whole_lights(19, 23);
    blurring<ushort4> with(*on);
    plane<uint16_t> expected = from;
    for (uint32_t repeats = 1; repeats <= 4; ++repeats) {
        expected = tests::blurred(expected, 5);
        for (const blur_way way : whole_ways) EXPECT_EQ(run_on(with, *on, from, {way, 5, repeats}), expected.values) << repeats;
    }
    blurring<float4> floats(*on);
    const plane<double> light = lights(19, 23);
    const auto twice = tests::blurred(tests::blurred(light, 5, 5), 5, 5).values;
    EXPECT_LT(largest_difference(run_on(floats, *on, light, {blur_way::images, 5, 2}), twice), 4e-6);
}

TEST_P(on_each_device, white_stays_white_and_a_point_becomes_the_weights) {
    blurring<ushort4> with(*on);
    plane<uint16_t> white {30, 20, std::vector<uint16_t>(4 * 30 * 20, 65'535)};
    EXPECT_EQ(run_on(with, *on, white, {blur_way::tiled, 21, 3}), white.values);

    blurring<float4> floats(*on);
    plane<double> point {41, 41, std::vector<double>(4 * 41 * 41, 0.0)};
    for (size_t channel = 0; channel < 4; ++channel) point.values[4 * (20 * 41 + 20) + channel] = 1.0;
    const auto spread = run_on(floats, *on, point, {blur_way::reuse_4, 21, 1});
    const auto all = weights_of(21);
    for (size_t y = 0; y < 21; ++y)
        for (size_t x = 0; x < 21; ++x)
            EXPECT_NEAR(spread[4 * ((y + 10) * 41 + x + 10)], double {all[x]} * double {all[y]}, 1e-7);
}

TEST_P(on_each_device, what_makes_no_sense_is_an_error) {
    blurring<float4> with(*on);
    queue in = on->create_queue();
    const auto from = on->create_buffer<float4>(12);
    auto to = on->create_buffer<float4>(12);
    EXPECT_THROW(with.run(in, {blur_way::tiled, 4, 1}, from, to, {4, 3}), error);
    EXPECT_THROW(with.run(in, {blur_way::tiled, 23, 1}, from, to, {4, 3}), error);
    EXPECT_THROW(with.run(in, {blur_way::tiled, 5, 1}, from, to, {4, 4}), error);
    EXPECT_THROW(with.run(in, {blur_way::tiled, 5, 1}, from, to, {-4, -3}), error);
    blurring<ushort4> whole(*on);
    const auto numbers = on->create_buffer<ushort4>(12);
    auto out = on->create_buffer<ushort4>(12);
    EXPECT_THROW(whole.run(in, {blur_way::images, 5, 1}, numbers, out, {4, 3}), error);
}

INSTANTIATE_TEST_SUITE_P(blur, on_each_device, testing::Values(backend::cpu_debug, backend::opencl, backend::cuda),
                         [](const auto& of) {
                             return std::string(to_string(of.param) == "cpu-debug" ? "cpu_debug" : to_string(of.param));
                         });

}  // namespace
}  // namespace ingot::samples::blur
