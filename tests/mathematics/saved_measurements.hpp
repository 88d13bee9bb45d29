// Saves measurements in files, so that the table in the documentation can include devices of other machines.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "measurement.hpp"

namespace ingot::testing {

/// The largest errors on one device.
struct saved_measurements {
    std::string title;  ///< the heading of the device's column in the table of the documentation
    /// The measurements, by function and type ("float", "double", "half").
    std::map<std::pair<std::string, std::string>, measurement> entries;
};

/// Writes the measurements into a file. Throws std::runtime_error if the file cannot be opened.
void write(const saved_measurements& measurements, const std::filesystem::path& file);
/// Reads a file that write() created. Throws std::runtime_error with the file's name if the file cannot be read or has no
/// title, and with the file's name and the number of the line if a line has too few fields.
saved_measurements read_measurements(const std::filesystem::path& file);

/// Returns a Markdown table of all functions: the bound of each function, and for each device the function's largest errors for
/// float, double and half.
std::string markdown_table(const std::vector<saved_measurements>& devices);

/// Returns the document with its table replaced by a new one. The document marks the beginning and the end of the table by two
/// comments. Throws std::runtime_error if a comment is missing, or if the comments are in the wrong order.
std::string replace_table(const std::string& document, const std::string& table);

/// Reads all files *.txt of a folder, each of which contains saved measurements, in the order of the files' names.
std::vector<saved_measurements> read_folder(const std::filesystem::path& folder);

}  // namespace ingot::testing
