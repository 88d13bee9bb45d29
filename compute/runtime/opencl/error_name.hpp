#pragma once

#include <string>

namespace ingot::backends::opencl {

/// Returns the name and the number of an OpenCL error code: "CL_OUT_OF_RESOURCES (-5)".
std::string error_name(int code);

}  // namespace ingot::backends::opencl
