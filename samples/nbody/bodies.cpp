#include "bodies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "random_numbers.hpp"

namespace ingot::samples {

namespace {

constexpr double pi = std::numbers::pi;

double length(const double3& vector) { return std::sqrt(dot(vector, vector)); }

// Returns the radius that encloses this share of the mass of a Plummer sphere of scale 1 and mass 1.
double plummer_radius(double mass_inside) { return 1.0 / std::sqrt(std::pow(mass_inside, -2.0 / 3.0) - 1.0); }

// Returns a random share q of the escape speed, with a probability density proportional to q² (1 - q²)^(7/2), by rejection
// sampling. The maximum of this function is 0.092, so it is always below 0.1.
double plummer_speed(random_numbers& random) {
    while (true) {
        const double share = random.uniform();
        const double density = share * share * std::pow(1.0 - share * share, 3.5);
        if (random.uniform(0.0, 0.1) < density) return share;
    }
}

struct placed {
    double3 position;
    double3 velocity;
};

// Returns a random body of a Plummer sphere of scale 1 and mass 1. The outermost thousandth of the mass is left out: it
// would be a few bodies far away.
placed plummer_body(random_numbers& random) {
    const double radius = plummer_radius(random.uniform(0.0, 0.999));
    const double escape = std::sqrt(2.0) * std::pow(1.0 + radius * radius, -0.25);
    const double speed = escape * plummer_speed(random);
    return {random.direction() * radius, random.direction() * speed};
}

// The parameters of a galaxy, in natural units.
struct galaxy {
    double mass = 1.0;
    double scale = 0.3;          ///< scale length of the exponential disk
    double centre_share = 0.35;  ///< share of the mass in the central body
    double bulge_share = 0.35;   ///< share of the mass in the bulge
    double bulge_bodies = 0.2;   ///< share of the bodies in the bulge
    double bulge_scale = 0.12;   ///< scale of the bulge's Plummer sphere
    double3 axis;                ///< axis of rotation, of length 1
    double3 position;
    double3 velocity;
    uint32_t disk_origin = 0;
    uint32_t bulge_origin = 0;

    double disk_share() const { return 1.0 - centre_share - bulge_share; }
};

// Radius of a disk in scale lengths. 94 % of the mass of an infinite disk is inside.
constexpr double disk_edge = 4.5;

// Returns the share of an exponential disk's mass inside a radius given in scale lengths.
double disk_mass_inside(double radius) { return 1.0 - (1.0 + radius) * std::exp(-radius); }

// Returns the inverse of disk_mass_inside() by bisection. 50 steps are accurate enough and give the same result
// everywhere.
double disk_radius(double mass_inside) {
    double low = 0.0;
    double high = disk_edge;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (disk_mass_inside(middle) < mass_inside ? low : high) = middle;
    }
    return low;
}

// Returns the speed of a circular orbit in the plane of the disk. The disk's own mass inside the orbit counts as if it
// were at the centre. This is accurate enough, because the two galaxies soon disturb each other's orbits.
double circular_speed(const galaxy& galaxy, double radius) {
    const double bulge = std::pow(1.0 + galaxy.bulge_scale * galaxy.bulge_scale / (radius * radius), -1.5);
    const double disk = disk_mass_inside(radius / galaxy.scale) / disk_mass_inside(disk_edge);
    const double inside = galaxy.mass * (galaxy.centre_share + galaxy.bulge_share * bulge + galaxy.disk_share() * disk);
    return std::sqrt(inside / radius);
}

// Adds the disk's bodies in circular orbits, with some random scatter of velocities and heights.
void add_disk(bodies& bodies, const galaxy& galaxy, size_t count, random_numbers& random) {
    // Two axes in the plane of the disk.
    const double3 helper = std::abs(galaxy.axis.x) < 0.9 ? double3 {1, 0, 0} : double3 {0, 1, 0};
    const double3 first = cross(galaxy.axis, helper) / length(cross(galaxy.axis, helper));
    const double3 second = cross(galaxy.axis, first);
    const double mass = galaxy.mass * galaxy.disk_share() / static_cast<double>(count);
    for (size_t i = 0; i < count; ++i) {
        const double radius = galaxy.scale * std::max(0.1, disk_radius(random.uniform() * disk_mass_inside(disk_edge)));
        const double angle = random.uniform(0.0, 2.0 * pi);
        const double3 outward = first * std::cos(angle) + second * std::sin(angle);
        const double3 tangent = second * std::cos(angle) - first * std::sin(angle);
        const double speed = circular_speed(galaxy, radius);
        const double3 scatter {random.normal(), random.normal(), random.normal()};
        const double height = 0.04 * galaxy.scale * random.normal();
        bodies.add(mass, galaxy.position + outward * radius + galaxy.axis * height,
                   galaxy.velocity + tangent * speed + scatter * (0.06 * speed), galaxy.disk_origin);
    }
}

// Adds the bulge: a Plummer sphere without its outermost bodies.
void add_bulge(bodies& bodies, const galaxy& galaxy, size_t count, random_numbers& random) {
    const double mass = galaxy.mass * galaxy.bulge_share / static_cast<double>(count);
    // The speeds are those of a bulge that also contains the mass of the central body.
    const double speed = std::sqrt(galaxy.mass * (galaxy.centre_share + galaxy.bulge_share) / galaxy.bulge_scale);
    for (size_t added_bodies = 0; added_bodies < count;) {
        const placed body = plummer_body(random);
        if (length(body.position) > 8.0) continue;  // the outermost bodies are left out
        bodies.add(mass, galaxy.position + body.position * galaxy.bulge_scale, galaxy.velocity + body.velocity * speed,
                   galaxy.bulge_origin);
        ++added_bodies;
    }
}

// Adds the central body, the bulge and the disk.
void add_galaxy(bodies& bodies, const galaxy& galaxy, size_t count, random_numbers& random) {
    if (count == 0) return;
    bodies.add(galaxy.mass * galaxy.centre_share, galaxy.position, galaxy.velocity, galaxy.bulge_origin);
    const auto bulge = static_cast<size_t>(static_cast<double>(count - 1) * galaxy.bulge_bodies);
    add_bulge(bodies, galaxy, bulge, random);
    add_disk(bodies, galaxy, count - 1 - bulge, random);
}

// Returns position and velocity of one body relative to another on a parabolic orbit in the plane z = 0. `mass` is the mass of
// both together. The bodies are `distance` apart, before their closest approach, at which they will be `closest` apart.
placed parabola(double mass, double closest, double distance) {
    const double angle = -std::acos(2.0 * closest / distance - 1.0);
    const double momentum = std::sqrt(2.0 * mass * closest);
    return {{distance * std::cos(angle), distance * std::sin(angle), 0.0},
            {-mass / momentum * std::sin(angle), mass / momentum * (1.0 + std::cos(angle)), 0.0}};
}

// Returns a rotation axis from inclination and longitude of the ascending node.
double3 axis_at(double inclination, double node) {
    return {std::sin(inclination) * std::sin(node), -std::sin(inclination) * std::cos(node), std::cos(inclination)};
}

}  // namespace

void bodies::add(double mass, const double3& position, const double3& velocity, uint32_t origin) {
    masses.push_back(mass);
    positions.push_back(position);
    velocities.push_back(velocity);
    origins.push_back(origin);
}

bodies plummer_sphere(size_t count, uint64_t seed) {
    random_numbers random(seed);
    bodies sphere;
    const double scale = 3.0 * pi / 16.0;  // scale of a Plummer sphere with virial radius 1
    for (size_t i = 0; i < count; ++i) {
        const placed body = plummer_body(random);
        sphere.add(1.0 / static_cast<double>(count), body.position * scale, body.velocity / std::sqrt(scale), origin::cluster);
    }
    recentre(sphere);
    return sphere;
}

bodies colliding_galaxies(size_t count, uint64_t seed) {
    random_numbers random(seed);
    bodies galaxies;
    galaxy first;
    first.axis = axis_at(0.35, 0.6);
    first.disk_origin = origin::first_disk;
    first.bulge_origin = origin::first_bulge;
    galaxy second;
    second.mass = 0.6;
    second.scale = 0.22;
    second.bulge_scale = 0.09;
    second.axis = axis_at(1.0, -0.8);
    second.disk_origin = origin::second_disk;
    second.bulge_origin = origin::second_bulge;

    const double mass = first.mass + second.mass;
    const placed separation = parabola(mass, 0.7, 2.1);
    first.position = separation.position * (-second.mass / mass);
    first.velocity = separation.velocity * (-second.mass / mass);
    second.position = separation.position * (first.mass / mass);
    second.velocity = separation.velocity * (first.mass / mass);

    const auto of_second = static_cast<size_t>(0.375 * static_cast<double>(count));
    add_galaxy(galaxies, first, count - of_second, random);
    add_galaxy(galaxies, second, of_second, random);
    recentre(galaxies);
    return galaxies;
}

bodies cold_collapse(size_t count, uint64_t seed) {
    random_numbers random(seed);
    bodies cloud;
    for (size_t i = 0; i < count; ++i) {
        const double radius = std::cbrt(random.uniform());
        cloud.add(1.0 / static_cast<double>(count), random.direction() * radius, {}, origin::cloud);
    }
    recentre(cloud);
    return cloud;
}

bodies ring_system(size_t count, uint64_t seed) {
    random_numbers random(seed);
    bodies system;
    if (count == 0) return system;
    constexpr double rings_mass = 1e-4;  // so little that the bodies of a ring do not gather in clumps
    constexpr std::array<std::array<double, 2>, origin::rings> radii {
        {{0.55, 0.72}, {0.76, 0.90}, {0.93, 1.18}, {1.28, 1.34}, {1.42, 1.60}}};
    system.add(1.0 - rings_mass, {}, {}, origin::centre);
    for (size_t i = 1; i < count; ++i) {
        // Choose a ring with a probability proportional to its area, and a uniform position on it.
        double total = 0.0;
        for (const auto& [inner, outer] : radii) total += outer * outer - inner * inner;
        double place = random.uniform() * total;
        uint32_t ring = 0;
        while (ring + 1 < radii.size() && place > radii[ring][1] * radii[ring][1] - radii[ring][0] * radii[ring][0]) {
            place -= radii[ring][1] * radii[ring][1] - radii[ring][0] * radii[ring][0];
            ++ring;
        }
        const double radius = std::sqrt(radii[ring][0] * radii[ring][0] + place);
        const double angle = random.uniform(0.0, 2.0 * pi);
        const double speed = std::sqrt(1.0 / radius);
        const double lift = 0.002 * random.normal();
        system.add(rings_mass / static_cast<double>(count - 1), {radius * std::cos(angle), lift, radius * std::sin(angle)},
                   {-speed * std::sin(angle), 0.0, speed * std::cos(angle)}, origin::first_ring + ring);
    }
    recentre(system);
    return system;
}

void recentre(bodies& bodies) {
    double mass = 0.0;
    double3 position {};
    double3 velocity {};
    for (size_t i = 0; i < bodies.count(); ++i) {
        mass += bodies.masses[i];
        position += bodies.positions[i] * bodies.masses[i];
        velocity += bodies.velocities[i] * bodies.masses[i];
    }
    if (mass <= 0.0) return;
    for (size_t i = 0; i < bodies.count(); ++i) {
        bodies.positions[i] -= position / mass;
        bodies.velocities[i] -= velocity / mass;
    }
}

}  // namespace ingot::samples
