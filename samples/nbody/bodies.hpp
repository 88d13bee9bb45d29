// Bodies on the host, and the initial bodies of each setup.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/language/vector.hpp>
#include <string>
#include <vector>

namespace ingot::samples {

/// The units of bodies on the host. `natural` has no units and a gravitational constant of 1 (Heggie and Mathieu 1986).
/// `astronomical` uses the astronomical unit, the day and the mass of the Sun.
enum class unit_system { natural, astronomical };

/// Returns the gravitational constant. In astronomical units, au³/(solar mass · d²), it is the square of Gauss's
/// constant, 0.01720209895², as in the ephemeris DE421.
constexpr double gravitational_constant(unit_system units) {
    return units == unit_system::natural ? 1.0 : 0.01720209895 * 0.01720209895;
}

/// A set of bodies. All arrays have the same length, except that `names` may be empty.
struct bodies {
    unit_system units = unit_system::natural;
    std::vector<double> masses;
    std::vector<double3> positions;
    std::vector<double3> velocities;
    /// the part of the setup to which each body belongs: an index from namespace origin, which selects the body's colour
    std::vector<uint32_t> origins;
    std::vector<std::string> names;

    size_t count() const { return masses.size(); }
    void add(double mass, const double3& position, const double3& velocity, uint32_t origin);
};

/// The parts of setups: indices into the palette.
namespace origin {
inline constexpr uint32_t first_disk = 0;
inline constexpr uint32_t second_disk = 1;
inline constexpr uint32_t first_bulge = 2;
inline constexpr uint32_t second_bulge = 3;
inline constexpr uint32_t cluster = 4;
inline constexpr uint32_t cloud = 5;
inline constexpr uint32_t centre = 6;
inline constexpr uint32_t first_ring = 8;  // `rings` indices, one for each ring, begin here
inline constexpr uint32_t rings = 5;
inline constexpr uint32_t first_in_file = 16;  // `file_colours` indices begin here; the bodies of a file have them in turn
inline constexpr uint32_t file_colours = 11;
}  // namespace origin

/// Returns a star cluster in equilibrium: Plummer's sphere (1911), sampled as by Aarseth, Hénon and Wielen (1974), of
/// total mass 1 and virial radius 1.
bodies plummer_sphere(size_t count, uint64_t seed);

/// Returns two tilted disk galaxies just before they meet on a parabolic orbit. Each has a massive central body, a
/// bulge and an exponential disk.
bodies colliding_galaxies(size_t count, uint64_t seed);

/// Returns a uniform sphere at rest, of mass 1 and radius 1. It collapses after π √(1/8) = 1.11 units of time.
bodies cold_collapse(size_t count, uint64_t seed);

/// Returns a massive body and thin rings around it, in circular orbits.
bodies ring_system(size_t count, uint64_t seed);

/// Moves the centre of mass to the origin and brings it to rest.
void recentre(bodies& bodies);

}  // namespace ingot::samples
