// Compares structural_similarity() with the results of scikit-image, and tests the documented properties of the function.
#include <gtest/gtest.h>

#include <fstream>
#include <ingot/metrics/structural_similarity.hpp>
#include <map>
#include <string>

#include "flip_pairs.hpp"

namespace ingot::metrics::tests {
namespace {

// Returns the results of scikit-image, by the names of the pairs.
std::map<std::string, double> published_figures() {
    std::ifstream file(INGOT_SIMILARITY_FIGURES);
    std::map<std::string, double> all;
    std::string name;
    double value = 0.0;
    while (file >> name >> value) all[name] = value;
    return all;
}

TEST(structural_similarity, agrees_with_scikit_image) {
    const auto figures = published_figures();
    size_t compared = 0;
    for (const picture_pair& pair : flip_pairs()) {
        if (!figures.contains(pair.name)) continue;
        EXPECT_NEAR(structural_similarity(pair.reference.view(), pair.test.view()), figures.at(pair.name), 1e-7) << pair.name;
        ++compared;
    }
    EXPECT_EQ(compared, figures.size());
    EXPECT_GE(compared, 6U);
}

TEST(structural_similarity, of_equal_pictures_is_one) {
    for (const picture_pair& pair : flip_pairs())
        EXPECT_DOUBLE_EQ(structural_similarity(pair.test.view(), pair.test.view()), 1.0) << pair.name;
}

TEST(structural_similarity, of_a_small_picture_is_that_of_one_window) {
    // A picture smaller than a window is one window, in which all pixels have the same weight. The luma is 100 and 150, and 150
    // and 100 in the other picture: means 125, variances 625, covariance -625.
    const std::vector<uint8_t> pixels {100, 100, 100, 150, 150, 150};
    const std::vector<uint8_t> other {150, 150, 150, 100, 100, 100};
    constexpr double c2 = (0.03 * 255.0) * (0.03 * 255.0);
    EXPECT_NEAR(structural_similarity({pixels, 2, 1}, {other, 2, 1}), (-1250.0 + c2) / (1250.0 + c2), 1e-12);
}

TEST(structural_similarity, of_pictures_of_two_sizes_is_an_error) {
    const std::vector<uint8_t> pixels(12);
    EXPECT_THROW(structural_similarity({pixels, 2, 2}, {pixels, 4, 1}), comparison_error);
}

}  // namespace
}  // namespace ingot::metrics::tests
