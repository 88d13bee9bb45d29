#include "figures.hpp"

#include <algorithm>
#include <ingot/metrics/pixel_difference.hpp>
#include <ingot/metrics/structural_similarity.hpp>

namespace ingot::samples::warping {

void figures::add(const metrics::picture_view& truth, const metrics::picture_view& picture) {
    constexpr double most = 100.0;
    decibels += std::min(most, metrics::compare_pixels(truth, picture).psnr);
    similarities += metrics::structural_similarity(truth, picture);
    ++pictures;
}

void figures::add_holes(std::span<const uint8_t> mask) {
    percents += 100.0 * static_cast<double>(std::ranges::count(mask, uint8_t {1})) / static_cast<double>(mask.size());
    ++masks;
}

void figures::add_time(double milliseconds) {
    spent += milliseconds;
    ++times;
}

}  // namespace ingot::samples::warping
