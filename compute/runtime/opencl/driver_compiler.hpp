// The compiler of PoCL, which is LLVM as a library in this process.
#pragma once

#include <string_view>

namespace ingot::backends::opencl {

/// Sets options of the driver's LLVM without which it would abort this process, if a platform's version ("OpenCL 3.0
/// PoCL 6.0 Linux, Release, SPIR-V, LLVM 18.1.8") is known to require one. Call it after the platform has listed its
/// devices, because its libraries are loaded by then. It does nothing for other platforms, and nothing when it is
/// called again.
void configure_compiler(std::string_view platform_version);

}  // namespace ingot::backends::opencl
