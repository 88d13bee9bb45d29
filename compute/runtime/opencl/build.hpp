// Builds a program from an archive's code with the driver's compiler.
#pragma once

#include <ingot/archive/archive.hpp>
#include <string_view>

#include "device.hpp"
#include "driver.hpp"

namespace ingot::backends::opencl {

struct built_program {
    owned<cl_program> handle;
    bool from_cache;
};

/// Builds the program, or loads the binary that an earlier call stored in the disk cache. `name` is the name of the
/// kernel file, and `archive_hash` identifies the contents of its archive. Throws error if the archive has no code that the
/// device can run, and error with the driver's build log if the build fails.
built_program build(device& device, std::string_view name, std::string_view archive_hash, const archive::archive& contents);

}  // namespace ingot::backends::opencl
