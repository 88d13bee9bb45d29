// The compiled code of the kernel files in use, for tools that display it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <ingot/runtime/device.hpp>
#include <string>
#include <vector>

namespace ingot {

/// Returns the archive (`.ingot`) from which programs of the kernel file `name` are created on this device. It is the
/// archive of the replacement if replace_kernels() has replaced the kernels (kernel_replacement.hpp), else the archive
/// that is built into this process. A replacement in the folder that the environment variable INGOT_KERNELS names is not
/// considered. Throws error if the kernels were not replaced on this device and no program was made of the kernel file on
/// any device.
std::vector<std::byte> kernel_archive_in_use(const device& device, const std::string& name);

/// The place of a kernel's machine code in a file, for a device that runs code of this process, such as the CPU debug
/// device.
struct kernel_machine_code {
    std::string kernel;
    std::filesystem::path file;  ///< the program's executable, or the shared library of edited kernels
    uint64_t address = 0;        ///< of the function that runs one work-item, relative to the file's load address
};

/// Returns the places of the machine code that programs of the kernel file `name` run on this device. The list is empty
/// if the device does not run code of this process. Considers the same replacements as kernel_archive_in_use(), and throws
/// error in the same cases.
std::vector<kernel_machine_code> machine_code_in_use(const device& device, const std::string& name);

}  // namespace ingot
