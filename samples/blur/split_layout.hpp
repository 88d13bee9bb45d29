// Where the two pictures of a view are on a canvas, for kernels and the host.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

#include "picture_size.hpp"

namespace ingot::samples::blur {

/// How a pixel of the canvas gets its colour from the picture.
enum class sampling : int32_t {
    averaged,      ///< of several pixels, which are smaller than the canvas's
    interpolated,  ///< between pixels that are up to three times as large
    single,        ///< one pixel, which is larger still, or lies exactly on that of the canvas
};

/// The left part of a rectangle shows one picture, the right part another one of the same size. Places on the canvas are in
/// pixels from its lower left corner.
struct split_layout {
    float2 low;     ///< lower left corner of the rectangle
    float2 high;    ///< its upper right corner
    float2 across;  ///< picture pixels per canvas pixel
    int2 steps;     ///< pixels that are averaged
    int2 canvas;    ///< its size
    picture_size picture;
    sampling way = sampling::single;
    int32_t first_right = 0;  ///< the first column of the canvas that shows the right picture
    float split = 0.0f;       ///< the left picture's share of the width; at 0 and 1 there is no line
};

/// A text in a rectangle of the canvas.
struct label_area {
    int32_t left = 0;
    int32_t bottom = 0;
    int32_t width = 0;
    int32_t height = 0;
    int2 canvas;
};

}  // namespace ingot::samples::blur
