// What is measured of warped pictures, against the true ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/metrics/picture_view.hpp>
#include <span>

namespace ingot::samples::warping {

/// Means over pictures.
class figures {
public:
    void add(const metrics::picture_view& truth, const metrics::picture_view& picture);
    /// A byte for each pixel, 1 for a hole.
    void add_holes(std::span<const uint8_t> mask);
    void add_time(double milliseconds);

    size_t compared() const { return pictures; }
    size_t timed() const { return times; }
    double psnr() const { return mean(decibels, pictures); }            ///< dB, 100 where pictures are equal
    double similarity() const { return mean(similarities, pictures); }  ///< SSIM
    double holes() const { return mean(percents, masks); }              ///< percent of the pixels
    double milliseconds() const { return mean(spent, times); }

private:
    static double mean(double sum, size_t count) { return count == 0 ? 0.0 : sum / static_cast<double>(count); }

    double decibels = 0.0, similarities = 0.0, percents = 0.0, spent = 0.0;
    size_t pictures = 0, masks = 0, times = 0;
};

}  // namespace ingot::samples::warping
