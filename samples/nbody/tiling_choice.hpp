// Chooses a tiling for a device.
#pragma once

#include <cstddef>
#include <ingot/runtime/device.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "tiling.hpp"

namespace ingot::samples {

/// Returns a tiling's name, for example "512x4/16": work-items per group, bodies per work-item, and slices if there are
/// several.
std::string name(const tiling& tiling);
/// Returns the tiling of that name among `tilings`, or nothing.
std::optional<tiling> find_tiling(std::string_view name);

/// Returns the tiling that is expected to be the fastest for `count` bodies on a device with these properties. The
/// expectation follows from measurements (docs/performance.md).
tiling best_tiling(const device_properties& properties, size_t count);

}  // namespace ingot::samples
