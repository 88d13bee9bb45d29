#pragma once

#include <string>

namespace ingot::backends::opencl {

/// "CL_OUT_OF_RESOURCES (-5)".
std::string error_name(int code);

}  // namespace ingot::backends::opencl
