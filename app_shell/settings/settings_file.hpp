// Reads and writes the JSON files in the user's folder for settings.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace ingot::shell {

/// Returns `$XDG_CONFIG_HOME/ingot`, or `$HOME/.config/ingot`. If neither variable is set to an absolute path, returns an
/// empty path; then no settings are saved.
std::filesystem::path settings_folder();

/// Returns the JSON object in `settings_folder() / name`, or an empty object if the file does not exist. If the file
/// cannot be read, calls `report` and returns an empty object: broken settings never prevent the program from starting.
nlohmann::json read_settings(std::string_view name, const std::function<void(const std::string&)>& report);

/// Replaces the file and creates its folder. Does nothing if there is no folder for settings. Throws a
/// std::runtime_error that names the file or the folder.
void write_settings(std::string_view name, const nlohmann::json& object);

}  // namespace ingot::shell
