// From an archive's code to a program that the driver has built.
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

/// Builds the program, or takes what an earlier call left in the disk cache. Throws error with the driver's build log.
/// `name` is the kernel file, `archive_hash` stands for all of its archive.
built_program build(device& on, std::string_view name, std::string_view archive_hash, const archive::archive& contents);

}  // namespace ingot::backends::opencl
