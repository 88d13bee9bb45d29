#include "night.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "painter.hpp"
#include "scattered.hpp"

namespace ingot::samples::blur {

namespace {

using media::pixel;

constexpr int scene_width = 1280;
constexpr int scene_height = 720;
constexpr float shore = 470.0f;  // the height of the water's edge: y goes down
constexpr float pi = std::numbers::pi_v<float>;

const pixel warm = oklch(0.86f, 0.12f, 72.0f);
const pixel amber = oklch(0.78f, 0.16f, 60.0f);
const pixel cool = oklch(0.90f, 0.05f, 235.0f);
const pixel red = oklch(0.64f, 0.23f, 27.0f);

pixel sum(const pixel& a, const pixel& b) { return {a.red + b.red, a.green + b.green, a.blue + b.blue, 1.0f}; }

// Returns the numbers from `first` to below `end` in equal steps.
std::vector<float> steps(float first, float end, float step) {
    std::vector<float> numbers;
    const auto count = static_cast<int>(std::max(0.0f, std::ceil((end - first) / step)));
    for (int i = 0; i < count; ++i) numbers.push_back(first + static_cast<float>(i) * step);
    return numbers;
}

// A bell curve around `middle`.
float bell(float x, float middle, float width) { return std::exp(-(x - middle) * (x - middle) / (2.0f * width * width)); }

// Values between random numbers at whole positions, smooth and from 0 to 1.
float smooth_noise(float x, float y, uint32_t seed) {
    const float left = std::floor(x);
    const float top = std::floor(y);
    const auto at = [&](float column, float row) {
        const auto index = static_cast<uint32_t>(static_cast<int32_t>(column) * 7919 + static_cast<int32_t>(row) * 104'729);
        return scattered(index ^ seed);
    };
    const auto eased = [](float share) { return share * share * (3.0f - 2.0f * share); };
    const float across = eased(x - left);
    const float down = eased(y - top);
    const float above = std::lerp(at(left, top), at(left + 1.0f, top), across);
    const float below = std::lerp(at(left, top + 1.0f), at(left + 1.0f, top + 1.0f), across);
    return std::lerp(above, below, down);
}

// A round lamp, and the little of its light that the air scatters: the lamp itself is too bright to have a colour on a screen.
void lamp(painter& painter, point middle, float radius, const pixel& light) {
    const float reach = 7.0f * radius;
    painter.add({middle.x - reach, middle.y - reach, 2.0f * reach, 2.0f * reach}, [&](float x, float y) {
        const float share = std::max(0.0f, 1.0f - std::hypot(x - middle.x, y - middle.y) / reach);
        return scaled(light, 0.022f * share * share * share);
    });
    painter.cover({middle.x - radius - 1.0f, middle.y - radius - 1.0f, 2.0f * radius + 2.0f, 2.0f * radius + 2.0f}, light,
                  [&](float x, float y) { return std::hypot(x - middle.x, y - middle.y) <= radius; });
}

void line(painter& painter, point from, point to, float thickness, const pixel& colour) {
    const rectangle area {std::min(from.x, to.x) - thickness, std::min(from.y, to.y) - thickness,
                          std::abs(to.x - from.x) + 2.0f * thickness, std::abs(to.y - from.y) + 2.0f * thickness};
    painter.cover(area, colour, [&](float x, float y) { return distance_to({from, to}, {x, y}) <= 0.5f * thickness; });
}

// The sky with the glow of the city, thin clouds, stars, and the moon.
void sky(painter& painter) {
    const point moon {232.0f, 112.0f};
    constexpr float moon_radius = 27.0f;
    const pixel zenith = oklch(0.13f, 0.045f, 272.0f);
    const pixel middle = oklch(0.27f, 0.085f, 282.0f);
    const pixel glow = oklch(0.52f, 0.115f, 38.0f);
    const pixel moonlight = oklch(0.95f, 0.02f, 250.0f);
    painter.fill({0, 0, scene_width, shore}, [&](float x, float y) {
        const float height = y / shore;
        pixel colour = mixed(zenith, middle, std::pow(height, 1.3f));
        colour = mixed(colour, glow, 0.85f * std::pow(height, 4.0f) * (0.35f + 0.65f * bell(x, 850.0f, 330.0f)));
        const float wisps = smooth_noise(x / 190.0f, y / 34.0f, 11) * 0.6f + smooth_noise(x / 70.0f, y / 15.0f, 23) * 0.4f;
        const float cloud = std::clamp((wisps - 0.52f) * 2.4f, 0.0f, 1.0f) * std::clamp((height - 0.12f) * 3.0f, 0.0f, 1.0f);
        const float from_moon = std::hypot(x - moon.x, y - moon.y);
        const pixel lit_cloud = mixed(oklch(0.34f, 0.06f, 290.0f), glow, 0.55f * height * height);
        colour = mixed(colour, lit_cloud, 0.55f * cloud);
        return sum(colour, scaled(moonlight, 0.16f * std::exp(-from_moon / 30.0f) + 0.03f * std::exp(-from_moon / 150.0f)));
    });
    for (uint32_t i = 0; i < 420; ++i) {
        const float x = std::floor(scene_width * scattered(5 * i + 1));
        const float y = std::floor(0.80f * shore * std::pow(scattered(5 * i + 2), 1.5f));
        if (std::hypot(x - moon.x, y - moon.y) < 60.0f) continue;
        const float strength = 0.10f + 3.2f * std::pow(scattered(5 * i + 3), 9.0f);
        const pixel tint = mixed(oklch(0.9f, 0.05f, 250.0f), oklch(0.9f, 0.06f, 70.0f), scattered(5 * i + 4));
        painter.add({x, y, 1.0f, 1.0f}, [&](float, float) { return scaled(tint, strength); });
    }
    // The moon's seas are a little darker than the rest.
    painter.cover({moon.x - 30.0f, moon.y - 30.0f, 60.0f, 60.0f}, scaled(moonlight, 9.0f),
                  [&](float x, float y) { return std::hypot(x - moon.x, y - moon.y) <= moon_radius; });
    for (const auto& [dx, dy, radius] :
         {std::array {-9.0f, -8.0f, 9.0f}, {5.0f, -11.0f, 6.0f}, {-3.0f, 6.0f, 7.5f}, {10.0f, 3.0f, 5.0f}})
        painter.cover({moon.x + dx - radius, moon.y + dy - radius, 2.0f * radius, 2.0f * radius}, scaled(moonlight, 5.6f),
                      [&, right = dx, down = dy, size = radius](float x, float y) {
                          return std::hypot(x - moon.x - right, y - moon.y - down) <= size &&
                                 std::hypot(x - moon.x, y - moon.y) <= moon_radius;
                      });
}

// A row of houses in front of one another: their heights follow the city's outline.
struct row_of_houses {
    uint32_t seed = 0;
    float tallest = 0.0f;
    float widest = 0.0f;
    float share_of_lit_windows = 0.0f;
    float strength = 0.0f;  // of the windows' light
    pixel wall;
};

void houses(painter& painter, const row_of_houses& row) {
    uint32_t number = row.seed;
    const auto next = [&] { return scattered(number++); };
    for (float left = -20.0f; left < scene_width;) {
        const float width = std::floor((0.45f + 0.55f * next()) * row.widest);
        const float middle = left + 0.5f * width;
        const float outline = 0.12f + 0.88f * bell(middle, 850.0f, 190.0f) + 0.22f * bell(middle, 90.0f, 120.0f);
        const float height = std::floor(row.tallest * outline * (0.45f + 0.55f * next())) + 16.0f;
        const float top = shore - height;
        painter.fill({left, top, width, height},
                     [&](float, float y) { return mixed(row.wall, scaled(row.wall, 2.1f), std::pow((y - top) / height, 3.0f)); });
        // Some houses are offices whose floors are lit as a whole; in the others single windows are lit.
        const bool has_lit_floors = next() < 0.3f;
        const pixel usual = next() < 0.65f ? warm : cool;
        for (const float y : steps(top + 5.0f, shore - 8.0f, 7.0f)) {
            const bool is_lit_floor = has_lit_floors && next() < 0.35f;
            for (const float x : steps(left + 4.0f, left + width - 5.0f, 6.0f)) {
                const float chance = next();
                const float brightness = next();
                if (!is_lit_floor && chance > row.share_of_lit_windows) continue;
                const pixel& tint = brightness > 0.9f ? amber : usual;
                const float light = row.strength * (0.25f + 1.4f * std::pow(brightness, 4.0f));
                painter.fill({x, y, 3.0f, 4.0f}, [&](float, float) { return scaled(tint, light); });
            }
        }
        if (height > 0.72f * row.tallest) {
            line(painter, {middle, top}, {middle, top - 26.0f}, 1.6f, row.wall);
            lamp(painter, {middle, top - 27.0f}, 1.5f, scaled(red, 40.0f));
        }
        left += width + (next() < 0.25f ? 5.0f : 0.0f);
    }
}

// A wheel of coloured lamps.
void wheel(painter& painter, point middle, float radius) {
    const pixel steel = oklch(0.24f, 0.03f, 280.0f);
    constexpr int spokes = 14;
    line(painter, middle, {middle.x - 0.55f * radius, shore}, 4.0f, steel);
    line(painter, middle, {middle.x + 0.55f * radius, shore}, 4.0f, steel);
    for (int i = 0; i < spokes; ++i) {
        const float angle = 2.0f * pi * static_cast<float>(i) / spokes;
        line(painter, middle, {middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle)}, 1.3f, steel);
    }
    for (int i = 0; i < 3 * spokes; ++i) {
        const float angle = 2.0f * pi * static_cast<float>(i) / (3 * spokes);
        const bool is_cabin = i % 3 == 0;
        const float distance = is_cabin ? radius + 4.0f : radius;
        const float hue = 300.0f + 150.0f * static_cast<float>(i) / (3 * spokes);
        lamp(painter, {middle.x + distance * std::cos(angle), middle.y + distance * std::sin(angle)}, is_cabin ? 2.8f : 1.4f,
             scaled(is_cabin ? warm : oklch(0.68f, 0.2f, hue), is_cabin ? 26.0f : 14.0f));
    }
    lamp(painter, middle, 4.0f, scaled(oklch(0.75f, 0.18f, 345.0f), 18.0f));
}

// A suspension bridge with lamps along its cables and its road, and the lights of cars.
void bridge(painter& painter) {
    const pixel steel = oklch(0.17f, 0.03f, 270.0f);
    constexpr std::array<float, 2> pylons {150.0f, 520.0f};
    constexpr float top = 232.0f;
    const auto road = [](float x) { return 428.0f + 20.0f * std::pow((x - 335.0f) / 335.0f, 2.0f); };
    const auto cable = [&](float x) {
        if (x < pylons[0]) return std::lerp(top, road(-60.0f) - 4.0f, std::pow((pylons[0] - x) / (pylons[0] + 60.0f), 0.8f));
        if (x > pylons[1]) return std::lerp(top, road(690.0f) - 4.0f, std::pow((x - pylons[1]) / (690.0f - pylons[1]), 0.8f));
        const float from_middle = (x - 335.0f) / (0.5f * (pylons[1] - pylons[0]));
        return std::lerp(402.0f, top, from_middle * from_middle);
    };
    constexpr float step = 10.0f;  // from one hanger to the next; cables and road are straight between them
    for (const float x : steps(-10.0f, 690.0f, step)) {
        line(painter, {x, cable(x)}, {x, road(x)}, 0.9f, steel);
        line(painter, {x, cable(x)}, {x + step, cable(x + step)}, 3.2f, steel);
        line(painter, {x, road(x) + 4.0f}, {x + step, road(x + step) + 4.0f}, 8.0f, steel);
    }
    for (const float x : pylons) {
        painter.fill({x - 8.0f, top - 10.0f, 5.0f, shore - top + 10.0f}, [&](float, float) { return steel; });
        painter.fill({x + 3.0f, top - 10.0f, 5.0f, shore - top + 10.0f}, [&](float, float) { return steel; });
        for (const float y : {top - 6.0f, 290.0f, 355.0f})
            painter.fill({x - 8.0f, y, 16.0f, 5.0f}, [&](float, float) { return steel; });
        lamp(painter, {x, top - 15.0f}, 2.6f, scaled(red, 60.0f));
    }
    for (const float x : steps(2.0f, 690.0f, 18.0f)) lamp(painter, {x, cable(x) - 1.0f}, 1.5f, scaled(cool, 16.0f));
    for (const float x : steps(11.0f, 690.0f, 44.0f)) {
        line(painter, {x, road(x)}, {x, road(x) - 13.0f}, 1.4f, steel);
        lamp(painter, {x, road(x) - 14.0f}, 2.2f, scaled(amber, 48.0f));
    }
    for (uint32_t i = 0; i < 26; ++i) {
        const float x = 690.0f * scattered(900 + i);
        const bool comes_closer = scattered(950 + i) < 0.5f;
        painter.fill({std::floor(x), std::floor(road(x) - 3.0f), 2.0f, 2.0f},
                     [&](float, float) { return comes_closer ? scaled(cool, 22.0f) : scaled(red, 14.0f); });
    }
}

// Lamps along the far shore.
void promenade(painter& painter) {
    const pixel wall = oklch(0.20f, 0.03f, 270.0f);
    painter.fill({0.0f, shore - 7.0f, scene_width, 7.0f}, [&](float, float) { return wall; });
    for (const float x : steps(706.0f, scene_width, 38.0f)) {
        line(painter, {x, shore - 7.0f}, {x, shore - 22.0f}, 1.4f, wall);
        lamp(painter, {x, shore - 24.0f}, 2.6f, scaled(warm, 90.0f));
    }
}

// The water shows what is above the shore upside down. Each ripple tilts the surface a little, so a pixel of the water is the
// mean of the picture along a line that is longer the nearer the water is to the viewer.
void water(media::picture& picture, painter& painter) {
    const pixel deep = oklch(0.12f, 0.035f, 262.0f);
    constexpr int samples = 20;
    painter.fill({0, shore, scene_width, scene_height - shore}, [&](float x, float y) {
        const float depth = y - shore;
        const float nearness = depth / (scene_height - shore);
        const float distance = 1.0f / (0.06f + nearness);  // ripples are lower and closer together far away
        const float ripple = smooth_noise(x * (0.012f + 0.010f * distance * 0.2f), distance * 34.0f, 77) - 0.5f;
        const float small = smooth_noise(x * (0.05f + 0.02f * distance * 0.2f), distance * 92.0f, 78) - 0.5f;
        const float tilt = ripple + 0.6f * small;
        pixel mean {0, 0, 0, 1};
        float weights = 0.0f;
        for (int i = 0; i < samples; ++i) {
            const float along =
                (static_cast<float>(i) +
                 scattered(static_cast<uint32_t>(i) * 131 + static_cast<uint32_t>(x) * 977 + static_cast<uint32_t>(y) * 7)) /
                samples;
            const float weight = 1.0f - std::abs(2.0f * along - 1.0f);
            const float height = depth * (0.62f + 0.76f * along) * (1.0f + 0.9f * tilt * std::min(1.0f, 6.0f * nearness));
            const float sideways = tilt * 16.0f * nearness + (along - 0.5f) * 5.0f * nearness;
            const int column = std::clamp(static_cast<int>(x + sideways), 0, scene_width - 1);
            const int line_above = std::clamp(static_cast<int>(shore - 1.0f - height), 0, static_cast<int>(shore) - 1);
            const pixel& seen = picture.at(column, line_above);
            mean = sum(mean, scaled(seen, weight));
            weights += weight;
        }
        // Schlick's approximation of Fresnel's reflectance (1994): the flatter the view, the more is reflected.
        const float cosine = 0.08f + 0.50f * nearness;
        const float reflected = 0.02f + 0.98f * std::pow(1.0f - cosine, 5.0f);
        return mixed(deep, scaled(mean, 1.0f / weights), 0.30f + 0.65f * reflected);
    });
}

}  // namespace

media::picture make_night() {
    media::picture scene(scene_width, scene_height);
    painter scene_painter(scene);
    sky(scene_painter);
    houses(scene_painter, {4000, 205.0f, 64.0f, 0.10f, 0.5f, oklch(0.30f, 0.06f, 300.0f)});
    houses(scene_painter, {5000, 300.0f, 56.0f, 0.16f, 1.8f, oklch(0.21f, 0.045f, 285.0f)});
    wheel(scene_painter, {1132.0f, 362.0f}, 84.0f);
    houses(scene_painter, {6500, 84.0f, 74.0f, 0.20f, 3.0f, oklch(0.15f, 0.03f, 275.0f)});
    bridge(scene_painter);
    promenade(scene_painter);
    water(scene, scene_painter);
    return scene;
}

}  // namespace ingot::samples::blur
