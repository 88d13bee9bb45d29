// The compiler of PoCL, which is LLVM as a library in this process.
#pragma once

#include <string_view>

namespace ingot::backends::opencl {

/// Some releases of PoCL use an LLVM that would abort this process without certain options (compiler_options() in
/// known_drivers.hpp). For a platform of such a version ("OpenCL 3.0 PoCL 6.0 Linux, Release, SPIR-V, LLVM 18.1.8"), this
/// function sets the options. Call it after the platform has listed its devices, because the platform's libraries are
/// loaded by then. For other platforms the function does nothing, and only the first call for such a platform has an
/// effect.
void configure_compiler(std::string_view platform_version);

}  // namespace ingot::backends::opencl
