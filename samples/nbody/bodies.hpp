// Bodies on the host, and the initial bodies of each setup.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/language/vector.hpp>
#include <string>
#include <vector>

namespace ingot::samples {

/// In what the host counts: `natural` has no units and a gravitational constant of 1 (Heggie and Mathieu 1986); `astronomical` is
/// the astronomical unit, the day and the mass of the Sun.
enum class unit_system { natural, astronomical };

/// In au³/(solar mass · d²) the square of Gauss's constant, 0.01720209895², as DE421 has it.
constexpr double gravitational_constant(unit_system units) {
    return units == unit_system::natural ? 1.0 : 0.01720209895 * 0.01720209895;
}

/// A set of bodies: all arrays have the same length, but `names` may be empty.
struct bodies {
    unit_system units = unit_system::natural;
    std::vector<double> masses;
    std::vector<double3> positions;
    std::vector<double3> velocities;
    std::vector<uint32_t> origins;  ///< which part of the setup a body comes from, for its colour
    std::vector<std::string> names;

    size_t count() const { return masses.size(); }
    void add(double mass, const double3& position, const double3& velocity, uint32_t origin);
};

/// Where a body of a setup comes from: an index into the palette.
namespace origin {
inline constexpr uint32_t first_disk = 0;
inline constexpr uint32_t second_disk = 1;
inline constexpr uint32_t first_bulge = 2;
inline constexpr uint32_t second_bulge = 3;
inline constexpr uint32_t cluster = 4;
inline constexpr uint32_t cloud = 5;
inline constexpr uint32_t centre = 6;
inline constexpr uint32_t first_ring = 8;  // and the next ones
inline constexpr uint32_t rings = 5;
inline constexpr uint32_t first_of_file = 16;  // and the next ones, around and around
inline constexpr uint32_t of_file = 11;
}  // namespace origin

/// A star cluster in equilibrium: Plummer's sphere (1911), drawn as by Aarseth, Hénon and Wielen (1974), of total mass 1 and
/// virial radius 1.
bodies plummer_sphere(size_t count, uint64_t seed);

/// Two disk galaxies, each with a massive centre, a bulge and an exponential disk, tilted, just before they meet on a parabola.
bodies colliding_galaxies(size_t count, uint64_t seed);

/// A uniform sphere at rest, of mass 1 and radius 1: it falls in on itself, after π √(1/8) = 1.11 units of time.
bodies cold_collapse(size_t count, uint64_t seed);

/// A massive body and thin rings around it, in circular orbits.
bodies ring_system(size_t count, uint64_t seed);

/// Puts the centre of mass at the origin, at rest.
void recentre(bodies& of);

}  // namespace ingot::samples
