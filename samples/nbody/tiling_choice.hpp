// Which tiling for which device.
#pragma once

#include <cstddef>
#include <ingot/runtime/device.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "tiling.hpp"

namespace ingot::samples {

/// "512x4/16": work-items in a group, bodies of each, and slices where there are several.
std::string name(const tiling& of);
/// The tiling of that name among `tilings`, or nothing.
std::optional<tiling> tiling_from(std::string_view name);

/// The tiling that is fastest on such a device for so many bodies, by what was measured (docs/performance.md).
tiling best_tiling(const device_properties& of, size_t count);

}  // namespace ingot::samples
