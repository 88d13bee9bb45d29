// Compares pictures pixel by pixel.
#pragma once

#include <ingot/metrics/picture_view.hpp>
#include <vector>

namespace ingot::metrics {

/// The differences of two pictures, in 8-bit values from 0 to 255.
struct pixel_difference {
    int largest = 0;               ///< the largest difference of any channel of any pixel
    int largest_x = 0;             ///< column of the first pixel with this difference
    int largest_y = 0;             ///< row of this pixel, counted from the top
    size_t differing_pixels = 0;   ///< pixels that differ by more than the tolerance in at least one channel
    double differing_share = 0.0;  ///< differing_pixels divided by the number of pixels, 0 to 1
    double psnr = 0.0;             ///< peak signal-to-noise ratio of all channels, in decibels; infinite for equal pictures
};

/// Compares two pictures of the same size. A pixel counts as equal for differing_pixels and differing_share if its
/// channels differ by at most `tolerance`. Throws comparison_error if the pictures cannot be compared.
pixel_difference compare_pixels(const picture_view& reference, const picture_view& test, int tolerance = 0);

/// Returns a picture that shows the differences: |reference - test| · gain for each channel, clamped to 255. Throws
/// comparison_error if the pictures cannot be compared.
std::vector<uint8_t> amplified_difference(const picture_view& reference, const picture_view& test, int gain);

}  // namespace ingot::metrics
