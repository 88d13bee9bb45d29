// What `ingot tune` has measured: for each sample and device the fastest values of its tunable parameters. They are a file in the
// user's cache.
#pragma once

#include <filesystem>
#include <functional>
#include <ingot/ingot.hpp>
#include <ingot/sample/tunable.hpp>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::shell {

/// The fastest values on a device.
struct tuning {
    std::string sample;
    std::string backend;
    std::string device;
    std::string driver;
    std::map<std::string, std::string> values {};  ///< by the names of the parameters
    double milliseconds = 0.0;                     ///< the kernels of a frame with these values
    double default_milliseconds = 0.0;             ///< with those that the sample chooses itself
    std::string date;                              ///< "2026-11-28"

    /// Was it measured for this sample on this device, with this driver?
    bool fits(std::string_view other_sample, const ingot::device& other) const;
};

/// Returns the file of the tunings: `tuned/tuned.json` in the user's cache. Returns an empty path if there is no cache.
std::filesystem::path tuning_file();

/// Returns all tunings. If the file is missing, returns none; if it cannot be read, calls `report` too: a broken file never
/// prevents a sample from starting.
std::vector<tuning> read_tunings(const std::function<void(const std::string&)>& report);

/// Returns the tunings as JSON, as the file has them: {"tunings": [{"sample", "backend", …}]}.
std::string to_json(std::span<const tuning> all);

/// Replaces the file and creates its folder. Throws std::runtime_error if there is no cache, or if the file cannot be written.
void write_tunings(std::span<const tuning> all);

/// Sets what was measured for the sample on the device, unless the environment variable INGOT_TUNED is `off`. A value that the
/// sample no longer has is ignored.
void use_tuning(std::span<tunable* const> parameters, std::string_view sample, const device& device);

}  // namespace ingot::shell
