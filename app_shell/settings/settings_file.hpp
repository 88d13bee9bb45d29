// What the window keeps between starts: JSON files in the user's folder for settings.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace ingot::shell {

/// `$XDG_CONFIG_HOME/ingot`, or `~/.config/ingot`; empty where neither is known: then nothing is kept.
std::filesystem::path settings_folder();

/// The JSON object in `settings_folder() / name`; an empty object where there is no such file. What cannot be read is told to
/// `report`, and is as if it were not there: settings never keep the program from starting.
nlohmann::json read_settings(std::string_view name, const std::function<void(const std::string&)>& report);

/// Writes it as a whole, and makes the folders. Throws std::runtime_error that names the file; does nothing where nothing is
/// kept.
void write_settings(std::string_view name, const nlohmann::json& of);

}  // namespace ingot::shell
