// Places of the Mandelbrot set that are worth a long zoom.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ingot::samples::fractal {

/// The largest value of plane_place::iterations_per_decade.
inline constexpr double most_iterations_per_decade = 1e6;

/// A point of the plane, in decimal digits.
struct plane_place {
    std::string name;
    std::string real;
    std::string imaginary;
    /// How many iterations more the orbits need for each power of ten of the zoom: 0 to most_iterations_per_decade.
    double iterations_per_decade = 500.0;
};

/// The built-in places.
std::span<const plane_place> built_in_places();

/// Reads a place from a text file: the real part, the imaginary part, and maybe the iterations per power of ten, each in a line
/// of its own. Empty lines and lines that begin with # are skipped. Throws std::runtime_error, whose message names the file and
/// what is wrong.
plane_place read_place(const std::filesystem::path& file);

}  // namespace ingot::samples::fractal
