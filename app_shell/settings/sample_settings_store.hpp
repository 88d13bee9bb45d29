// The saved settings of all samples that the window has opened.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>

#include "settings/sample_settings.hpp"

namespace ingot::shell {

/// Reads the settings of a sample when they are first requested, and saves them when the user leaves the sample. Only what
/// the user has changed in the window is saved. Values that the command line gives for one run do not replace saved values.
class sample_settings_store {
public:
    /// If `is_persistent` is false, no file is read or written. If `is_fresh` is true, samples begin with their defaults, and
    /// a value that was saved earlier stays saved until the user changes it.
    sample_settings_store(bool is_persistent, bool is_fresh) : is_persistent_(is_persistent), is_fresh_(is_fresh) {}

    /// Receives a message if a file cannot be read or written.
    using reporter = std::function<void(const std::string&)>;

    /// Sets the parameters with which a sample starts on the device of this run if the user has changed nothing. The others have
    /// their defaults. What the user changes is saved and opened on top of them.
    void set_start(const sample_description& sample, const parameter_settings& start, const reporter& report);

    /// Returns the parameters for opening a sample: those of set_start(), followed by the saved ones. If they were returned
    /// before, and save() has not been called for the sample since, the earlier attempt to open it has failed. In this case
    /// returns only those of set_start().
    parameter_settings parameters_to_open(const sample_description& sample, const reporter& report);

    /// Records that the command line opens a sample with these parameters, and with its defaults for all others, instead of
    /// the saved ones.
    void override_for_this_run(const sample_description& sample, const parameter_settings& parameters, const reporter& report);

    /// Returns the bookmarks of the camera for a sample, by their digit key, 1 to 9.
    std::map<int, orbit>& bookmarks(const sample_description& sample, const reporter& report);

    /// Saves the parameters of a session that ends, and the sample's bookmarks. A file that could not be read is not
    /// overwritten; settings are saved again after the user has removed or renamed it.
    void save(const sample_description& sample, std::span<parameter_base* const> parameters, const reporter& report);

private:
    /// The settings of one sample.
    struct entry {
        sample_settings saved;        ///< what the file contains, or will contain
        sample_settings in_this_run;  ///< what the window uses
        parameter_settings start;     ///< what set_start() has set
        /// The values that the sample was opened with, and that the user has not changed since. Some are saved; others are those
        /// of the start, or are given by the command line for this run.
        parameter_settings at_opening;
        bool is_file_damaged = false;  ///< the file could not be read
    };
    entry& entry_of(const sample_description& sample, const reporter& report);

    bool is_persistent_;
    bool is_fresh_;
    std::map<std::string, entry> entries_;
    std::set<std::string> opened_samples_;  ///< samples whose parameters were returned, and that were not saved since
};

}  // namespace ingot::shell
