// Places of the Mandelbrot set (text), and their digits as the sample reads them.
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "all_targets.hpp"
#include "input.hpp"
#include "places.hpp"
#include "reference_orbit.hpp"

namespace ingot::reader_fuzzing {

namespace {

outcome read(std::span<const std::byte> input) {
    using namespace samples::fractal;
    const std::filesystem::path file = write_input("place.txt", input);
    const auto place = read_or_reject<std::runtime_error>([&] { return read_place(file); });
    if (!place) return outcome::rejected;
    require(place->iterations_per_decade >= 0.0 && place->iterations_per_decade <= 1e6, "the iterations are in their range");

    constexpr uint32_t iterations = 20;
    const auto orbit =
        read_or_reject<std::runtime_error>([&] { return make_reference_orbit(place->real, place->imaginary, iterations); });
    if (!orbit) return outcome::rejected;
    require(!orbit->empty() && orbit->size() <= iterations + 1, "an orbit has at most one point more than iterations");
    for (const orbit_point& each : *orbit)
        require(std::isfinite(each.x) && std::isfinite(each.y), "the points of an orbit are finite");
    return outcome::accepted;
}

}  // namespace

const target fractal_place_target {"fractal_place", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
