// The saved settings of all samples that the window has opened.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "settings/sample_settings.hpp"

namespace ingot::shell {

/// Reads the settings of a sample when they are first requested, and saves them when the user leaves the sample.
class sample_settings_store {
public:
    /// If `is_persistent` is false, no file is read or written. If `ignores_files` is true, no file is read.
    sample_settings_store(bool is_persistent, bool ignores_files)
        : is_persistent_(is_persistent), ignores_files_(ignores_files) {}

    /// Receives a message if a file cannot be read.
    using reporter = std::function<void(const std::string&)>;

    /// Returns the saved parameters for opening a sample. If they were returned before, and save() has not been called for
    /// the sample since, the earlier attempt to open it has failed. In this case returns no parameters, so that the sample
    /// is opened with its defaults.
    parameter_settings parameters_to_open(const sample_description& sample, const reporter& report);

    /// Returns the bookmarks of the camera for a sample, by their digit key, 1 to 9.
    std::map<int, orbit>& bookmarks(const sample_description& sample, const reporter& report);

    /// Saves the parameters and bookmarks of a session that ends. Prints errors on stderr.
    void save(const session& finished_session);

private:
    sample_settings& settings_of(const sample_description& sample, const reporter& report);

    bool is_persistent_;
    bool ignores_files_;
    std::map<std::string, sample_settings> settings_;
    std::set<std::string> opened_samples_;  ///< samples whose parameters were returned, and that were not saved since
};

}  // namespace ingot::shell
