// `ingot samples` and `ingot devices`, for people and for programs.
#pragma once

#include <ingot/sample/sample.hpp>
#include <span>
#include <string>

namespace ingot::shell {

std::string list_samples(std::span<const sample_description> samples, bool as_json);
std::string list_devices(std::span<const device_listing> devices, bool as_json);

}  // namespace ingot::shell
