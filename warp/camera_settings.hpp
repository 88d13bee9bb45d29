// Checks the camera and the parameters of the C interface and converts them to the settings of the kernels.
#pragma once

#include <ingot_warp.h>

#include "warp_settings.hpp"

namespace ingot::warp {

/// Returns the defaults that ingot_warp.h documents.
ingot_warp_parameters default_parameters();

/// Converts a camera, parameters and `delta`, the time since the frame, in frames. Throws warp_error if a value is outside of
/// its valid range; the message contains the value and the range.
warp_settings make_settings(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta);

}  // namespace ingot::warp
