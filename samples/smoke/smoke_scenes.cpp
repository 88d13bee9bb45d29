#include "smoke_scenes.hpp"

#include <array>
#include <cmath>

namespace ingot::samples::smoke {

namespace {

float3 as_float3(double x, double y, double z) { return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}; }

// A warm source on the floor that sways, so that the plume does not stay symmetric.
emitter swaying_source(const box_size& box, double time, uint64_t seed) {
    const double turned = 0.37 * static_cast<double>(seed % 1000);
    const float3 place = as_float3(0.5 * box.width + 0.014 * std::sin(2.3 * time + turned) + 0.008 * std::sin(5.1 * time), 0.02,
                                   0.5 * box.depth + 0.014 * std::cos(1.9 * time + turned) + 0.008 * std::sin(4.3 * time));
    return {.from = place,
            .radius = 0.07f,
            .to = place,
            .smoke_rate = 16.0f,
            .velocity = {0.0f, 0.35f, 0.0f},
            .push_rate = 4.0f,
            .smoke = {0.9f, 0.15f, 0.0f, 1.0f}};
}

// A row of flames that flicker on the floor.
std::vector<emitter> flames(const box_size& box, double time, uint64_t seed) {
    const double turned = 0.37 * static_cast<double>(seed % 1000);
    constexpr int count = 5;
    std::vector<emitter> all;
    for (int i = 0; i < count; ++i) {
        const double phase = turned + 2.1 * i;
        const double flicker = 0.7 + 0.3 * std::sin(7.0 * time + phase) * std::sin(3.1 * time + 1.7 * phase);
        const double angle = 1.2566 * i + 0.3 * std::sin(1.3 * time + phase);
        const double reach = i == 0 ? 0.0 : 0.085;
        const float3 place =
            as_float3(0.5 * box.width + reach * std::cos(angle), 0.02, 0.5 * box.depth + reach * std::sin(angle));
        all.push_back({.from = place,
                       .radius = 0.045f,
                       .to = place,
                       .smoke_rate = static_cast<float>(22.0 * flicker),
                       .velocity = {0.0f, 0.5f, 0.0f},
                       .push_rate = 5.0f,
                       .smoke = {0.16f, 0.0f, 0.0f, 1.55f}});
    }
    return all;
}

// Two jets of different colours that meet in the middle, slightly askew.
std::vector<emitter> two_jets(const box_size& box, double time) {
    const double sway = 0.01 * std::sin(1.9 * time);
    const double aside = 0.01 * std::sin(2.7 * time);
    const auto jet = [&](const float3& place, float speed, const float4& smoke) {
        return emitter {.from = place - float3(0.03f, 0.0f, 0.0f),
                        .radius = 0.04f,
                        .to = place + float3(0.03f, 0.0f, 0.0f),
                        .smoke_rate = 40.0f,
                        .velocity = {speed, 0.0f, 0.0f},
                        .push_rate = 40.0f,
                        .smoke = smoke};
    };
    return {jet(as_float3(0.06, 0.5 + sway, 0.5 * box.depth + aside), 1.5f, {1.0f, 0.0f, 0.0f, 0.0f}),
            jet(as_float3(box.width - 0.06, 0.51 - sway, 0.5 * box.depth - aside), -1.5f, {0.0f, 1.0f, 0.0f, 0.0f})};
}

// A wall of lines of smoke upstream of the pillars, as in a wind tunnel.
std::vector<emitter> wind_tunnel_rake(const box_size& box) {
    constexpr std::array heights {0.22f, 0.38f, 0.54f};
    std::vector<emitter> all;
    for (size_t i = 0; i < heights.size(); ++i) {
        const float height = heights.at(i);
        all.push_back({.from = {0.015f, height, 0.2f * box.depth},
                       .radius = 0.02f,
                       .to = {0.015f, height, 0.8f * box.depth},
                       .smoke_rate = 60.0f,
                       .smoke = {i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f, i == 2 ? 1.0f : 0.0f, 0.0f}});
    }
    return all;
}

}  // namespace

scene_setup setup_of(scene chosen, const box_size& box) {
    const auto ball = [](float x, float y, float z, float radius) {
        return obstacle_stroke {.from = {x, y, z}, .radius = radius, .to = {x, y, z}};
    };
    const auto pillar = [](float x, float z, float height, float radius) {
        return obstacle_stroke {.from = {x, -radius, z}, .radius = radius, .to = {x, height, z}};
    };
    scene_setup open_above {.left = side::open, .right = side::open, .top = side::open, .near = side::open, .far = side::open};
    switch (chosen) {
        case scene::plume:
        case scene::fire:
        case scene::empty:
            return open_above;
        case scene::sphere: {
            scene_setup setup = open_above;
            setup.obstacles = {ball(0.5f * box.width, 0.42f, 0.5f * box.depth, 0.12f)};
            return setup;
        }
        case scene::jets:
            return {.bottom = side::open, .top = side::open, .near = side::open, .far = side::open};
        case scene::pillars:
            return {.left = side::inflow,
                    .right = side::open,
                    .obstacles = {pillar(0.3f * box.width, 0.36f * box.depth, 0.6f, 0.06f),
                                  pillar(0.3f * box.width, 0.66f * box.depth, 0.4f, 0.06f),
                                  pillar(0.52f * box.width, 0.52f * box.depth, 0.5f, 0.07f)},
                    .begins_with_wind = true};
    }
    return {};
}

std::vector<emitter> emitters_of(scene chosen, const box_size& box, double time, uint64_t seed) {
    switch (chosen) {
        case scene::plume:
        case scene::sphere:
            return {swaying_source(box, time, seed)};
        case scene::fire:
            return flames(box, time, seed);
        case scene::jets:
            return two_jets(box, time);
        case scene::pillars:
            return wind_tunnel_rake(box);
        case scene::empty:
            return {};
    }
    return {};
}

}  // namespace ingot::samples::smoke
