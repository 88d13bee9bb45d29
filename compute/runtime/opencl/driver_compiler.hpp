// The compiler inside of PoCL, which is LLVM as a library of this process.
#pragma once

#include <string_view>

namespace ingot::backends::opencl {

/// Sets the options of the driver's LLVM that keep it from ending this process, where a platform's version ("OpenCL 3.0 PoCL 6.0
/// Linux, Release, SPIR-V, LLVM 18.1.8") is known to need one. Call it after the platform has listed its devices, as its
/// libraries are loaded then. Does nothing for other platforms, and nothing the second time.
void configure_compiler(std::string_view platform_version);

}  // namespace ingot::backends::opencl
