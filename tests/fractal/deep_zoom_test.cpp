// The Mandelbrot set by perturbation, compared with a direct evaluation of each pixel in hundreds of digits, and the reference
// orbits.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <map>
#include <string>

#include "every_device.hpp"
#include "places.hpp"
#include "reference_orbit.hpp"
#include "renderer.hpp"

namespace ingot::samples::fractal {
namespace {

using big = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<160>, boost::multiprecision::et_off>;

constexpr uint32_t width = 15;  // odd, so that the middle pixel is the reference point itself
constexpr uint32_t height = 9;

const plane_place& place_named(std::string_view name) {
    const auto all = built_in_places();
    return *std::ranges::find(all, name, &plane_place::name);
}

// A view whose half height is 10^-zoom.
fractal_view view_at(double zoom, uint32_t points, uint32_t iterations) {
    const double log2_unit = -zoom * std::log2(10.0);
    const double exponent = std::floor(log2_unit);
    fractal_view view {.width = width, .height = height, .solid = std::nullopt, .camera = {}, .tracing = {}, .plane = {}};
    view.plane = {.middle = {0.0f, 0.0f},
                  .half_size = {static_cast<float>(width) / static_cast<float>(height), 1.0f},
                  .unit = static_cast<float>(std::exp2(log2_unit - exponent)),
                  .unit_exponent = static_cast<int32_t>(exponent),
                  .pixels_per_unit = 1.0f,
                  .orbit_points = points,
                  .iterations = iterations};
    return view;
}

// Iterates the points of all pixels directly, in 160 digits. The points are moved by `shift` pixels.
std::vector<uint32_t> count_directly(const plane_place& place, const plane_settings& view, float2 shift = {}) {
    std::vector<uint32_t> counts;
    const big unit = ldexp(big(view.unit), view.unit_exponent);
    for (uint32_t row = 0; row < height; ++row)
        for (uint32_t column = 0; column < width; ++column) {
            const float x = 2.0f * ((static_cast<float>(column) + 0.5f + shift.x) / width) - 1.0f;
            const float y = 1.0f - 2.0f * ((static_cast<float>(row) + 0.5f + shift.y) / height);
            const big c_real = big(place.real) + big(x * view.half_size.x) * unit;
            const big c_imaginary = big(place.imaginary) + big(y * view.half_size.y) * unit;
            big real = 0;
            big imaginary = 0;
            uint32_t n = 0;
            while (n < view.iterations) {
                const big next = real * real - imaginary * imaginary + c_real;
                imaginary = 2 * real * imaginary + c_imaginary;
                real = next;
                ++n;
                if (real * real + imaginary * imaginary > escape_squared) break;
            }
            counts.push_back(n);
        }
    return counts;
}

struct deep_view {
    const char* place = "";
    double zoom = 1.0;
    uint32_t iterations = 6000;
};

/// The iterations of each pixel, and whether points around the pixel's centre have as many.
struct exact_counts {
    std::vector<uint32_t> counts;
    std::vector<bool> is_certain;
};

// The seven digits of a `float` place a point with an error of much less than a thousandth of a pixel. Near the set, the number
// of iterations changes within that. Pixels whose neighbourhood of 1/1000 pixel has different numbers are not certain.
exact_counts count_exactly(const plane_place& place, const plane_settings& view) {
    exact_counts exact {count_directly(place, view), std::vector<bool>(size_t {width} * height, true)};
    constexpr float shift = 1e-3f;
    for (const float2 each : {float2(shift, 0.0f), float2(-shift, 0.0f), float2(0.0f, shift), float2(0.0f, -shift)}) {
        const std::vector<uint32_t> shifted = count_directly(place, view, each);
        for (size_t i = 0; i < shifted.size(); ++i)
            if (shifted[i] != exact.counts[i]) exact.is_certain[i] = false;
    }
    return exact;
}

class deep_zoom : public testing::every_device {
protected:
    std::vector<uint32_t> count_on_device(const plane_place& place, double zoom, uint32_t iterations) {
        const std::vector<orbit_point> points = make_reference_orbit(place.real, place.imaginary, iterations);
        device_buffer<orbit_point> reference(device_, points.size());
        reference.write(queue_, points);
        renderer pixels {fractal_kernels(device_)};
        pixels.begin(queue_, view_at(zoom, static_cast<uint32_t>(points.size()), iterations));
        pixels.add_samples(queue_, reference, 1);
        return pixels.read(queue_).steps;
    }
    void expect_exact_counts(const plane_place& place, double zoom, uint32_t iterations) {
        // The devices share the exact numbers, which take seconds.
        static std::map<std::string, exact_counts> all;
        const std::string name = place.name + std::to_string(zoom);
        if (!all.contains(name)) all[name] = count_exactly(place, view_at(zoom, 2, iterations).plane);
        const exact_counts& expected = all[name];
        const std::vector<uint32_t> actual = count_on_device(place, zoom, iterations);
        size_t certain = 0;
        for (size_t i = 0; i < actual.size(); ++i) {
            if (!expected.is_certain[i]) continue;
            ++certain;
            EXPECT_EQ(actual[i], expected.counts[i]) << "pixel " << i % width << ", " << i / width;
        }
        EXPECT_GT(certain, actual.size() / 2);
        const auto [least, most] = std::ranges::minmax(expected.counts);
        EXPECT_LT(least, iterations) << "no pixel escapes: the test compares nothing";
        EXPECT_GT(most, least) << "all pixels are equal: the test does not see where they are";
    }
};

TEST_P(deep_zoom, counts_as_many_iterations_as_a_direct_evaluation) {
    for (const deep_view& view : {deep_view {"seahorses", 0.0},
                                  {"seahorses", 30.0},
                                  {"seahorses", 100.0, 16'000},
                                  {"elephants", 100.0},
                                  {"spiral", 60.0},
                                  {"star", 100.0}}) {
        SCOPED_TRACE(std::string(view.place) + " at 1e-" + std::to_string(view.zoom));
        expect_exact_counts(place_named(view.place), view.zoom, view.iterations);
    }
}

// A reference orbit that escapes early serves pixels whose orbits are longer: at its end they are rebased.
TEST_P(deep_zoom, goes_on_after_the_end_of_the_reference) {
    const plane_place outside {"outside", "-0.743", "0.3", 0.0};
    EXPECT_LT(make_reference_orbit(outside.real, outside.imaginary, 1000).size(), 100u);
    expect_exact_counts(outside, 0.0, 1000);
}

INGOT_TEST_ON_EVERY_DEVICE(deep_zoom);

TEST(reference_orbits, are_those_of_known_points) {
    const std::vector<orbit_point> needle = make_reference_orbit("-2", "0", 4);  // 0, -2, 2, 2, 2
    ASSERT_EQ(needle.size(), 5u);
    EXPECT_EQ(needle[0].exponent, origin_exponent);
    EXPECT_EQ(needle[1].x, -2.0f);
    EXPECT_EQ(needle[4].x, 2.0f);
    EXPECT_EQ(needle[4].exponent, 0);
    const std::vector<orbit_point> i = make_reference_orbit("0", "1", 3);  // 0, i, -1 + i, -i
    EXPECT_EQ(i[2].x, -1.0f);
    EXPECT_EQ(i[2].y, 1.0f);
    EXPECT_EQ(i[3].y, -1.0f);
    EXPECT_LT(make_reference_orbit("1", "1", 1000).size(), 10u) << "ends where it escapes";
}

// The centre of a copy of the set returns to the origin after as many iterations as its period, with an error far below 1e-38.
TEST(reference_orbits, keep_points_that_are_too_small_for_floats) {
    const plane_place& place = place_named("seahorses");
    constexpr uint32_t period = 3222;
    const std::vector<orbit_point> points = make_reference_orbit(place.real, place.imaginary, period);
    EXPECT_LT(points[period].exponent, -200);
    EXPECT_GE(std::max(std::abs(points[period].x), std::abs(points[period].y)), 0.5f);
    EXPECT_EQ(points[period - 1].exponent, 0);
}

TEST(reference_orbits, need_decimal_numbers) {
    const auto message = [](const char* real, const char* imaginary) -> std::string {
        try {
            static_cast<void>(make_reference_orbit(real, imaginary, 1));
        } catch (const std::runtime_error& caught) {
            return caught.what();
        }
        return "no error";
    };
    EXPECT_EQ(message("-0.75", "+.1"), "no error");
    for (const char* wrong : {"", "-", ".", "1e-3", "0,5", "0.1.2", "0x1", "nan", "1 2"}) {
        EXPECT_NE(message(wrong, "0").find("the real part '" + std::string(wrong) + "' is not a decimal number"),
                  std::string::npos)
            << message(wrong, "0");
        EXPECT_NE(message("0", wrong).find("the imaginary part"), std::string::npos) << message("0", wrong);
    }
    EXPECT_NE(message("2.5", "0").find("from -2 to 2"), std::string::npos);
}

}  // namespace
}  // namespace ingot::samples::fractal
