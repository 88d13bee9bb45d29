// Reads and writes bodies as CSV with units in the header line:
//
//     # any number of comments
//     name,mass[msun],x[au],y[au],z[au],vx[au/d],vy[au/d],vz[au/d]
//     Sun,1.0,0,0,0,0,0,0
//
// Masses are in kg or msun, lengths in m, km, au or pc, times in s, d or yr. In a file without units the gravitational
// constant is 1.
#pragma once

#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bodies.hpp"

namespace ingot::samples {

/// A file that is malformed, cannot be read or cannot be written. what() begins with the file's name, followed by a line number
/// if the file is malformed: "planets.csv:7: …".
class bodies_file_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads bodies from a file. Throws bodies_file_error if the file cannot be read, is malformed, has more than `max_count`
/// bodies, or contains a number larger than `largest` in the units of the result.
bodies read_bodies(const std::filesystem::path& file, size_t max_count, double largest = std::numeric_limits<double>::max());

/// Reads bodies from text; `name` is the file name in errors.
bodies parse_bodies(std::string_view text, std::string_view name, size_t max_count,
                    double largest = std::numeric_limits<double>::max());

/// Writes bodies so that reading the file gives the same numbers, bit for bit. If writing fails, an existing file stays as
/// it was, and bodies_file_error is thrown.
void write_bodies(const std::filesystem::path& file, const bodies& bodies);
/// Returns the text that write_bodies() writes.
std::string format_bodies(const bodies& bodies);

}  // namespace ingot::samples
