#include "palettes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace ingot::samples::fluid {

namespace {

struct named_palette {
    std::string_view name;
    std::array<float4, 3> scattered;  // linear light
};

// What a pigment does not scatter, it absorbs.
constexpr std::array<named_palette, 5> palettes {{
    {"lagoon", {{{0.010f, 0.105f, 0.620f, 0.0f}, {0.900f, 0.055f, 0.300f, 0.0f}, {0.950f, 0.500f, 0.030f, 0.0f}}}},
    {"ember", {{{0.850f, 0.060f, 0.025f, 0.0f}, {0.980f, 0.400f, 0.030f, 0.0f}, {0.250f, 0.020f, 0.180f, 0.0f}}}},
    {"aurora", {{{0.020f, 0.650f, 0.420f, 0.0f}, {0.240f, 0.080f, 0.750f, 0.0f}, {0.030f, 0.420f, 0.900f, 0.0f}}}},
    {"sumi", {{{0.012f, 0.013f, 0.016f, 0.0f}, {0.700f, 0.045f, 0.025f, 0.0f}, {0.060f, 0.070f, 0.090f, 0.0f}}}},
    {"smoke", {{{0.780f, 0.790f, 0.820f, 0.0f}, {0.620f, 0.640f, 0.700f, 0.0f}, {0.850f, 0.820f, 0.780f, 0.0f}}}},
}};

struct named_backdrop {
    std::string_view name;
    float4 middle;
    float4 edge;
    float4 sun;
    float4 sky;
};

constexpr std::array<named_backdrop, 3> backdrops {{
    // A light table below clear water.
    {"water",
     {1.300f, 1.420f, 1.440f, 0.0f},
     {0.340f, 0.560f, 0.700f, 0.0f},
     {1.500f, 1.420f, 1.300f, 0.0f},
     {0.300f, 0.360f, 0.420f, 0.0f}},
    {"paper",
     {1.320f, 1.210f, 1.030f, 0.0f},
     {0.720f, 0.630f, 0.500f, 0.0f},
     {1.450f, 1.380f, 1.260f, 0.0f},
     {0.320f, 0.320f, 0.320f, 0.0f}},
    {"night",
     {0.022f, 0.030f, 0.046f, 0.0f},
     {0.004f, 0.006f, 0.011f, 0.0f},
     {2.300f, 1.900f, 1.450f, 0.0f},
     {0.085f, 0.140f, 0.270f, 0.0f}},
}};

template <typename List>
std::vector<std::string> names_of(const List& list) {
    std::vector<std::string> names;
    for (const auto& each : list) names.emplace_back(each.name);
    return names;
}

}  // namespace

std::vector<std::string> palette_names() { return names_of(palettes); }
std::vector<std::string> backdrop_names() { return names_of(backdrops); }

ink_palette palette_of(std::string_view name) {
    const auto* const found = std::ranges::find(palettes, name, &named_palette::name);
    if (found == palettes.end()) throw std::invalid_argument("no palette of this name");
    ink_palette palette {.scattered = found->scattered};
    // The depth at which a colour appears as itself: -log of it.
    const auto absorbed = [](float scattered) { return -0.75f * std::log(std::max(scattered, 0.006f)); };
    for (size_t i = 0; i < 3; ++i) {
        const float4& own = palette.scattered[i];
        palette.absorbed[i] = {absorbed(own.x), absorbed(own.y), absorbed(own.z), 0.0f};
    }
    return palette;
}

void set_backdrop(picture_light& light, size_t backdrop) {
    const named_backdrop& chosen = backdrops.at(backdrop);
    light.backdrop_middle = chosen.middle;
    light.backdrop_edge = chosen.edge;
    light.sun = chosen.sun;
    light.sky = chosen.sky;
}

}  // namespace ingot::samples::fluid
