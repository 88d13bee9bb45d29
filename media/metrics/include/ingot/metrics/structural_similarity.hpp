// The structural similarity index (SSIM) of two pictures.
//
// Source: Wang, Bovik, Sheikh and Simoncelli, "Image Quality Assessment: From Error Visibility to Structural
// Similarity", IEEE Transactions on Image Processing 13(4), 2004.
#pragma once

#include <ingot/metrics/picture_view.hpp>

namespace ingot::metrics {

/// Returns the mean index (the paper's equations 13 and 17) of the luma (ITU-R BT.601), which is 1 for equal pictures.
/// Uses windows of 11 x 11 pixels with Gaussian weights of 1.5 pixels standard deviation, K1 = 0.01 and K2 = 0.03. Only
/// windows that are completely inside of the picture count. A picture with fewer than 11 rows or columns is one window
/// with equal weights. Throws comparison_error if the pictures cannot be compared.
double structural_similarity(const picture_view& reference, const picture_view& test);

}  // namespace ingot::metrics
