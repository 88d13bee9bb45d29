#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ingot/metrics/pixel_difference.hpp>
#include <limits>
#include <string>

namespace ingot::metrics {

void check_comparable(const picture_view& reference, const picture_view& test) {
    const auto size = [](const picture_view& view) { return std::to_string(view.width) + "x" + std::to_string(view.height); };
    if (reference.width != test.width || reference.height != test.height)
        throw comparison_error("the pictures have different sizes: the reference has " + size(reference) +
                               " pixels, the other one has " + size(test));
    if (reference.width < 1 || reference.height < 1) throw comparison_error("the pictures have no pixels: " + size(reference));
    for (const auto* each : {&reference, &test})
        if (each->rgb.size() != 3 * each->pixel_count())
            throw comparison_error("a picture of " + size(*each) + " pixels must have " +
                                   std::to_string(3 * each->pixel_count()) + " bytes, but it has " +
                                   std::to_string(each->rgb.size()));
}

pixel_difference compare_pixels(const picture_view& reference, const picture_view& test, int tolerance) {
    check_comparable(reference, test);
    pixel_difference found;
    double squares = 0.0;
    for (size_t pixel = 0; pixel < reference.pixel_count(); ++pixel) {
        int largest = 0;  // the largest difference of the pixel's channels
        for (size_t i = 3 * pixel; i < 3 * pixel + 3; ++i) {
            const int difference = std::abs(reference.rgb[i] - test.rgb[i]);
            largest = std::max(largest, difference);
            squares += static_cast<double>(difference * difference);
        }
        if (largest > tolerance) ++found.differing_pixels;
        if (largest > found.largest) {
            found.largest = largest;
            found.largest_x = static_cast<int>(pixel % static_cast<size_t>(reference.width));
            found.largest_y = static_cast<int>(pixel / static_cast<size_t>(reference.width));
        }
    }
    found.differing_share = static_cast<double>(found.differing_pixels) / static_cast<double>(reference.pixel_count());
    const double mean_square = squares / static_cast<double>(reference.rgb.size());
    found.psnr = mean_square > 0.0 ? 10.0 * std::log10(255.0 * 255.0 / mean_square) : std::numeric_limits<double>::infinity();
    return found;
}

std::vector<uint8_t> amplified_difference(const picture_view& reference, const picture_view& test, int gain) {
    check_comparable(reference, test);
    std::vector<uint8_t> amplified(reference.rgb.size());
    std::ranges::transform(reference.rgb, test.rgb, amplified.begin(), [gain](uint8_t first, uint8_t other) {
        return static_cast<uint8_t>(std::min(std::abs(first - other) * gain, 255));
    });
    return amplified;
}

}  // namespace ingot::metrics
