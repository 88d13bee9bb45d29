#include "food_maps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "steering.hpp"

namespace ingot::samples::slime {

namespace {

struct point {
    double x = 0.0;
    double y = 0.0;
};

double length(double x, double y) { return std::sqrt(x * x + y * y); }

double distance_to_line(const point& at, const point& from, const point& to) {
    const double along_x = to.x - from.x;
    const double along_y = to.y - from.y;
    const double share =
        ((at.x - from.x) * along_x + (at.y - from.y) * along_y) / std::max(along_x * along_x + along_y * along_y, 1e-12);
    const double limited = std::clamp(share, 0.0, 1.0);
    return length(at.x - from.x - limited * along_x, at.y - from.y - limited * along_y);
}

double distance_to_circle(const point& at, const point& middle, double radius) {
    return std::abs(length(at.x - middle.x, at.y - middle.y) - radius);
}

// The distance to the upper or the lower half of a circle.
double distance_to_half(const point& at, const point& middle, double radius, bool is_upper) {
    if (is_upper ? at.y >= middle.y : at.y <= middle.y) return distance_to_circle(at, middle, radius);
    return std::min(length(at.x - middle.x - radius, at.y - middle.y), length(at.x - middle.x + radius, at.y - middle.y));
}

constexpr double word_width = 6.0;

// The distance to the centre lines of the word "ingot". Small letters are 1 high, and x grows from 0 to word_width.
double distance_to_word(const point& at) {
    const auto line = [&](double x0, double y0, double x1, double y1) { return distance_to_line(at, {x0, y0}, {x1, y1}); };
    const std::array distances {
        // i, with its dot
        line(0.2, 0.0, 0.2, 1.0),
        length(at.x - 0.2, at.y - 1.45),
        // n
        line(0.8, 0.0, 0.8, 1.0),
        distance_to_half(at, {1.25, 0.55}, 0.45, true),
        line(1.7, 0.0, 1.7, 0.55),
        // g
        distance_to_circle(at, {2.75, 0.5}, 0.5),
        line(3.25, 1.0, 3.25, -0.25),
        distance_to_half(at, {2.75, -0.25}, 0.5, false),
        // o
        distance_to_circle(at, {4.35, 0.5}, 0.5),
        // t
        line(5.45, 1.5, 5.45, 0.3),
        line(5.15, 1.0, 5.85, 1.0),
        distance_to_half(at, {5.7, 0.25}, 0.25, false),
    };
    return *std::ranges::min_element(distances);
}

// The place of a cell in the coordinates of the word, which fills three quarters of the width.
point in_word(const slime_plane& plane, uint32_t x, uint32_t y) {
    const double unit = 0.75 * plane.width / word_width;
    return {(x + 0.5 - 0.125 * plane.width) / unit, (y + 0.5 - 0.5 * plane.height) / unit + 0.36};
}

// Points that are about evenly distributed over the plane: the sequence R2 (Roberts 2018), of powers of 1 / 1.3247…, the real
// root of x³ = x + 1.
point scattered_point(const slime_plane& plane, uint32_t number) {
    const double x = 0.5 + 0.7548776662466927 * number;
    const double y = 0.5 + 0.5698402909980532 * number;
    return {(x - std::floor(x)) * plane.width, (y - std::floor(y)) * plane.height};
}

constexpr double half_stroke = 0.13;

// Is a height between the tail of the g and the top of the t?
bool may_be_in_word(double y) { return y > -0.75 - half_stroke && y < 1.5 + half_stroke; }

// Food that falls from the middle of a line or dot to its edge, `share` of the way.
int32_t falling(double share) {
    const double inside = std::max(0.0, 1.0 - share * share);
    return static_cast<int32_t>(food_unit * inside * inside);
}

}  // namespace

std::vector<int32_t> food_of(food_map map, const slime_plane& plane, uint64_t seed) {
    std::vector<int32_t> food(plane.cells(), 0);
    if (map == food_map::word) {
        for (uint32_t y = 0; y < plane.height; ++y) {
            if (!may_be_in_word(in_word(plane, 0, y).y)) continue;
            for (uint32_t x = 0; x < plane.width; ++x)
                food[y * plane.width + x] = falling(distance_to_word(in_word(plane, x, y)) / half_stroke);
        }
    } else if (map == food_map::dots) {
        // Dots that are a little off even places.
        constexpr uint32_t dots = 48;
        const double radius = 0.02 * plane.height;
        std::mt19937_64 engine(seed);
        const auto moved_by = [&] { return (static_cast<double>(engine() >> 11) * 0x1p-53 - 0.5) * 0.09 * plane.height; };
        for (uint32_t dot = 0; dot < dots; ++dot) {
            const point even = scattered_point(plane, dot);
            const double x = even.x + moved_by();
            const double y = even.y + moved_by();
            const double strength = 0.5 + 0.5 * static_cast<double>(engine() >> 11) * 0x1p-53;
            const auto reach = static_cast<int32_t>(radius * 1.5) + 1;
            for (int32_t j = -reach; j <= reach; ++j)
                for (int32_t i = -reach; i <= reach; ++i) {
                    const auto column = static_cast<int32_t>(x) + i;
                    const auto row = static_cast<int32_t>(y) + j;
                    const auto width = static_cast<int32_t>(plane.width);
                    const auto height = static_cast<int32_t>(plane.height);
                    int32_t& cell = food[static_cast<size_t>((row + height) % height) * plane.width +
                                         static_cast<size_t>((column + width) % width)];
                    cell = std::max(cell, falling(length(column + 0.5 - x, row + 0.5 - y) / (radius * (0.6 + 0.8 * strength))));
                }
        }
    }
    return food;
}

std::vector<uint32_t> cells_of_word(const slime_plane& plane) {
    std::vector<uint32_t> all;
    for (uint32_t y = 0; y < plane.height; ++y) {
        if (!may_be_in_word(in_word(plane, 0, y).y)) continue;
        for (uint32_t x = 0; x < plane.width; ++x)
            if (distance_to_word(in_word(plane, x, y)) < half_stroke) all.push_back(y << 16 | x);
    }
    constexpr size_t most = 65'536;
    if (all.size() <= most) return all;
    std::vector<uint32_t> some(most);
    for (size_t i = 0; i < most; ++i) some[i] = all[i * all.size() / most];
    return some;
}

std::vector<int2> sunflower_points(const slime_plane& plane, uint32_t count) {
    constexpr uint32_t golden_angle = 1640531527;  // of 2^32
    std::vector<int2> points(count);
    for (uint32_t i = 0; i < count; ++i) {
        const double distance = 0.43 * std::sqrt((i + 0.5) / count) / direction_unit;
        const int2 direction = direction_of(i * golden_angle);
        points[i] = {static_cast<int32_t>((0.5 + distance * direction.x) * plane.width),
                     static_cast<int32_t>((0.5 + distance * direction.y) * plane.height)};
    }
    return points;
}

}  // namespace ingot::samples::slime
