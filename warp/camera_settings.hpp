// A camera and parameters as the C interface has them, checked, and as the kernels take them.
#pragma once

#include <ingot_warp.h>

#include "warp_settings.hpp"

namespace ingot::warp {

ingot_warp_parameters default_parameters();

/// Throws warp_error that names the field which makes no sense, and what it takes.
warp_settings settings_of(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta);

}  // namespace ingot::warp
