// Differences of pictures, pixel by pixel.
#pragma once

#include <ingot/metrics/picture_view.hpp>
#include <vector>

namespace ingot::metrics {

/// All of 8-bit values, 0 to 255.
struct pixel_difference {
    int largest = 0;               ///< of any channel of any pixel
    int largest_x = 0;             ///< where it is first, from the left
    int largest_y = 0;             ///< and from the top
    size_t differing_pixels = 0;   ///< with more than the tolerance in at least one channel
    double differing_share = 0.0;  ///< of all pixels, 0 to 1
    double psnr = 0.0;             ///< peak signal-to-noise ratio of all channels together, in decibels; infinite where equal
};

/// Throws comparison_error where the pictures cannot be compared. A pixel whose channels differ by at most `tolerance` counts as
/// the same for differing_pixels and differing_share.
pixel_difference compare_pixels(const picture_view& reference, const picture_view& test, int tolerance = 0);

/// |reference - test| of each channel times `gain`, clamped: a picture to look at.
std::vector<uint8_t> amplified_difference(const picture_view& reference, const picture_view& test, int gain);

}  // namespace ingot::metrics
