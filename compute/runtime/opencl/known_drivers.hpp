// Properties of known drivers that cannot be queried, mostly defects.
#pragma once

#include <ingot/runtime/image.hpp>
#include <span>
#include <string>
#include <string_view>

namespace ingot::backends::opencl {

/// Do kernels on this driver read and write pixels of this format correctly? Drivers list formats that they do not
/// handle. `driver` is the platform's name and the driver's version.
bool handles_format(std::string_view driver, pixel_format format);

/// The driver's defect in writes of signed integers to image layers and three-dimensional images; "" if it has none.
std::string integer_layer_write_defect(std::string_view driver);

/// Does the driver have a disk cache of its own? Requesting a program's binary from such a driver, to cache it too,
/// would make the driver compile every kernel for all work-group sizes, and once more for the size of the launch.
bool has_disk_cache(std::string_view driver);

/// The LLVM options without which a driver's compiler aborts the process. `platform_version` is the platform's version
/// text: "OpenCL 3.0 PoCL 6.0  Linux, Release, SPIR-V, LLVM 18.1.8".
std::span<const char* const> compiler_options(std::string_view platform_version);

}  // namespace ingot::backends::opencl
