// Presets that the user saves: one file per sample in the user's folder for settings, in the format of the built-in
// presets.
#pragma once

#include <filesystem>
#include <ingot/sample/sample.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "presets/presets.hpp"

namespace ingot::shell {

/// Returns the file of the saved presets of a sample; empty if there is no folder for settings.
std::filesystem::path saved_presets_file(std::string_view sample);

/// Returns the built-in presets of the sample, then the saved presets. A saved preset with the name of a built-in
/// preset is left out. Throws preset_error.
std::vector<preset> all_presets(const sample_description& sample, std::span<parameter_base* const> parameters);
/// Returns only the saved presets. Throws preset_error.
std::vector<preset> saved_presets(const sample_description& sample, std::span<parameter_base* const> parameters);

/// Saves the current values of the parameters as a preset with this title, and returns the preset. Replaces a saved
/// preset of the same name.
///
/// Throws preset_error if
///
/// - the title has no letter and no digit (a byte of a character that is not ASCII counts as a letter),
/// - a built-in preset has the same name,
/// - there is no folder for settings,
/// - the file of the built-in or of the saved presets has an error.
///
/// Throws std::runtime_error if the file cannot be written.
preset save_preset(const sample_description& sample, std::span<parameter_base* const> parameters, std::string_view title);
/// Deletes a saved preset. Throws preset_error if the file of the saved presets has an error, and std::runtime_error if
/// the file cannot be written.
void delete_preset(const sample_description& sample, std::span<parameter_base* const> parameters, std::string_view name);

/// Returns the name of a preset on the command line: my-galaxies-no-2 for the title "My galaxies, no. 2".
std::string make_preset_name(std::string_view title);

/// Finds the preset for the value of `--preset`: the name of a built-in or saved preset, a file `FILE.json` (its first
/// preset), or `FILE.json:NAME`. A preset of a file gets the name `FILE.json:NAME`. Throws preset_error.
preset find_preset_or_file(const sample_description& sample, std::span<parameter_base* const> parameters, std::string_view text);

/// Returns the sample that a presets file names; nothing if the file names none or is not a presets file.
std::optional<std::string> sample_of_presets_file(const std::filesystem::path& file);

}  // namespace ingot::shell
