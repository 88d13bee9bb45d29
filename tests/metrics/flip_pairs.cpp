#include "flip_pairs.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <ingot/metrics/flip.hpp>

namespace ingot::metrics::tests {

namespace {

using rgb = std::array<int, 3>;

test_picture painted(int width, int height, const std::function<rgb(int, int)>& colour_at) {
    test_picture picture {width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (const int channel : colour_at(x, y)) picture.rgb.push_back(static_cast<uint8_t>(std::clamp(channel, 0, 255)));
    return picture;
}

// Returns a number from -amplitude to amplitude that looks random, but depends only on the coordinates and the salt. It is
// computed by a multiplicative hash with a final mix.
int noise(int x, int y, int salt, int amplitude) {
    uint32_t hash =
        static_cast<uint32_t>(x) * 73856093U ^ static_cast<uint32_t>(y) * 19349663U ^ static_cast<uint32_t>(salt) * 83492791U;
    hash ^= hash >> 15U;
    hash *= 2246822519U;
    hash ^= hash >> 13U;
    return static_cast<int>(hash % static_cast<uint32_t>(2 * amplitude + 1)) - amplitude;
}

rgb gradient(int x, int y) { return {2 * x, 255 - 3 * y, x + y}; }
rgb checkers(int x, int y, int cell) { return (x / cell + y / cell) % 2 == 0 ? rgb {230, 230, 220} : rgb {20, 30, 60}; }
rgb disks(int x, int y) {
    const auto inside = [&](int cx, int cy, int r) { return (x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r; };
    if (inside(30, 30, 18)) return {210, 40, 40};
    if (inside(60, 40, 22)) return {30, 160, 70};
    if (inside(45, 60, 14)) return {40, 60, 220};
    return {90, 90, 95};
}
rgb strokes(int x, int y) {
    return (3 * x + 5 * y) % 17 < 2 || (7 * x - 2 * y + 200) % 23 < 2 ? rgb {15, 15, 15} : rgb {250, 248, 240};
}
rgb stars(int x, int y, int salt) { return noise(x, y, salt, 1000) > 985 ? rgb {255, 240, 210} : rgb {2, 3, 8}; }

rgb averaged(const std::function<rgb(int, int)>& source, int x, int y) {
    rgb sum {};
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            for (size_t i = 0; i < 3; ++i) sum[i] += source(x + dx, y + dy)[i];
    for (int& each : sum) each /= 9;
    return sum;
}

}  // namespace

std::vector<picture_pair> flip_pairs() {
    const double usual = default_pixels_per_degree;
    const auto plain = [](int r, int g, int b) { return [=](int, int) { return rgb {r, g, b}; }; };
    return {
        {"gradient-noise", usual, painted(96, 64, gradient),
         painted(96, 64,
                 [](int x, int y) {
                     rgb noisy = gradient(x, y);
                     for (int i = 0; i < 3; ++i) noisy[static_cast<size_t>(i)] += noise(x, y, i, 12);
                     return noisy;
                 })},
        {"checkers-shifted", usual, painted(80, 80, [](int x, int y) { return checkers(x, y, 5); }),
         painted(80, 80, [](int x, int y) { return checkers(x + 1, y, 5); })},
        {"disks-blurred", usual, painted(90, 80, disks), painted(90, 80, [](int x, int y) { return averaged(disks, x, y); })},
        {"strokes-darker", usual, painted(101, 67, strokes),
         painted(101, 67,
                 [](int x, int y) {
                     rgb darker = strokes(x, y);
                     for (int& each : darker) each = each * each / 255;  // as if gamma were applied twice
                     return darker;
                 })},
        {"stars-lost", usual, painted(128, 72, [](int x, int y) { return stars(x, y, 1); }),
         painted(128, 72, [](int x, int y) { return x > 60 && x < 80 ? rgb {2, 3, 8} : stars(x, y, 1); })},
        {"primaries", usual, painted(48, 48, plain(0, 255, 0)), painted(48, 48, plain(0, 0, 255))},
        {"one-pixel", usual, painted(41, 41, plain(0, 0, 0)),
         painted(41, 41, [](int x, int y) { return x == 20 && y == 20 ? rgb {255, 255, 255} : rgb {0, 0, 0}; })},
        {"one-step", usual, painted(64, 64, gradient),
         painted(64, 64,
                 [](int x, int y) {
                     rgb next = gradient(x, y);
                     next[1] += 1;
                     return next;
                 })},
        {"smaller-than-the-filter", usual, painted(5, 3, gradient),
         painted(5, 3, [](int x, int y) { return gradient(3 * x, 4 * y); })},
        {"disks-from-afar", 120.0, painted(90, 80, disks), painted(90, 80, [](int x, int y) { return disks(x, y - 1); })},
        {"disks-from-near", 25.0, painted(90, 80, disks), painted(90, 80, [](int x, int y) { return disks(x - 1, y); })},
    };
}

}  // namespace ingot::metrics::tests
