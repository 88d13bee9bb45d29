// The pictures that the metrics compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace ingot::metrics {

/// A view of a picture in 8-bit sRGB, with three bytes for each pixel, the top row first. The caller owns the pixels.
struct picture_view {
    std::span<const uint8_t> rgb;
    int width = 0;
    int height = 0;

    size_t pixel_count() const { return static_cast<size_t>(width) * static_cast<size_t>(height); }
};

/// Thrown for pictures that cannot be compared: their sizes differ, they have no pixels, or the number of bytes does
/// not match the size. Also thrown for wrong settings, and by the functions of z_test.hpp for incomplete estimates. what()
/// describes the error.
class comparison_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws comparison_error unless both pictures have the same size, at least one pixel, and 3 · width · height bytes.
void check_comparable(const picture_view& reference, const picture_view& test);

}  // namespace ingot::metrics
