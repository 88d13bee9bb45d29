// The FLIP perceptual error: how visible the difference is to a person who flips between the two pictures.
//
// Andersson, Nilsson, Akenine-Möller, Oskarsson, Åström and Fairchild, "FLIP: A Difference Evaluator for Alternating Images",
// Proceedings of the ACM on Computer Graphics and Interactive Techniques 3(2), 2020; for pictures of low dynamic range.
#pragma once

#include <ingot/metrics/picture_view.hpp>
#include <vector>

namespace ingot::metrics {

/// The paper's viewing conditions (section 4): a display 0.7 m wide with 3840 pixels, seen from 0.7 m.
inline constexpr double default_pixels_per_degree = 3840.0 / 0.7 * 0.7 * 3.14159265358979323846 / 180.0;

/// The error of each pixel, from 0 (equal) to 1 (the two have nothing in common), the top row first.
struct flip_map {
    int width = 0;
    int height = 0;
    std::vector<float> errors;

    double mean() const;
    /// The smallest error that at least `share` (0 to 1) of the pixels do not exceed: percentile(0.99).
    double percentile(double share) const;
};

/// Throws comparison_error where the pictures cannot be compared. `pixels_per_degree` of visual angle must be positive.
flip_map flip(const picture_view& reference, const picture_view& test, double pixels_per_degree = default_pixels_per_degree);

}  // namespace ingot::metrics
