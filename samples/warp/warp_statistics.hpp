// The quality of warped pictures, compared with true ones, and the times of warping or rendering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/metrics/picture_view.hpp>
#include <span>

namespace ingot::samples::warping {

/// Accumulates comparisons, masks of holes and times, and returns their means. The sample has one object for each warp
/// method, one for the repeated picture that is the baseline, and one for the times of rendering.
class warp_statistics {
public:
    /// Compares a picture with the true picture, which has the same size, and adds the result.
    void add_comparison(const metrics::picture_view& truth, const metrics::picture_view& picture);
    /// Adds a mask of holes: one byte for each pixel, 1 for a hole.
    void add_holes(std::span<const uint8_t> mask);
    void add_time(double milliseconds);

    size_t comparison_count() const { return comparison_count_; }
    size_t time_count() const { return time_count_; }
    double psnr() const { return mean(psnr_sum_, comparison_count_); }  ///< dB; a pair of equal pictures counts as 100
    double similarity() const { return mean(similarity_sum_, comparison_count_); }  ///< SSIM
    double holes() const { return mean(hole_percent_sum_, mask_count_); }           ///< percent of the pixels
    double milliseconds() const { return mean(milliseconds_sum_, time_count_); }
    /// Returns statistics that have the times of this object, and nothing else.
    warp_statistics times() const {
        warp_statistics result;
        result.milliseconds_sum_ = milliseconds_sum_;
        result.time_count_ = time_count_;
        return result;
    }

private:
    static double mean(double sum, size_t count) { return count == 0 ? 0.0 : sum / static_cast<double>(count); }

    double psnr_sum_ = 0.0, similarity_sum_ = 0.0, hole_percent_sum_ = 0.0, milliseconds_sum_ = 0.0;
    size_t comparison_count_ = 0, mask_count_ = 0, time_count_ = 0;
};

}  // namespace ingot::samples::warping
