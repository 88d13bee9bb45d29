// The perceptual error FLIP: how visible the differences of two pictures are to a person who flips between them. This
// is the version for pictures of low dynamic range.
//
// Source: Andersson, Nilsson, Akenine-Möller, Oskarsson, Åström and Fairchild, "FLIP: A Difference Evaluator for
// Alternating Images", Proceedings of the ACM on Computer Graphics and Interactive Techniques 3(2), 2020.
#pragma once

#include <ingot/metrics/picture_view.hpp>
#include <vector>

namespace ingot::metrics {

/// Pixels per degree of visual angle in the paper's viewing conditions (section 4): a display that is 0.7 m and 3840 pixels
/// wide, seen from 0.7 m.
inline constexpr double default_pixels_per_degree = 3840.0 / 0.7 * 0.7 * 3.14159265358979323846 / 180.0;

/// The error of each pixel, from 0 (equal) to 1 (largest possible difference), the top row first.
struct flip_map {
    int width = 0;
    int height = 0;
    std::vector<float> errors;

    double mean() const;
    /// Returns the smallest of the errors for which at least the share `share` (0 to 1) of all pixels have this error or a
    /// smaller one. For example, at most 1 % of the pixels have a larger error than percentile(0.99). Returns 0 if there are
    /// no pixels.
    double percentile(double share) const;
};

/// Compares two pictures of the same size. `pixels_per_degree` is the number of pixels per degree of visual angle.
/// Throws comparison_error if it is not positive or the pictures cannot be compared.
flip_map flip(const picture_view& reference, const picture_view& test, double pixels_per_degree = default_pixels_per_degree);

}  // namespace ingot::metrics
