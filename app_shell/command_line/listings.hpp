// The output of `ingot samples` and `ingot devices`, as text for people or as JSON for programs.
#pragma once

#include <ingot/sample/sample.hpp>
#include <span>
#include <string>

namespace ingot::shell {

std::string list_samples(std::span<const sample_description> samples, bool as_json);

/// A device, or a backend without one, as `ingot devices` lists it.
struct device_entry {
    device_listing listing;
    std::string copy_reason;  ///< why the device cannot share memory with OpenGL; empty if it can
};
std::string list_devices(std::span<const device_entry> devices, bool as_json);

}  // namespace ingot::shell
