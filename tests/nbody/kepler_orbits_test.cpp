// The ellipses of bodies: known orbits, the Moon around the Earth, and no ellipses where no body dominates.
#include "kepler_orbits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bodies_file.hpp"

namespace ingot::samples {
namespace {

float farthest(const std::vector<glm::vec3>& line, const glm::vec3& from) {
    float result = 0.0f;
    for (const glm::vec3& each : line) result = std::max(result, glm::distance(each, from));
    return result;
}

float nearest(const std::vector<glm::vec3>& line, const glm::vec3& to) {
    float result = INFINITY;
    for (const glm::vec3& each : line) result = std::min(result, glm::distance(each, to));
    return result;
}

TEST(kepler_orbits, are_the_ellipses_of_the_textbook) {
    // At the pericentre, at distance 1, the speed is the square root of mu (1 + e): here the eccentricity is 0.5.
    // The distance of the apocentre is (1 + e) / (1 - e) = 3.
    bodies two;
    two.add(1.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, origin::centre);
    two.add(1e-12, {1.0, 0.0, 0.0}, {0.0, std::sqrt(1.5), 0.0}, origin::cluster);
    const auto lines = kepler_orbits(two);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_NEAR(nearest(lines[0], {0.0f, 0.0f, 0.0f}), 1.0f, 1e-4f);
    EXPECT_NEAR(farthest(lines[0], {0.0f, 0.0f, 0.0f}), 3.0f, 1e-3f);
    for (const glm::vec3& each : lines[0]) EXPECT_EQ(each.z, 0.0f);
}

TEST(kepler_orbits, are_left_out_for_bodies_that_escape_and_where_no_body_dominates) {
    bodies two;
    two.add(1.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, origin::centre);
    two.add(1e-12, {1.0, 0.0, 0.0}, {0.0, 2.0, 0.0}, origin::cluster);  // the escape speed is the square root of 2
    EXPECT_TRUE(kepler_orbits(two).empty());
    bodies equal;
    for (const double x : {-1.0, 0.0, 1.0}) equal.add(1.0, {x, 0.0, 0.0}, {0.0, 0.5 * x, 0.0}, origin::cluster);
    EXPECT_TRUE(kepler_orbits(equal).empty());
    EXPECT_TRUE(kepler_orbits({}).empty());
}

TEST(kepler_orbits, of_the_solar_system_pass_through_the_planets_and_the_moons_is_around_the_earth) {
    const bodies planets = read_bodies(INGOT_ASSETS "/solar_system_j2000.csv", 100);
    const auto lines = kepler_orbits(planets);
    ASSERT_EQ(lines.size(), planets.count() - 1);
    for (size_t body = 1; body < planets.count(); ++body) {
        const double3& place = planets.positions[body];
        const glm::vec3 here(place.x, place.y, place.z);
        const auto& line = lines[body - 1];
        // The planet may be between two points of the line.
        EXPECT_LT(nearest(line, here), 0.02f * farthest(line, here)) << planets.names[body];
    }
    // lines[3] is the orbit of body 4, the Moon, which is about 0.0026 au from the Earth.
    const double3& earth = planets.positions[3];
    EXPECT_LT(farthest(lines[3], glm::vec3(earth.x, earth.y, earth.z)), 0.003f) << "in astronomical units";
}

}  // namespace
}  // namespace ingot::samples
