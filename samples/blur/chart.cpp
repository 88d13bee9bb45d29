#include "chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>

#include "painter.hpp"
#include "scattered.hpp"

namespace ingot::samples::blur {

namespace {

using media::pixel;

constexpr int chart_width = 1280;
constexpr int chart_height = 720;
constexpr float pi = std::numbers::pi_v<float>;

const pixel paper = oklch(0.93f, 0.02f, 90.0f);
const pixel ink = oklch(0.19f, 0.02f, 270.0f);
const pixel quiet = oklch(0.62f, 0.03f, 260.0f);

void background(painter& painter) {
    painter.fill({0, 0, chart_width, chart_height}, [](float, float y) {
        return mixed(oklch(0.17f, 0.025f, 275.0f), oklch(0.235f, 0.03f, 255.0f), y / chart_height);
    });
}

void heading(painter& painter) {
    painter.text("INGOT", {40, 40}, 50, paper);
    painter.text("one kernel, cast for every gpu", {41, 104}, 10.5f, quiet);
    const char* const sentence = "quick zephyrs blow, vexing daft jim";
    float top = 40.0f;
    for (const auto& [words, height] : {std::pair {"quick zephyrs blow", 15.5f},
                                        {"vexing daft jim. quartz", 12.0f},
                                        {sentence, 9.0f},
                                        {sentence, 7.0f},
                                        {sentence, 6.0f},
                                        {sentence, 5.0f}}) {
        painter.text(words, {420, top}, height, paper);
        top += height + 6.5f;
    }
}

/// A Siemens star of 36 spokes.
void star(painter& painter, point middle, float radius) {
    constexpr float spokes = 36.0f;
    painter.cover({middle.x - radius, middle.y - radius, 2 * radius, 2 * radius}, paper,
                  [&](float x, float y) { return std::hypot(x - middle.x, y - middle.y) <= radius; });
    painter.cover({middle.x - radius, middle.y - radius, 2 * radius, 2 * radius}, ink, [&](float x, float y) {
        const float distance = std::hypot(x - middle.x, y - middle.y);
        const float turn = std::atan2(y - middle.y, x - middle.x) / (2.0f * pi) * spokes;
        return distance <= radius - 6.0f && distance > 5.0f && turn - std::floor(turn) < 0.5f;
    });
}

/// A zone plate: rings that become narrower outwards. At the middle of each side, a dark and a light ring together are two
/// pixels wide.
void zone_plate(painter& painter, const rectangle& area) {
    const point middle {area.left + 0.5f * area.width, area.top + 0.5f * area.height};
    const float radius = 0.5f * area.width;
    painter.fill(area, [&](float x, float y) {
        const float squared = (x - middle.x) * (x - middle.x) + (y - middle.y) * (y - middle.y);
        return mixed(ink, paper, 0.5f + 0.5f * std::cos(0.5f * pi * squared / radius));
    });
}

/// An evening landscape: hills in front of one another, which are paler with distance, and a low sun. The lights of a town
/// are up to forty times as bright as white.
void evening(painter& painter, const rectangle& area) {
    const auto across = [&](float x) { return (x - area.left) / area.width; };
    const auto down = [&](float y) { return (y - area.top) / area.height; };
    constexpr int ridges = 5;
    const auto ridge = [](int index, float u) {
        const auto i = static_cast<float>(index);
        return 0.50f + 0.105f * i + (0.050f - 0.005f * i) * std::sin((4.0f + 1.7f * i) * u + 2.3f * i) +
               0.018f * std::sin((17.0f - 2.0f * i) * u + 5.0f * i) + 0.006f * std::sin(61.0f * u + i);
    };
    const point sun {area.left + 0.66f * area.width, area.top + 0.43f * area.height};
    const pixel zenith = oklch(0.36f, 0.09f, 285.0f);
    const pixel horizon = oklch(0.80f, 0.13f, 55.0f);
    const pixel haze = oklch(0.92f, 0.12f, 85.0f);
    const pixel sunlight = scaled(oklch(0.95f, 0.09f, 88.0f), 14.0f);
    std::array<pixel, ridges> hills;
    for (int i = 0; i < ridges; ++i)
        hills[static_cast<size_t>(i)] =
            mixed(oklch(0.62f, 0.09f, 30.0f), oklch(0.20f, 0.045f, 290.0f), std::pow(static_cast<float>(i) / (ridges - 1), 0.7f));
    const auto light = [&](float x, float y) {
        const float u = across(x);
        const float v = down(y);
        for (int i = ridges; i-- > 0;)
            if (v > ridge(i, u)) return hills[static_cast<size_t>(i)];
        const float from_sun = std::hypot(x - sun.x, y - sun.y);
        if (from_sun < 17.0f) return sunlight;
        const pixel sky = mixed(zenith, horizon, std::pow(std::clamp(v / 0.62f, 0.0f, 1.0f), 1.6f));
        return mixed(sky, haze, 0.55f * std::exp(-from_sun / 46.0f));
    };
    painter.fill(area, [&](float x, float y) {  // four positions in each pixel, for smooth edges
        return mixed(mixed(light(x - 0.25f, y - 0.25f), light(x + 0.25f, y - 0.25f), 0.5f),
                     mixed(light(x - 0.25f, y + 0.25f), light(x + 0.25f, y + 0.25f), 0.5f), 0.5f);
    });
    // The lit windows of the town, on the two nearest hills.
    for (uint32_t i = 0; i < 210; ++i) {
        const float u = scattered(3 * i);
        const float crowd = std::exp(-30.0f * (u - 0.30f) * (u - 0.30f)) + 0.25f;
        if (scattered(3 * i + 1) > crowd) continue;
        const float v = ridge(ridges - 2, u) + 0.03f + 0.16f * std::pow(scattered(3 * i + 2), 1.4f);
        if (v > 0.985f) continue;
        const float kind = scattered(7 * i + 1000);
        const pixel tint = kind < 0.72f   ? oklch(0.85f, 0.13f, 75.0f)
                           : kind < 0.86f ? oklch(0.9f, 0.04f, 220.0f)
                           : kind < 0.94f ? oklch(0.65f, 0.22f, 28.0f)
                                          : oklch(0.75f, 0.18f, 150.0f);
        const float strength = 2.0f + 38.0f * std::pow(scattered(11 * i + 5), 5.0f);
        const float size = strength > 20.0f ? 2.0f : 1.0f;
        const rectangle window {std::floor(area.left + u * area.width), std::floor(area.top + v * area.height), size, size};
        painter.fill(window, [&](float, float) { return scaled(tint, strength); });
    }
}

void colours(painter& painter, point position, float side, float step) {
    for (int row = 0; row < 2; ++row)
        for (int i = 0; i < 12; ++i)
            painter.rounded_rectangle(
                {position.x + step * static_cast<float>(i), position.y + step * static_cast<float>(row), side, side}, 6.0f,
                oklch(row == 0 ? 0.74f : 0.52f, row == 0 ? 0.14f : 0.16f, 30.0f * static_cast<float>(i) + 20.0f));
}

void greys(painter& painter, const rectangle& area) {
    const auto grey = [](float share) {
        const float light = media::decode_srgb(share);
        return pixel {light, light, light, 1.0f};
    };
    const float half = 0.5f * area.height;
    painter.fill({area.left, area.top, area.width, half}, [&](float x, float) { return grey((x - area.left) / area.width); });
    painter.fill({area.left, area.top + half, area.width, half}, [&](float x, float) {
        constexpr float steps = 16.0f;
        return grey(std::min(std::floor((x - area.left) / area.width * steps) / (steps - 1.0f), 1.0f));
    });
}

/// Line pairs: bars and gaps of 1 to 8 pixels, vertical and horizontal.
void line_pairs(painter& painter, point position) {
    float left = position.x;
    for (const int width : {1, 2, 3, 4, 6, 8}) {
        const int bars = width <= 2 ? 9 : width <= 4 ? 6 : 4;
        const auto length = static_cast<float>(width * (2 * bars - 1));
        const auto is_bar = [&](float distance) { return static_cast<int>(distance) / width % 2 == 0; };
        painter.fill({left, position.y, length, 46.0f}, [&](float x, float) { return is_bar(x - left) ? paper : ink; });
        painter.fill({left, position.y + 54.0f, length, 46.0f},
                     [&](float, float y) { return is_bar(y - position.y - 54.0f) ? paper : ink; });
        painter.text(std::to_string(width), {left, position.y + 108.0f}, 7.0f, quiet);
        left += length + 42.8f;
    }
}

/// Single pixels, from 1 to 64 times as bright as `paper`. Blurred, each of them shows the shape of the filter.
void points(painter& painter, point position) {
    float left = position.x;
    for (const int strength : {1, 2, 4, 8, 16, 32, 64}) {
        painter.fill({left, position.y, 1.0f, 1.0f}, [&](float, float) { return scaled(paper, static_cast<float>(strength)); });
        const std::string label = std::to_string(strength);
        painter.text(label, {left - 0.5f * width_of(label, 7.0f), position.y + 26.0f}, 7.0f, quiet);
        left += 63.0f;
    }
}

}  // namespace

media::picture make_chart() {
    media::picture chart(chart_width, chart_height);
    painter chart_painter(chart);
    background(chart_painter);
    heading(chart_painter);
    star(chart_painter, {200, 300}, 160);
    zone_plate(chart_painter, {420, 140, 320, 320});
    evening(chart_painter, {800, 40, 440, 420});
    colours(chart_painter, {40, 500}, 46, 58.9f);
    greys(chart_painter, {40, 630, 694, 50});
    line_pairs(chart_painter, {800, 500});
    points(chart_painter, {822, 650});
    return chart;
}

}  // namespace ingot::samples::blur
