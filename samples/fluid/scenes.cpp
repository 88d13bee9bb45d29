#include "scenes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ingot::samples::fluid {

namespace {

/// Returns ink of one pigment.
float4 pigment(uint32_t index, float concentration, float temperature = 0.0f) {
    return {index == 0 ? concentration : 0.0f, index == 1 ? concentration : 0.0f, index == 2 ? concentration : 0.0f, temperature};
}

float2 as_float2(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

// Three pens that write long loops, one after the other and never all at the same time.
std::vector<emitter> ink_pens(float width, double time, uint64_t seed) {
    struct pen {
        double rate_x;
        double rate_y;
        double phase;
    };
    constexpr std::array<pen, 3> pens {{{0.47, 0.83, 0.3}, {0.59, 0.71, 2.6}, {0.53, 0.97, 4.4}}};
    const double turned = 0.37 * static_cast<double>(seed % 1000);
    std::vector<emitter> all;
    for (uint32_t i = 0; i < pens.size(); ++i) {
        const auto& [rate_x, rate_y, phase] = pens[i];
        const double reach_x = 0.37 * width;
        const double reach_y = 0.33;
        const double angle_x = 2.0 * rate_x * time + phase + turned;
        const double angle_y = 2.0 * rate_y * time + 1.7 * phase + turned;
        const float2 place = as_float2(0.5 * width + reach_x * std::sin(angle_x), 0.5 + reach_y * std::sin(angle_y));
        const float2 velocity = as_float2(2.0 * reach_x * rate_x * std::cos(angle_x), 2.0 * reach_y * rate_y * std::cos(angle_y));
        // Each pen writes with more and with less ink.
        const double flow = 0.55 + 0.45 * std::sin(0.9 * time + 2.1 * i + 0.4);
        all.push_back({.from = place,
                       .to = place,
                       .velocity = velocity * 1.5f,
                       .radius = 0.03f,
                       .ink_rate = static_cast<float>(34.0 * flow),
                       .push_rate = 26.0f,
                       .ink = pigment(i, 1.0f)});
    }
    return all;
}

// A warm source that sways, so that the plume does not stay symmetric.
std::vector<emitter> smoke_source(float width, double time) {
    const float2 place = as_float2(0.5 * width + 0.012 * std::sin(2.3 * time) + 0.006 * std::sin(5.1 * time), -0.01);
    return {{.from = place + float2(-0.09f, 0.0f),
             .to = place + float2(0.09f, 0.0f),
             .velocity = {0.0f, 0.4f},
             .radius = 0.035f,
             .ink_rate = 14.0f,
             .push_rate = 4.0f,
             .ink = pigment(0, 0.85f, 1.0f) + pigment(1, 0.25f)}};
}

// A rake of thin lines of ink upstream of the cylinder, as in a wind tunnel. A push behind the cylinder at the start makes the
// vortices begin at once.
std::vector<emitter> street_rake(float width, double time) {
    constexpr int lines = 7;
    constexpr int middle = lines / 2;
    constexpr std::array<uint32_t, lines> pigments {0, 0, 0, 2, 1, 1, 1};
    std::vector<emitter> all;
    for (int i = 0; i < lines; ++i) {
        const float2 place {0.015f, 0.5f + 0.042f * static_cast<float>(i - middle)};
        // Longer than the way of a step, so that the lines are not dotted.
        all.push_back({.from = place - float2(0.05f, 0.0f),
                       .to = place + float2(0.02f, 0.0f),
                       .radius = 0.015f,
                       .ink_rate = 80.0f,
                       .ink = pigment(pigments.at(static_cast<size_t>(i)), 1.0f)});
    }
    if (time < 0.3) {
        const float2 behind {0.22f * width + 0.1f, 0.5f};
        all.push_back({.from = behind, .to = behind, .velocity = {0.0f, 0.6f}, .radius = 0.05f, .push_rate = 20.0f});
    }
    return all;
}

// Two jets that meet in the middle, slightly askew.
std::vector<emitter> two_jets(float width, double time) {
    const double sway = 0.012 * std::sin(1.9 * time);
    const float2 left = as_float2(0.06, 0.47 + sway);
    const float2 right = as_float2(width - 0.06, 0.53 - sway);
    const float reach = 0.03f;
    return {{.from = left - float2(reach, 0.0f),
             .to = left + float2(reach, 0.0f),
             .velocity = {1.5f, 0.0f},
             .radius = 0.032f,
             .ink_rate = 40.0f,
             .push_rate = 40.0f,
             .ink = pigment(0, 1.0f)},
            {.from = right - float2(reach, 0.0f),
             .to = right + float2(reach, 0.0f),
             .velocity = {-1.5f, 0.0f},
             .radius = 0.032f,
             .ink_rate = 40.0f,
             .push_rate = 40.0f,
             .ink = pigment(1, 1.0f)}};
}

}  // namespace

scene_setup setup_of(scene chosen, float width) {
    const auto disc = [](float x, float y, float radius) {
        return obstacle_stroke {.from = {x, y}, .to = {x, y}, .radius = radius, .is_solid = 1};
    };
    switch (chosen) {
        case scene::ink:
        case scene::basin:
            return {};
        case scene::smoke:
            return {.left = side::open, .right = side::open, .top = side::open, .obstacles = {disc(0.5f * width, 0.42f, 0.1f)}};
        case scene::street:
            // Slightly off the middle, so that the vortices begin soon.
            return {.left = side::inflow,
                    .right = side::open,
                    .obstacles = {disc(0.22f * width, 0.502f, 0.055f)},
                    .begins_with_wind = true};
        case scene::jets:
            return {.bottom = side::open, .top = side::open};
    }
    return {};
}

std::vector<emitter> emitters_of(scene chosen, float width, double time, uint64_t seed) {
    switch (chosen) {
        case scene::ink:
            return ink_pens(width, time, seed);
        case scene::smoke:
            return smoke_source(width, time);
        case scene::street:
            return street_rake(width, time);
        case scene::jets:
            return two_jets(width, time);
        case scene::basin:
            return {};
    }
    return {};
}

}  // namespace ingot::samples::fluid
