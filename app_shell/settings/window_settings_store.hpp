// The settings of the window between its runs.
#pragma once

#include <functional>
#include <string>

#include "settings/window_settings.hpp"

namespace ingot::shell {

/// Reads the settings of the window when the program starts, and saves them when it ends. Only what the user has changed in
/// the window is saved. What the command line sets for one run does not replace saved settings.
class window_settings_store {
public:
    /// Receives a message if the file cannot be read or written.
    using reporter = std::function<void(const std::string&)>;

    /// If `is_persistent` is false, the file is neither read nor written.
    window_settings_store(bool is_persistent, const reporter& report);

    /// The settings of the last run.
    const window_settings& saved() const { return saved_; }

    /// Saves the settings that differ between the start and the end of a run. A file that could not be read is not
    /// overwritten, unless the user has removed or renamed it.
    void save(const window_settings& at_start, const window_settings& at_end, const reporter& report);

private:
    bool is_persistent_;
    window_settings saved_;
    bool is_file_damaged_ = false;
};

}  // namespace ingot::shell
