// What drivers do not say of themselves: mostly what they do wrongly.
#pragma once

#include <ingot/runtime/image.hpp>
#include <span>
#include <string>
#include <string_view>

namespace ingot::backends::opencl {

/// Whether a driver's kernels read and write pixels of a format that it lists. `driver` is the platform's name and the driver's
/// version.
bool handles_rightly(std::string_view driver, pixel_format format);

/// What is amiss where kernels write signed integers to layers of images or to three-dimensional ones; "" where nothing is.
std::string defect_of_integer_layer_writes(std::string_view driver);

/// Whether the driver keeps on disk what it compiles. To ask it for a program's binary, to keep that too, would make it compile
/// every kernel for every size of groups, and again for the one that it is launched with.
bool keeps_what_it_compiles(std::string_view driver);

/// The options of LLVM without which a driver's compiler ends the process. `platform_version` is what the platform says of
/// itself: "OpenCL 3.0 PoCL 6.0  Linux, Release, SPIR-V, LLVM 18.1.8".
std::span<const char* const> compiler_options(std::string_view platform_version);

}  // namespace ingot::backends::opencl
