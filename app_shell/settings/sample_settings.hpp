// The saved settings of a sample: parameters and bookmarks. Runs without a window and runs with --frames neither read nor
// write them.
#pragma once

#include <filesystem>
#include <functional>
#include <ingot/sample/sample.hpp>
#include <map>
#include <span>
#include <string>

#include "session/session.hpp"

namespace ingot::shell {

/// The settings of one sample.
struct sample_settings {
    parameter_settings parameters;   ///< parameters that the user has changed
    std::map<int, orbit> bookmarks;  ///< saved positions of the camera, by their digit key: 1 to 9
    friend bool operator==(const sample_settings&, const sample_settings&) = default;
};

/// Returns the file with the settings of a sample; a relative path if there is no folder for settings.
std::filesystem::path sample_settings_file(const sample_description& sample);

/// Reads the settings of a sample. Values that the sample rejects are left out. Calls `report` if the file cannot be
/// read.
sample_settings load_sample_settings(const sample_description& sample, const std::function<void(const std::string&)>& report);

/// Writes the settings of a sample. Throws std::runtime_error if the file cannot be written.
void save_sample_settings(const sample_description& sample, const sample_settings& settings);

/// Returns the parameters that differ from their values in `start`, or from their defaults if `start` does not contain them, with
/// the paths of files made absolute.
parameter_settings changed_settings(std::span<parameter_base* const> parameters, const parameter_settings& start = {});

}  // namespace ingot::shell
