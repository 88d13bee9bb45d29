// Presets that a person saves: a file for each sample in the user's folder for settings, of the same form as the shipped ones.
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

/// Where a sample's own presets are kept; empty where nothing is kept.
std::filesystem::path own_presets_file(std::string_view sample);

/// The shipped presets, then the person's own. A name that both have is the shipped one's. Throws preset_error.
std::vector<preset> all_presets(const sample_description& of, std::span<parameter_base* const> parameters);
/// Only the person's own.
std::vector<preset> own_presets(const sample_description& of, std::span<parameter_base* const> parameters);

/// Keeps the values that the parameters have as a preset of that title; one of the person's own with the same name is replaced.
/// Gives it back as it can be chosen. Throws preset_error where the title is empty or a shipped preset's, std::runtime_error
/// where the file cannot be written.
preset save_preset(const sample_description& of, std::span<parameter_base* const> parameters, std::string_view title);
/// Deletes one of the person's own.
void delete_preset(const sample_description& of, std::span<parameter_base* const> parameters, std::string_view name);

/// "My galaxies, no. 2" is called my-galaxies-no-2 on the command line.
std::string preset_name_of(std::string_view title);

/// What `--preset` was given: a shipped preset's name, one of the person's own, a file `FILE.json` (its first preset), or one in
/// it, `FILE.json:NAME`; the latter is what one of a file is called then. Throws preset_error.
preset find_preset_or_file(const sample_description& of, std::span<parameter_base* const> parameters, std::string_view asked);

/// The sample that a presets file says it is for; nothing where it does not say, or holds no presets.
std::optional<std::string> sample_of_presets_file(const std::filesystem::path& file);

}  // namespace ingot::shell
