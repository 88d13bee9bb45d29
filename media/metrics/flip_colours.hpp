// The colour spaces of FLIP.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace ingot::metrics {

using colour = std::array<double, 3>;

/// IEC 61966-2-1.
inline double linear_of_srgb(uint8_t value) {
    const double encoded = value / 255.0;
    return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

/// From linear sRGB (IEC 61966-2-1's primaries, white D65) to CIE XYZ, in the fractions that the primaries' chromaticities give.
inline constexpr double xyz_of_linear[3][3] = {
    {10135552.0 / 24577794.0, 8788810.0 / 24577794.0, 4435075.0 / 24577794.0},
    {2613072.0 / 12288897.0, 8788810.0 / 12288897.0, 887015.0 / 12288897.0},
    {1425312.0 / 73733382.0, 8788810.0 / 73733382.0, 70074185.0 / 73733382.0},
};

/// XYZ of linear (1, 1, 1).
constexpr colour white() {
    colour sum {};
    for (size_t row = 0; row < 3; ++row) sum[row] = xyz_of_linear[row][0] + xyz_of_linear[row][1] + xyz_of_linear[row][2];
    return sum;
}

/// XYZ over the white's.
inline colour relative_xyz(const colour& linear) {
    colour xyz {};
    for (size_t row = 0; row < 3; ++row)
        xyz[row] = (xyz_of_linear[row][0] * linear[0] + xyz_of_linear[row][1] * linear[1] + xyz_of_linear[row][2] * linear[2]) /
                   white()[row];
    return xyz;
}

/// The linear opponent space YyCxCz (paper, section 4.1): achromatic, red-green, blue-yellow.
inline colour opponent(const colour& linear) {
    const colour xyz = relative_xyz(linear);
    return {116.0 * xyz[1] - 16.0, 500.0 * (xyz[0] - xyz[1]), 200.0 * (xyz[1] - xyz[2])};
}

/// Linear sRGB of the opponent space, clamped to what a display shows (paper, section 4.1: the filtered picture is clamped).
inline colour displayed(const colour& of_opponent) {
    const double y = (of_opponent[0] + 16.0) / 116.0;
    const double x = y + of_opponent[1] / 500.0;
    const double z = y - of_opponent[2] / 200.0;
    const colour w = white();
    const double xyz[3] = {x * w[0], y * w[1], z * w[2]};
    const auto& m = xyz_of_linear;
    // The inverse by the cofactors.
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

/// CIE L*a*b*, with a* and b* scaled by lightness: colours look less colourful in the dark (paper, section 4.1: the Hunt effect).
inline colour hunt_adjusted_lab(const colour& linear) {
    const auto root = [](double t) {
        constexpr double delta = 6.0 / 29.0;
        return t > delta * delta * delta ? std::cbrt(t) : t / (3.0 * delta * delta) + 4.0 / 29.0;
    };
    const colour xyz = relative_xyz(linear);
    const double lightness = 116.0 * root(xyz[1]) - 16.0;
    const double a = 500.0 * (root(xyz[0]) - root(xyz[1]));
    const double b = 200.0 * (root(xyz[1]) - root(xyz[2]));
    return {lightness, 0.01 * lightness * a, 0.01 * lightness * b};
}

/// A distance for large differences of colour: city block in lightness, Euclidean in the colour (Abasi, Tehran and Fairchild
/// 2019).
inline double hyab(const colour& one, const colour& other) {
    return std::abs(one[0] - other[0]) + std::hypot(one[1] - other[1], one[2] - other[2]);
}

}  // namespace ingot::metrics
