// How the points of the bodies and the stars look, whatever draws them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ingot::samples {

/// How the points look.
struct point_style {
    bool is_coloured_by_speed = false;  ///< colours from the speed instead of each body's own colour
    float middle_speed = 1.0f;          ///< the speed that has the middle colour of the scale
    float brightness = 1.0f;
    float size = 1.0f;
    float distance = 5.0f;  ///< camera distance at which a point is as large as `size` specifies
    friend bool operator==(const point_style&, const point_style&) = default;
};

/// The sizes and the brightness of points on a picture.
struct point_measures {
    size_t step = 1;          ///< every n-th body has a point
    size_t points = 0;        ///< number of points
    float diameter = 0.0f;    ///< in pixels, at distance 1
    float largest = 0.0f;     ///< in pixels; a body whose point would be larger fades out
    float brightness = 1.0f;  ///< of a point whose body has brightness 1
};

/// Returns the points of `count` bodies, on a picture with so many rows. With more bodies the points are smaller and fainter, so
/// that the total light stays the same.
point_measures measures_of_points(size_t count, const point_style& style, float height);
/// Returns the points of the haze: large faint ones, halos only, at some of the bodies. A few bodies have no haze.
point_measures measures_of_haze(size_t count, const point_style& style, float height);

/// The haze has no fine detail. Its picture has a pixel for so many pixels in each direction.
constexpr uint32_t pixels_of_haze_pixel = 4;

}  // namespace ingot::samples
