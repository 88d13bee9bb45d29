// What the compiler made of the kernel files that run: for who wants to look at it.
#pragma once

#include <cstddef>
#include <ingot/runtime/device.hpp>
#include <string>
#include <vector>

namespace ingot {

/// The archive (`.ingot`) that programs of the kernel file `name` are made of on this device: of edited kernels, or what the
/// program was built with. Throws error where no program was made of it.
std::vector<std::byte> kernel_archive_in_use(const device& on, const std::string& name);

}  // namespace ingot
