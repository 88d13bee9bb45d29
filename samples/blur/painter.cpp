#include "painter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ingot::samples::blur {

using media::pixel;

pixel oklch(float lightness, float chroma, float hue) {
    const float angle = hue * std::numbers::pi_v<float> / 180.0f;
    const float a = chroma * std::cos(angle);
    const float b = chroma * std::sin(angle);
    const auto cubed = [](float x) { return x * x * x; };
    const float l = cubed(lightness + 0.3963377774f * a + 0.2158037573f * b);
    const float m = cubed(lightness - 0.1055613458f * a - 0.0638541728f * b);
    const float s = cubed(lightness - 0.0894841775f * a - 1.2914855480f * b);
    return {std::max(0.0f, 4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
            std::max(0.0f, -1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
            std::max(0.0f, -0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s), 1.0f};
}

pixel scaled(const pixel& pixel, float factor) {
    return {pixel.red * factor, pixel.green * factor, pixel.blue * factor, pixel.alpha};
}

pixel mixed(const pixel& a, const pixel& b, float share_of_b) {
    const float share_of_a = 1.0f - share_of_b;
    return {a.red * share_of_a + b.red * share_of_b, a.green * share_of_a + b.green * share_of_b,
            a.blue * share_of_a + b.blue * share_of_b, 1.0f};
}

template <typename Each>
void painter::for_each(const rectangle& area, Each each) {
    const int left = std::max(0, static_cast<int>(std::floor(area.left)));
    const int top = std::max(0, static_cast<int>(std::floor(area.top)));
    const int right = std::min(picture_.width, static_cast<int>(std::ceil(area.left + area.width)));
    const int bottom = std::min(picture_.height, static_cast<int>(std::ceil(area.top + area.height)));
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) each(x, y);
}

void painter::blend(int x, int y, const pixel& colour, float coverage) {
    pixel& destination = picture_.at(x, y);
    destination = mixed(destination, colour, std::clamp(coverage, 0.0f, 1.0f));
}

void painter::fill(const rectangle& area, const std::function<pixel(float, float)>& colour) {
    for_each(area, [&](int x, int y) { picture_.at(x, y) = colour(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f); });
}

void painter::add(const rectangle& area, const std::function<pixel(float, float)>& light) {
    for_each(area, [&](int x, int y) {
        const pixel more = light(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
        pixel& destination = picture_.at(x, y);
        destination = {destination.red + more.red, destination.green + more.green, destination.blue + more.blue, 1.0f};
    });
}

void painter::cover(const rectangle& area, const pixel& colour, const std::function<bool(float, float)>& covered) {
    constexpr int side = 4;
    for_each(area, [&](int x, int y) {
        int hits = 0;
        for (int i = 0; i < side * side; ++i) {
            const int row = i / side;
            const float dx = (static_cast<float>(i % side) + 0.5f) / side;
            const float dy = (static_cast<float>(row) + 0.5f) / side;
            hits += covered(static_cast<float>(x) + dx, static_cast<float>(y) + dy) ? 1 : 0;
        }
        if (hits > 0) blend(x, y, colour, static_cast<float>(hits) / (side * side));
    });
}

void painter::rounded_rectangle(const rectangle& area, float radius, const pixel& colour) {
    const float half_width = 0.5f * area.width - radius;
    const float half_height = 0.5f * area.height - radius;
    for_each({area.left - 1.0f, area.top - 1.0f, area.width + 2.0f, area.height + 2.0f}, [&](int x, int y) {
        const float dx = std::max(0.0f, std::abs(static_cast<float>(x) + 0.5f - area.left - 0.5f * area.width) - half_width);
        const float dy = std::max(0.0f, std::abs(static_cast<float>(y) + 0.5f - area.top - 0.5f * area.height) - half_height);
        blend(x, y, colour, 0.5f + radius - std::hypot(dx, dy));
    });
}

void painter::text(std::string_view words, point position, float height, const pixel& colour) {
    const float pen = std::max(0.45f, 0.062f * height);  // half the width of the stroke
    for (const stroke& line : strokes_of(words, height)) {
        point low {INFINITY, INFINITY};
        point high {-INFINITY, -INFINITY};
        for (const point& each : line) {
            low = {std::min(low.x, each.x), std::min(low.y, each.y)};
            high = {std::max(high.x, each.x), std::max(high.y, each.y)};
        }
        const float margin = pen + 1.0f;
        const rectangle area {position.x + low.x - margin, position.y + low.y - margin, high.x - low.x + 2.0f * margin,
                              high.y - low.y + 2.0f * margin};
        for_each(area, [&](int x, int y) {
            const float distance =
                distance_to(line, {static_cast<float>(x) + 0.5f - position.x, static_cast<float>(y) + 0.5f - position.y});
            blend(x, y, colour, 0.5f + pen - distance);
        });
    }
}

}  // namespace ingot::samples::blur
