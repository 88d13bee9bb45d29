// The colour spaces of FLIP. "Paper" is the one that flip.hpp names.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace ingot::metrics {

using colour = std::array<double, 3>;

/// Returns the linear value, 0 to 1, of an 8-bit sRGB value (IEC 61966-2-1).
inline double decode_srgb8(uint8_t value) {
    const double encoded = value / 255.0;
    return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

/// The matrix from linear sRGB (primaries of IEC 61966-2-1, white D65) to CIE XYZ, as exact fractions computed from the
/// chromaticities of the primaries.
inline constexpr double linear_to_xyz[3][3] = {
    {10135552.0 / 24577794.0, 8788810.0 / 24577794.0, 4435075.0 / 24577794.0},
    {2613072.0 / 12288897.0, 8788810.0 / 12288897.0, 887015.0 / 12288897.0},
    {1425312.0 / 73733382.0, 8788810.0 / 73733382.0, 70074185.0 / 73733382.0},
};

/// Returns CIE XYZ of white, linear (1, 1, 1).
constexpr colour white() {
    colour sum {};
    for (size_t row = 0; row < 3; ++row) sum[row] = linear_to_xyz[row][0] + linear_to_xyz[row][1] + linear_to_xyz[row][2];
    return sum;
}

/// Returns CIE XYZ of a linear colour, divided by that of white.
inline colour to_relative_xyz(const colour& linear) {
    colour xyz {};
    for (size_t row = 0; row < 3; ++row)
        xyz[row] = (linear_to_xyz[row][0] * linear[0] + linear_to_xyz[row][1] * linear[1] + linear_to_xyz[row][2] * linear[2]) /
                   white()[row];
    return xyz;
}

/// Converts linear sRGB to the linear opponent space YyCxCz (paper, section 4.1): achromatic, red-green, blue-yellow.
inline colour to_opponent_space(const colour& linear) {
    const colour xyz = to_relative_xyz(linear);
    return {116.0 * xyz[1] - 16.0, 500.0 * (xyz[0] - xyz[1]), 200.0 * (xyz[1] - xyz[2])};
}

/// Converts a colour of the opponent space to linear sRGB, clamped to 0 to 1 (paper, section 4.1: the filtered picture
/// is clamped to the colours that a display can show).
inline colour to_displayable_linear(const colour& opponent_colour) {
    const double y = (opponent_colour[0] + 16.0) / 116.0;
    const double x = y + opponent_colour[1] / 500.0;
    const double z = y - opponent_colour[2] / 200.0;
    const colour w = white();
    const double xyz[3] = {x * w[0], y * w[1], z * w[2]};
    const auto& m = linear_to_xyz;
    // Multiply by the inverse of the matrix, which is computed from the cofactors.
    const auto cofactor = [&](size_t row, size_t column) {
        const size_t r1 = (row + 1) % 3;
        const size_t r2 = (row + 2) % 3;
        const size_t c1 = (column + 1) % 3;
        const size_t c2 = (column + 2) % 3;
        return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
    };
    const double determinant = m[0][0] * cofactor(0, 0) + m[0][1] * cofactor(0, 1) + m[0][2] * cofactor(0, 2);
    colour linear {};
    for (size_t i = 0; i < 3; ++i) {
        const double value = (cofactor(0, i) * xyz[0] + cofactor(1, i) * xyz[1] + cofactor(2, i) * xyz[2]) / determinant;
        linear[i] = value < 0.0 ? 0.0 : value > 1.0 ? 1.0 : value;
    }
    return linear;
}

/// Converts linear sRGB to CIE L*a*b*, with a* and b* multiplied by the lightness. Dark colours look less colourful
/// (paper, section 4.1: the Hunt effect).
inline colour to_hunt_adjusted_lab(const colour& linear) {
    const auto root = [](double t) {
        constexpr double delta = 6.0 / 29.0;
        return t > delta * delta * delta ? std::cbrt(t) : t / (3.0 * delta * delta) + 4.0 / 29.0;
    };
    const colour xyz = to_relative_xyz(linear);
    const double lightness = 116.0 * root(xyz[1]) - 16.0;
    const double a = 500.0 * (root(xyz[0]) - root(xyz[1]));
    const double b = 200.0 * (root(xyz[1]) - root(xyz[2]));
    return {lightness, 0.01 * lightness * a, 0.01 * lightness * b};
}

/// Returns HyAB, a distance for large differences of colours: the difference of L* plus the Euclidean distance of (a*,
/// b*) (Abasi, Tehran and Fairchild 2019).
inline double hyab_distance(const colour& first, const colour& other) {
    return std::abs(first[0] - other[0]) + std::hypot(first[1] - other[1], first[2] - other[2]);
}

}  // namespace ingot::metrics
