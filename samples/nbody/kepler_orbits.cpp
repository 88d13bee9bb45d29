#include "kepler_orbits.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

namespace ingot::samples {

namespace {

constexpr int points = 360;

double length_of(const double3& v) { return std::sqrt(dot(v, v)); }

/// Returns the body that `body` circles: the heavier body with the smallest sphere of influence that contains `body`, or else
/// `heaviest`. The radius of a sphere of influence is the distance from `heaviest` · (mass / mass of `heaviest`)^(2/5).
size_t centre_of(const bodies& bodies, size_t body, size_t heaviest) {
    size_t centre = heaviest;
    double smallest_reach = INFINITY;
    for (size_t other = 0; other < bodies.count(); ++other) {
        if (other == heaviest || bodies.masses[other] <= bodies.masses[body]) continue;
        const double from_heaviest = length_of(bodies.positions[other] - bodies.positions[heaviest]);
        const double reach = from_heaviest * std::pow(bodies.masses[other] / bodies.masses[heaviest], 0.4);
        if (reach >= smallest_reach || length_of(bodies.positions[body] - bodies.positions[other]) >= reach) continue;
        centre = other;
        smallest_reach = reach;
    }
    return centre;
}

/// Returns the ellipse of a body around `centre`, or nothing if the body is not bound to it.
std::optional<std::vector<glm::vec3>> ellipse(const bodies& bodies, size_t body, size_t centre) {
    const double mu = gravitational_constant(bodies.units) * (bodies.masses[body] + bodies.masses[centre]);
    const double3 r = bodies.positions[body] - bodies.positions[centre];
    const double3 v = bodies.velocities[body] - bodies.velocities[centre];
    const double distance = length_of(r);
    const double3 momentum = cross(r, v);
    const double energy = 0.5 * dot(v, v) - mu / distance;
    if (!(distance > 0.0) || !(energy < 0.0) || !(length_of(momentum) > 0.0)) return std::nullopt;
    // The eccentricity vector points to the pericentre, and its length is the eccentricity.
    const double3 eccentricity_vector = cross(v, momentum) / mu - r / distance;
    const double eccentricity = length_of(eccentricity_vector);
    if (!(eccentricity < 1.0)) return std::nullopt;
    const double3 to_pericentre = eccentricity > 1e-9 ? eccentricity_vector / eccentricity : r / distance;
    const double3 ahead = cross(momentum / length_of(momentum), to_pericentre);
    const double semi_major = -0.5 * mu / energy;
    const double semi_minor = semi_major * std::sqrt(1.0 - eccentricity * eccentricity);
    std::vector<glm::vec3> line;
    for (int i = 0; i < points; ++i) {
        const double anomaly = 2.0 * std::numbers::pi * i / points;
        const double3 place = bodies.positions[centre] + to_pericentre * (semi_major * (std::cos(anomaly) - eccentricity)) +
                              ahead * (semi_minor * std::sin(anomaly));
        line.emplace_back(place.x, place.y, place.z);
    }
    return line;
}

}  // namespace

std::vector<std::vector<glm::vec3>> kepler_orbits(const bodies& bodies) {
    if (bodies.count() < 2) return {};
    const auto heaviest = static_cast<size_t>(std::ranges::max_element(bodies.masses) - bodies.masses.begin());
    const double total = std::accumulate(bodies.masses.begin(), bodies.masses.end(), 0.0);
    if (bodies.masses[heaviest] <= 0.5 * total) return {};
    std::vector<std::vector<glm::vec3>> all;
    for (size_t body = 0; body < bodies.count(); ++body)
        if (body != heaviest)
            if (auto line = ellipse(bodies, body, centre_of(bodies, body, heaviest))) all.push_back(*std::move(line));
    return all;
}

}  // namespace ingot::samples
