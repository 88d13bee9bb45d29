// The saved settings of the window: theme, scale of text, position and size, and open panels.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "window/look.hpp"
#include "window/placement.hpp"

namespace ingot::shell {

/// The settings, with the values of the first start as defaults.
struct window_settings {
    placement placement_of_window;
    theme::look look = theme::look::dark;
    float ui_scale = 0.0f;  ///< 0: the scale of the display
    bool panels = true;     ///< the panels are shown over the picture
    bool figures = true;    ///< the statistics panel is open
    bool kernels = false;   ///< the kernel panel is open
    bool hints = true;      ///< the hints for the first start are shown
    /// The share of the window's width that the kernel panel takes; 0: its default share.
    float kernels_share = 0.0f;
};

/// Returns the file with the settings; a relative path if there is no folder for settings.
std::filesystem::path window_settings_file();

/// Reads the settings. Missing or invalid entries get their defaults. Calls `report` if the file cannot be read.
window_settings load_window_settings(const std::function<void(const std::string&)>& report);

/// Writes the settings. Throws std::runtime_error if the file cannot be written.
void save_window_settings(const window_settings& settings);

}  // namespace ingot::shell
