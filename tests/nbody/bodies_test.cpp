// Initial bodies: the same seed gives the same bodies, and each setup has its documented properties.
#include "bodies.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace ingot::samples {
namespace {

double length(const double3& vector) { return std::sqrt(dot(vector, vector)); }

struct setup {
    const char* name;
    bodies (*make)(size_t count, uint64_t seed);
};

class every_setup : public testing::TestWithParam<setup> {};

TEST_P(every_setup, has_the_requested_number_of_bodies) {
    for (const size_t count : {0u, 1u, 2u, 3u, 7u, 1000u}) EXPECT_EQ(GetParam().make(count, 1).count(), count);
}

TEST_P(every_setup, has_the_same_bodies_for_the_same_seed) {
    const bodies first = GetParam().make(500, 7);
    const bodies same = GetParam().make(500, 7);
    const bodies other = GetParam().make(500, 8);
    bool differs = false;
    for (size_t i = 0; i < first.count(); ++i) {
        EXPECT_TRUE(all(first.positions[i] == same.positions[i]));
        EXPECT_TRUE(all(first.velocities[i] == same.velocities[i]));
        differs = differs || any(first.positions[i] != other.positions[i]);
    }
    EXPECT_TRUE(differs);
}

TEST_P(every_setup, is_finite_and_has_its_centre_at_rest_at_the_origin) {
    for (const size_t count : {1u, 2u, 1000u}) {
        const bodies bodies = GetParam().make(count, 3);
        double3 position {};
        double3 momentum {};
        for (size_t i = 0; i < bodies.count(); ++i) {
            ASSERT_TRUE(std::isfinite(bodies.masses[i]) && bodies.masses[i] >= 0.0);
            ASSERT_TRUE(std::isfinite(length(bodies.positions[i])) && std::isfinite(length(bodies.velocities[i])));
            position += bodies.positions[i] * bodies.masses[i];
            momentum += bodies.velocities[i] * bodies.masses[i];
        }
        EXPECT_LT(length(position), 1e-12);
        EXPECT_LT(length(momentum), 1e-12);
    }
}

INSTANTIATE_TEST_SUITE_P(bodies, every_setup,
                         testing::Values(setup {"plummer", plummer_sphere}, setup {"galaxies", colliding_galaxies},
                                         setup {"collapse", cold_collapse}, setup {"ring", ring_system}),
                         [](const auto& tested) { return std::string(tested.param.name); });

struct energies {
    double kinetic = 0.0;
    double potential = 0.0;
};

energies energies_of(const bodies& bodies) {
    energies sum;
    for (size_t i = 0; i < bodies.count(); ++i) {
        sum.kinetic += 0.5 * bodies.masses[i] * dot(bodies.velocities[i], bodies.velocities[i]);
        for (size_t j = 0; j < i; ++j)
            sum.potential -= bodies.masses[i] * bodies.masses[j] / length(double3(bodies.positions[i] - bodies.positions[j]));
    }
    return sum;
}

TEST(plummer_sphere, is_in_equilibrium_with_a_virial_radius_of_one) {
    // With mass 1 and virial radius 1 the potential energy is -1/2. In equilibrium the kinetic energy is half of its absolute
    // value.
    const energies sphere = energies_of(plummer_sphere(3000, 1));
    EXPECT_NEAR(sphere.potential, -0.5, 0.02);
    EXPECT_NEAR(sphere.kinetic, 0.25, 0.01);
}

TEST(cold_collapse, is_a_uniform_sphere_at_rest) {
    const bodies cloud = cold_collapse(3000, 1);
    const energies energy = energies_of(cloud);
    EXPECT_LT(energy.kinetic, 1e-12);
    EXPECT_NEAR(energy.potential, -0.6, 0.02);  // 3/5 of the squared mass divided by the radius
    size_t inside = 0;
    for (const double3& position : cloud.positions) {
        EXPECT_LT(length(position), 1.1);  // the radius is 1, but recentre() moves the bodies a little
        if (length(position) < 0.5) ++inside;
    }
    // Half of the radius encloses an eighth of the volume. The standard deviation of the number is 18.
    EXPECT_NEAR(static_cast<double>(inside), 3000.0 / 8.0, 60.0);
}

TEST(ring_system, has_circular_orbits) {
    const bodies rings = ring_system(500, 1);
    for (size_t i = 1; i < rings.count(); ++i) {
        const double3 offset = rings.positions[i] - rings.positions[0];
        const double3 velocity = rings.velocities[i] - rings.velocities[0];
        // In a circular orbit speed² · radius is the mass of the central body, here almost 1.
        EXPECT_NEAR(dot(velocity, velocity) * length(offset), 1.0, 1e-3);
        EXPECT_NEAR(dot(velocity, offset), 0.0, 1e-3);
    }
}

TEST(colliding_galaxies, approach_each_other_on_a_parabolic_orbit) {
    // The centres of the two galaxies move like two points on a parabolic orbit.
    const bodies bodies = colliding_galaxies(2000, 1);
    double3 separation {};
    double3 velocity {};
    double masses[2] = {};
    const auto of_second = [&](size_t i) {
        return bodies.origins[i] == origin::second_disk || bodies.origins[i] == origin::second_bulge;
    };
    for (size_t i = 0; i < bodies.count(); ++i) masses[of_second(i)] += bodies.masses[i];
    for (size_t i = 0; i < bodies.count(); ++i) {
        const double share = bodies.masses[i] / masses[of_second(i)] * (of_second(i) ? 1.0 : -1.0);
        separation += bodies.positions[i] * share;
        velocity += bodies.velocities[i] * share;
    }
    EXPECT_LT(dot(separation, velocity), 0.0);
    // On a parabolic orbit the energy of the relative motion is 0: speed² / 2 = mass / distance.
    EXPECT_NEAR(dot(velocity, velocity) / 2.0, (masses[0] + masses[1]) / length(separation), 0.1);
}

TEST(gravitational_constant, makes_the_earths_year_in_astronomical_units) {
    const double year = 2.0 * std::numbers::pi / std::sqrt(gravitational_constant(unit_system::astronomical));
    EXPECT_NEAR(year, 365.2568983, 1e-6);  // days in Gauss's year: the period of a circular orbit with a radius of 1 au
}

}  // namespace
}  // namespace ingot::samples
