// The output of `ingot samples` and `ingot devices`, as text for people or as JSON for programs.
#pragma once

#include <ingot/sample/sample.hpp>
#include <span>
#include <string>

namespace ingot::shell {

/// Returns one line for each sample, or a JSON array that also has the parameters and presets of each sample.
std::string list_samples(std::span<const sample_description> samples, bool as_json);

/// A device, or a backend that has none, as `ingot devices` lists it.
struct device_entry {
    device_listing listing;
    std::string copy_reason;  ///< why the device cannot share memory with OpenGL; empty if it can
};
/// Returns the devices, or the reason why a backend has none, as lines or as a JSON array.
std::string list_devices(std::span<const device_entry> devices, bool as_json);

}  // namespace ingot::shell
