#include "reference_orbit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <ingot/sample/printable_text.hpp>
#include <stdexcept>
#include <string>

namespace ingot::samples::fractal {

namespace {

using real_number =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<reference_digits>, boost::multiprecision::et_off>;

// Accepts an optional sign, digits with at most one point, and no exponent.
bool is_decimal(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return std::ranges::count(text, '.') <= 1 && std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; }) &&
           std::ranges::all_of(text, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
}

real_number read_number(std::string_view text, std::string_view what) {
    if (!is_decimal(text))
        throw std::runtime_error(fmt::format("the {} part '{}' is not a decimal number; write digits with a point, such as -0.75",
                                             what, printable(text)));
    real_number value {std::string(text)};
    if (abs(value) > 2)
        throw std::runtime_error(
            fmt::format("the {} part '{}' is outside of the Mandelbrot set; write a number from -2 to 2", what, printable(text)));
    return value;
}

orbit_point to_point(const real_number& x, const real_number& y) {
    const real_number larger = std::max(real_number(abs(x)), real_number(abs(y)));
    if (larger == 0) return {0.0f, 0.0f, origin_exponent};
    if (larger >= nearest_unscaled) return {static_cast<float>(x), static_cast<float>(y), 0};
    int exponent = 0;
    frexp(larger, &exponent);
    return {static_cast<float>(real_number(ldexp(x, -exponent))), static_cast<float>(real_number(ldexp(y, -exponent))), exponent};
}

}  // namespace

std::vector<orbit_point> make_reference_orbit(std::string_view real, std::string_view imaginary, uint32_t iterations) {
    const real_number c_real = read_number(real, "real");
    const real_number c_imaginary = read_number(imaginary, "imaginary");
    std::vector<orbit_point> points;
    points.reserve(size_t {iterations} + 1);
    real_number x = 0;
    real_number y = 0;
    points.push_back(to_point(x, y));
    for (uint32_t i = 0; i < iterations; ++i) {
        const real_number xx = x * x;
        const real_number yy = y * y;
        const real_number xy = x * y;
        x = xx - yy + c_real;
        y = 2 * xy + c_imaginary;
        points.push_back(to_point(x, y));
        if (xx + yy > escape_squared) break;
    }
    return points;
}

}  // namespace ingot::samples::fractal
