// Structural similarity: how much of a picture's structure is still there.
//
// Wang, Bovik, Sheikh and Simoncelli, "Image Quality Assessment: From Error Visibility to Structural Similarity", IEEE
// Transactions on Image Processing 13(4), 2004.
#pragma once

#include <ingot/metrics/picture_view.hpp>

namespace ingot::metrics {

/// The mean index (the paper's equations 13 and 17) of the luma (ITU-R BT.601), 1 for equal pictures: windows of 11 x 11 pixels
/// with Gaussian weights of 1.5 pixels' deviation, K1 = 0.01, K2 = 0.03; only windows that are wholly inside. A picture with a
/// side below 11 pixels is one window with equal weights. Throws comparison_error where the pictures cannot be compared.
double structural_similarity(const picture_view& reference, const picture_view& test);

}  // namespace ingot::metrics
