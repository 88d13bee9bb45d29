// Properties of known drivers that cannot be queried, mostly defects.
#pragma once

#include <ingot/runtime/image.hpp>
#include <span>
#include <string>
#include <string_view>

namespace ingot::backends::opencl {

/// Do kernels on this driver read and write pixels of this format correctly? Some drivers list formats although they have
/// defects there. `driver` is the platform's name and the driver's version, here and below.
bool handles_format(std::string_view driver, pixel_format format);

/// Returns a description of the driver's defect in writing signed integers to image layers and three-dimensional images;
/// "" if the driver does not have this defect.
std::string integer_layer_write_defect(std::string_view driver);

/// Does the driver have a disk cache of its own? The runtime does not store the programs of such a driver in its own cache,
/// except if disk_cache::is_always_enabled(). For that it has to request a program's binary. Then the driver compiles every
/// kernel once in a form for any work-group size, and once more for the size of the launch.
bool has_disk_cache(std::string_view driver);

/// The LLVM options without which a driver's compiler aborts the process. `platform_version` is the platform's version
/// text: "OpenCL 3.0 PoCL 6.0  Linux, Release, SPIR-V, LLVM 18.1.8".
std::span<const char* const> compiler_options(std::string_view platform_version);

}  // namespace ingot::backends::opencl
