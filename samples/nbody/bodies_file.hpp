// Bodies in a file: CSV with units in the header line.
//
//     # any number of comments
//     name,mass[msun],x[au],y[au],z[au],vx[au/d],vy[au/d],vz[au/d]
//     Sun,1.0,0,0,0,0,0,0
//
// Masses in kg or msun, lengths in m, km, au or pc, times in s, d or yr. With no units at all the gravitational constant is 1.
#pragma once

#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bodies.hpp"

namespace ingot::samples {

/// What is wrong with a file; what() begins with the file's name and the line: "planets.csv:7: …".
class bodies_file_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads bodies from a file; more than `most` of them are an error, and so is a number beyond `largest` in the units that are
/// kept. Throws bodies_file_error.
bodies read_bodies(const std::filesystem::path& file, size_t most, double largest = std::numeric_limits<double>::max());

/// The same from text; `name` stands in errors.
bodies parse_bodies(std::string_view text, std::string_view name, size_t most,
                    double largest = std::numeric_limits<double>::max());

/// Writes bodies so that reading them gives the same numbers, bit for bit. Replaces the file as a whole or leaves it. Throws
/// bodies_file_error.
void write_bodies(const std::filesystem::path& file, const bodies& of);
std::string format_bodies(const bodies& of);

}  // namespace ingot::samples
