// Pairs of pictures whose FLIP errors were made once by the published tool.
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

/// Made by code, in integers only: the same with every compiler.
std::vector<picture_pair> flip_pairs();

}  // namespace ingot::metrics::tests
