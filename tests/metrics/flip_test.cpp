// Compares flip() with the results of the tool that the authors of FLIP published. Further tests: equal pictures have the error
// 0, exchanging the two pictures changes nothing, percentiles and the mean of a `flip_map` (the errors of all pixels), and
// pictures that cannot be compared are rejected.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <ingot/metrics/flip.hpp>
#include <map>
#include <string>

#include "flip_pairs.hpp"

namespace ingot::metrics::tests {
namespace {

struct published {
    double mean = 0.0;
    double largest = 0.0;
    std::vector<double> grid;  ///< the errors at a regular grid of 7 x 7 pixels, which includes the corners
};

constexpr int grid_steps = 7;
constexpr double tolerance = 1e-4;

// Returns the results of the published tool, by the names of the pairs.
std::map<std::string, published> published_figures() {
    std::ifstream file(INGOT_FLIP_FIGURES);
    std::map<std::string, published> all;
    std::string name;
    std::string word;
    published figures;
    while (file >> name >> word >> figures.mean >> word >> figures.largest) {
        figures.grid.resize(grid_steps * grid_steps);
        for (double& each : figures.grid) file >> each;
        all[name] = figures;
    }
    return all;
}

TEST(flip, agrees_with_the_published_tool) {
    const auto figures = published_figures();
    const auto pairs = flip_pairs();
    ASSERT_GE(pairs.size(), 6U);
    for (const auto& pair : pairs) {
        SCOPED_TRACE(pair.name);
        ASSERT_TRUE(figures.contains(pair.name));
        const published& expected = figures.at(pair.name);
        const flip_map found = flip(pair.reference.view(), pair.test.view(), pair.pixels_per_degree);
        EXPECT_NEAR(found.mean(), expected.mean, tolerance);
        EXPECT_NEAR(std::ranges::max(found.errors), expected.largest, tolerance);
        for (int i = 0; i < grid_steps * grid_steps; ++i) {
            const int x = (found.width - 1) * (i % grid_steps) / (grid_steps - 1);
            const int y = (found.height - 1) * (i / grid_steps) / (grid_steps - 1);
            EXPECT_NEAR(found.errors[static_cast<size_t>(y * found.width + x)], expected.grid[static_cast<size_t>(i)], tolerance)
                << "at " << x << ", " << y;
        }
    }
}

TEST(flip, equal_pictures_have_no_error_at_all) {
    for (const auto& pair : flip_pairs()) {
        const flip_map found = flip(pair.test.view(), pair.test.view());
        EXPECT_EQ(std::ranges::max(found.errors), 0.0f) << pair.name;
    }
}

TEST(flip, does_not_care_which_picture_is_the_reference) {
    const auto pair = flip_pairs().front();
    EXPECT_EQ(flip(pair.reference.view(), pair.test.view()).errors, flip(pair.test.view(), pair.reference.view()).errors);
}

TEST(flip, percentiles_are_errors_of_pixels) {
    flip_map map {4, 1, {0.4f, 0.1f, 0.3f, 0.2f}};
    EXPECT_FLOAT_EQ(static_cast<float>(map.percentile(0.0)), 0.1f);
    EXPECT_FLOAT_EQ(static_cast<float>(map.percentile(0.5)), 0.2f);
    EXPECT_FLOAT_EQ(static_cast<float>(map.percentile(0.51)), 0.3f);
    EXPECT_FLOAT_EQ(static_cast<float>(map.percentile(1.0)), 0.4f);
    EXPECT_NEAR(map.mean(), 0.25, 1e-7);
}

TEST(flip, what_cannot_be_compared_is_rejected) {
    const std::vector<uint8_t> bytes(12);
    const picture_view square {bytes, 2, 2};
    EXPECT_THROW(flip(square, {bytes, 4, 1}), comparison_error);
    EXPECT_THROW(flip({bytes, 3, 2}, {bytes, 3, 2}), comparison_error);
    EXPECT_THROW(flip({{}, 0, 0}, {{}, 0, 0}), comparison_error);
    EXPECT_THROW(flip(square, square, 0.0), comparison_error);
    try {
        flip(square, {bytes, 4, 1});
    } catch (const comparison_error& problem) {
        EXPECT_NE(std::string(problem.what()).find("2x2"), std::string::npos) << problem.what();
    }
}

}  // namespace
}  // namespace ingot::metrics::tests
