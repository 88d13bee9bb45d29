// The text of ingot_warp.glsl.
#pragma once

namespace ingot::warp {

const char* glsl_functions();

}  // namespace ingot::warp
