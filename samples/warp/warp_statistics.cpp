#include "warp_statistics.hpp"

#include <algorithm>
#include <ingot/metrics/pixel_difference.hpp>
#include <ingot/metrics/structural_similarity.hpp>

namespace ingot::samples::warping {

void warp_statistics::add_comparison(const metrics::picture_view& truth, const metrics::picture_view& picture) {
    constexpr double max_psnr = 100.0;  // the PSNR of equal pictures is infinite
    psnr_sum_ += std::min(max_psnr, metrics::compare_pixels(truth, picture).psnr);
    similarity_sum_ += metrics::structural_similarity(truth, picture);
    ++comparison_count_;
}

void warp_statistics::add_holes(std::span<const uint8_t> mask) {
    hole_percent_sum_ += 100.0 * static_cast<double>(std::ranges::count(mask, uint8_t {1})) / static_cast<double>(mask.size());
    ++mask_count_;
}

void warp_statistics::add_time(double milliseconds) {
    milliseconds_sum_ += milliseconds;
    ++time_count_;
}

}  // namespace ingot::samples::warping
