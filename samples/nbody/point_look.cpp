#include "point_look.hpp"

#include <algorithm>
#include <cmath>
#include <ingot/language/vector.hpp>

namespace ingot::samples {

namespace {

// The diameter of a point in pixels, in a picture of 720 rows with the default number of bodies.
constexpr double usual_count = 16'384.0;
constexpr double usual_diameter = 9.5;
constexpr double haze_diameter = 80.0;
constexpr float haze_brightness = 0.004f;
constexpr size_t haze_points = 3'072;
constexpr size_t fewest_for_haze = 2'048;  // bodies
// OpenGL skips the bodies between by the distance of two vertices in a buffer, which every driver allows up to 2,048 bytes
// (GL_MAX_VERTEX_ATTRIB_STRIDE). With more than 393,216 bodies, more than haze_points points are drawn.
constexpr size_t largest_haze_step = 2'048 / sizeof(float4);

float diameter_of(double diameter, const point_style& style, float height) {
    return static_cast<float>(diameter) * style.size * style.distance * height / 720.0f;
}

}  // namespace

point_measures measures_of_points(size_t count, const point_style& style, float height) {
    const double share = std::clamp(usual_count / static_cast<double>(std::max(count, size_t {1})), 1e-3, 100.0);
    return {.points = count,
            .diameter = diameter_of(usual_diameter * std::pow(share, 0.25), style, height),
            .largest = height / 4.0f,
            .brightness = static_cast<float>(0.6 * std::min(std::sqrt(share), 4.0)) * style.brightness};
}

point_measures measures_of_haze(size_t count, const point_style& style, float height) {
    const size_t step = std::clamp<size_t>((count + haze_points - 1) / haze_points, 1, largest_haze_step);
    const size_t points = count < fewest_for_haze ? 0 : (count + step - 1) / step;
    // If there are more points, they are fainter, so that the light of the haze stays the same.
    const float share_of_light =
        std::min(1.0f, static_cast<float>(haze_points) / static_cast<float>(std::max(points, size_t {1})));
    return {.step = step,
            .points = points,
            .diameter = diameter_of(haze_diameter, style, height),
            .largest = height / 4.0f,
            .brightness = haze_brightness * share_of_light * style.brightness};
}

}  // namespace ingot::samples
