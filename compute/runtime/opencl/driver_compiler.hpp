// The compiler of PoCL, which is LLVM as a library in this process.
#pragma once

#include <string_view>

namespace ingot::backends::opencl {

/// Some releases of PoCL use an LLVM that would abort this process without certain options (compiler_options() in
/// known_drivers.hpp). If the version text of a platform names such a release ("OpenCL 3.0 PoCL 6.0 Linux, Release, SPIR-V,
/// LLVM 18.1.8"), the first call of this function sets the options, and later calls do nothing. For other platforms the
/// function does nothing. Call it after the platform has listed its devices, because the platform's libraries are loaded by
/// then.
void configure_compiler(std::string_view platform_version);

}  // namespace ingot::backends::opencl
