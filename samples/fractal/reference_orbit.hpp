// The orbit of one point of the plane in hundreds of digits, as the kernels read it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "plane_layout.hpp"

namespace ingot::samples::fractal {

/// The decimal digits that a reference orbit is computed with. Views down to 1e-103 need about 110 of them.
inline constexpr unsigned reference_digits = 150;

/// Returns the orbit of the point with these decimal coordinates under z -> z² + c, from z = 0 on: `iterations` + 1 points, or
/// fewer if the orbit escapes. Throws std::runtime_error if a text is not a decimal number from -2 to 2; the message says which
/// one.
std::vector<orbit_point> make_reference_orbit(std::string_view real, std::string_view imaginary, uint32_t iterations);

}  // namespace ingot::samples::fractal
