// Pairs of test pictures. flip_results.txt contains the FLIP errors of the pairs, and similarity_results.txt the structural
// similarity (SSIM) of all pairs except the smallest. Published tools computed the contents of both files.
#pragma once

#include <cstdint>
#include <ingot/metrics/picture_view.hpp>
#include <string>
#include <vector>

namespace ingot::metrics::tests {

struct test_picture {
    int width = 0;
    int height = 0;
    std::vector<uint8_t> rgb;

    picture_view view() const { return {rgb, width, height}; }
};

struct picture_pair {
    std::string name;
    double pixels_per_degree;
    test_picture reference;
    test_picture test;
};

/// Returns the pairs, which are computed with integers only, so that they are the same with every compiler.
std::vector<picture_pair> flip_pairs();

}  // namespace ingot::metrics::tests
