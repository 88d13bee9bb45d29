// Measurements as files, so that the table in the documentation can hold machines that are not at hand.
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
    std::string title;  ///< the table's heading
    /// By function and type ("float", "double", "half").
    std::map<std::pair<std::string, std::string>, measurement> entries;
};

void write(const saved_measurements& of, const std::filesystem::path& file);
/// Throws std::runtime_error with the file's name and line where it is not what write() makes.
saved_measurements read_measurements(const std::filesystem::path& file);

/// The table of all functions in Markdown: bounds, and for each device the largest error of float, double and half.
std::string markdown_table(const std::vector<saved_measurements>& devices);

/// The text between the two lines of a document that say where the table stands.
std::string replace_table(const std::string& document, const std::string& table);

/// What lies in a folder of saved measurements, in the order of the files' names.
std::vector<saved_measurements> read_folder(const std::filesystem::path& folder);

}  // namespace ingot::testing
