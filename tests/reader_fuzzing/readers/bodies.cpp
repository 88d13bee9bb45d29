// Tables of bodies for N-body (CSV).
#include <bit>
#include <cstdint>

#include "all_targets.hpp"
#include "bodies_file.hpp"
#include "input.hpp"

namespace ingot::reader_fuzzing {

namespace {

constexpr size_t most_bodies = 2000;

// A comparison of the bits distinguishes 0 and -0.
bool has_same_bits(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }
bool has_same_bits(const double3& a, const double3& b) {
    return has_same_bits(a.x, b.x) && has_same_bits(a.y, b.y) && has_same_bits(a.z, b.z);
}

outcome read(std::span<const std::byte> input) {
    const auto found = read_or_reject<samples::bodies_file_error>(
        [&] { return samples::parse_bodies(text_of(input), "input.csv", most_bodies); });
    if (!found) return outcome::rejected;
    require(found->count() >= 1 && found->count() <= most_bodies, "the number of bodies is limited");
    const samples::bodies again = samples::parse_bodies(samples::format_bodies(*found), "written.csv", most_bodies);
    require(again.count() == found->count() && again.units == found->units, "bodies that are written are read back");
    for (size_t i = 0; i < found->count(); ++i)
        require(has_same_bits(again.masses[i], found->masses[i]) && has_same_bits(again.positions[i], found->positions[i]) &&
                    has_same_bits(again.velocities[i], found->velocities[i]),
                "numbers that are written are read back bit for bit");
    return outcome::accepted;
}

}  // namespace

const target bodies_target {"bodies", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
