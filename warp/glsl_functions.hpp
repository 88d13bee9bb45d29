// The source of ingot_warp.glsl as a string.
#pragma once

namespace ingot::warp {

const char* glsl_source();

}  // namespace ingot::warp
