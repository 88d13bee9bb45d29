// The saved settings of all samples that the window has opened.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "settings/sample_settings.hpp"

namespace ingot::shell {

/// Reads the settings of a sample when they are first requested, and saves them when the person leaves the sample.
class sample_settings_store {
public:
    /// If `keeps` is false, no file is read or written. If `fresh` is true, no file is read.
    sample_settings_store(bool keeps, bool fresh) : is_persistent_(keeps), ignores_files_(fresh) {}

    using reporter = std::function<void(const std::string&)>;

    /// Returns the saved parameters for opening a sample. If the sample was opened with them before and never left, it
    /// could not be opened with them: then returns no parameters, so that the sample is opened with its defaults.
    parameter_settings parameters_to_open(const sample_description& sample, const reporter& report);

    /// Returns the bookmarks of the camera for a sample, by their key.
    std::map<int, orbit>& bookmarks(const sample_description& sample, const reporter& report);

    /// Saves the parameters and bookmarks of a session that ends. Prints errors on stderr.
    void save(const session& finished_session);

private:
    sample_settings& settings_of(const sample_description& sample, const reporter& report);

    bool is_persistent_;
    bool ignores_files_;
    std::map<std::string, sample_settings> settings_;
    std::set<std::string> opened_samples_;  ///< samples that were opened with saved parameters and not left yet
};

}  // namespace ingot::shell
