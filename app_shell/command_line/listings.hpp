// `ingot samples` and `ingot devices`, for people and for programs.
#pragma once

#include <ingot/sample/sample.hpp>
#include <span>
#include <string>

namespace ingot::shell {

std::string list_samples(std::span<const sample_description> samples, bool as_json);

/// One line of `ingot devices`.
struct described_device {
    device_listing listed;
    std::string why_copied;  ///< why it would not share with OpenGL; empty where it would
};
std::string list_devices(std::span<const described_device> devices, bool as_json);

}  // namespace ingot::shell
