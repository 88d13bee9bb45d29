#include "palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/vec3.hpp>

#include "random_numbers.hpp"

namespace ingot::samples {

namespace {

// The colours of the bodies of one origin. They are random mixtures of `from` and `to`. The share `clouds` of the bodies has
// the colour of glowing hydrogen instead.
struct population {
    glm::vec3 from;
    glm::vec3 to;
    double clouds = 0.0;
};

constexpr glm::vec3 hydrogen {1.0f, 0.16f, 0.34f};

constexpr population unknown {{1.0f, 1.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
constexpr population first_disk {{0.20f, 0.42f, 1.00f}, {0.62f, 0.80f, 1.00f}, 0.05};
constexpr population second_disk {{1.00f, 0.30f, 0.16f}, {1.00f, 0.62f, 0.42f}, 0.05};
constexpr population first_bulge {{1.00f, 0.66f, 0.30f}, {1.00f, 0.86f, 0.62f}};
constexpr population second_bulge {{1.00f, 0.58f, 0.24f}, {1.00f, 0.78f, 0.50f}};
constexpr population cluster {{1.00f, 0.55f, 0.24f}, {0.45f, 0.65f, 1.00f}};
constexpr population cloud {{0.55f, 0.70f, 1.00f}, {1.00f, 0.92f, 0.80f}};
constexpr population centre {{1.00f, 0.72f, 0.36f}, {1.00f, 0.72f, 0.36f}};
constexpr std::array<population, origin::rings> rings {{{{0.34f, 0.40f, 0.52f}, {0.50f, 0.54f, 0.62f}},
                                                        {{0.86f, 0.62f, 0.38f}, {0.98f, 0.76f, 0.52f}},
                                                        {{1.00f, 0.80f, 0.52f}, {1.00f, 0.90f, 0.72f}},
                                                        {{0.50f, 0.62f, 0.90f}, {0.66f, 0.76f, 1.00f}},
                                                        {{0.80f, 0.52f, 0.36f}, {0.92f, 0.68f, 0.50f}}}};
// In the order of the solar system's file: the Sun, Mercury, Venus, the Earth, the Moon, Mars, Jupiter …
constexpr std::array<glm::vec3, origin::file_colours> of_file {{{1.00f, 0.78f, 0.40f},
                                                                {0.62f, 0.54f, 0.48f},
                                                                {1.00f, 0.86f, 0.60f},
                                                                {0.22f, 0.48f, 1.00f},
                                                                {0.60f, 0.60f, 0.62f},
                                                                {1.00f, 0.30f, 0.14f},
                                                                {1.00f, 0.68f, 0.44f},
                                                                {1.00f, 0.84f, 0.50f},
                                                                {0.40f, 0.90f, 0.95f},
                                                                {0.20f, 0.36f, 1.00f},
                                                                {0.80f, 0.66f, 0.56f}}};

population population_of(uint32_t source) {
    if (source >= origin::first_in_file) {
        const glm::vec3 colour = of_file[(source - origin::first_in_file) % origin::file_colours];
        return {colour, colour};
    }
    if (source >= origin::first_ring && source < origin::first_ring + origin::rings) return rings[source - origin::first_ring];
    switch (source) {
        case origin::first_disk:
            return first_disk;
        case origin::second_disk:
            return second_disk;
        case origin::first_bulge:
            return first_bulge;
        case origin::second_bulge:
            return second_bulge;
        case origin::cluster:
            return cluster;
        case origin::cloud:
            return cloud;
        case origin::centre:
            return centre;
        default:
            return unknown;
    }
}

}  // namespace

std::vector<glm::vec4> lights_of(const bodies& bodies) {
    random_numbers random(1911);
    double total = 0.0;
    for (const double mass : bodies.masses) total += mass;
    const double mean = total > 0.0 ? total / static_cast<double>(bodies.count()) : 1.0;

    std::vector<glm::vec4> lights(bodies.count());
    for (size_t i = 0; i < bodies.count(); ++i) {
        const population population = population_of(bodies.origins[i]);
        const bool glows = random.uniform() < population.clouds;
        const glm::vec3 colour =
            glows ? hydrogen : glm::mix(population.from, population.to, static_cast<float>(random.uniform()));
        // Few stars are bright and many are faint; the mean of `scatter` is near 1. Bodies from a file have no scatter.
        const double scatter = bodies.origins[i] >= origin::first_in_file ? 1.0 : std::exp(0.75 * random.normal() - 0.28);
        const double weight =
            std::clamp(std::cbrt(bodies.masses[i] / mean), 0.3, bodies.origins[i] == origin::centre ? 40.0 : 6.0);
        const double limit = bodies.origins[i] == origin::centre ? 40.0 : 8.0;
        lights[i] = glm::vec4(colour, static_cast<float>(std::min(scatter * weight, limit) * (glows ? 1.6 : 1.0)));
    }
    return lights;
}

}  // namespace ingot::samples
