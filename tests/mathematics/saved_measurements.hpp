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
    std::string title;  ///< the heading of the device's column in the table
    /// The measurements, by function and type ("float", "double", "half").
    std::map<std::pair<std::string, std::string>, measurement> entries;
};

/// Writes the measurements into a file.
void write(const saved_measurements& measurements, const std::filesystem::path& file);
/// Reads a file that write() created. Throws std::runtime_error with the file's name and line if it is damaged.
saved_measurements read_measurements(const std::filesystem::path& file);

/// Returns a Markdown table of all functions: their bounds, and for each device the largest error of float, double and
/// half.
std::string markdown_table(const std::vector<saved_measurements>& devices);

/// Returns the document with its table replaced by a new one. The document marks the beginning and the end of the table by two
/// comments. Throws std::runtime_error if they are missing.
std::string replace_table(const std::string& document, const std::string& table);

/// Reads the saved measurements of a folder, its files *.txt, in the order of their names.
std::vector<saved_measurements> read_folder(const std::filesystem::path& folder);

}  // namespace ingot::testing
