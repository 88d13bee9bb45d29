// What drivers say that they do, and do wrongly.
#pragma once

#include <ingot/runtime/image.hpp>
#include <string>
#include <string_view>

namespace ingot::backends::opencl {

/// Whether a driver's kernels read and write pixels of a format that it lists. `driver` is the platform's name and the driver's
/// version.
bool handles_rightly(std::string_view driver, pixel_format format);

/// What is amiss where kernels write signed integers to layers of images or to three-dimensional ones; "" where nothing is.
std::string defect_of_signed_layer_writes(std::string_view driver);

}  // namespace ingot::backends::opencl
