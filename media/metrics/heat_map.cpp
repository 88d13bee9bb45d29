#include <algorithm>
#include <array>
#include <cmath>
#include <ingot/metrics/heat_map.hpp>

namespace ingot::metrics {

namespace {

using rgb = std::array<double, 3>;

// Every eighth colour of the colour map "magma" in 8-bit sRGB. Linear interpolation gives the colours in between with an
// error of less than 3 of 255.
constexpr std::array<rgb, 33> magma {
    {{0, 0, 4},       {3, 3, 18},      {10, 8, 34},     {19, 13, 52},    {29, 17, 71},    {41, 17, 90},    {54, 16, 107},
     {68, 15, 118},   {81, 18, 124},   {93, 23, 127},   {106, 28, 129},  {118, 33, 129},  {131, 38, 129},  {144, 42, 129},
     {156, 46, 127},  {170, 51, 125},  {183, 55, 121},  {196, 60, 117},  {208, 65, 111},  {220, 72, 105},  {231, 82, 99},
     {239, 93, 94},   {245, 107, 92},  {249, 121, 93},  {252, 137, 97},  {253, 152, 105}, {254, 167, 114}, {254, 182, 124},
     {254, 196, 136}, {254, 211, 149}, {253, 226, 163}, {252, 240, 178}, {252, 253, 191}}};

}  // namespace

std::vector<uint8_t> heat_map(std::span<const float> errors) {
    std::vector<uint8_t> colours;
    colours.reserve(3 * errors.size());
    for (const float error : errors) {
        if (std::isnan(error)) {
            colours.insert(colours.end(), {0, 255, 0});
            continue;
        }
        const double position = std::clamp(static_cast<double>(error), 0.0, 1.0) * (magma.size() - 1);
        const auto below = std::min(static_cast<size_t>(position), magma.size() - 2);
        const double weight = position - static_cast<double>(below);
        for (size_t i = 0; i < 3; ++i)
            colours.push_back(static_cast<uint8_t>(std::lround(std::lerp(magma[below][i], magma[below + 1][i], weight))));
    }
    return colours;
}

}  // namespace ingot::metrics
