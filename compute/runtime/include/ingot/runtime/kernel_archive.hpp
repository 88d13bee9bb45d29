// What the compiler made of the kernel files that run: for who wants to look at it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <ingot/runtime/device.hpp>
#include <string>
#include <vector>

namespace ingot {

/// The archive (`.ingot`) that programs of the kernel file `name` are made of on this device: of edited kernels, or what the
/// program was built with. Throws error where no program was made of it.
std::vector<std::byte> kernel_archive_in_use(const device& on, const std::string& name);

/// A kernel's machine code in a file: where a device runs code of this process, as the CPU debug device does.
struct kernel_machine_code {
    std::string kernel;
    std::filesystem::path file;  ///< the program, or the shared library of edited kernels
    uint64_t address = 0;        ///< of the function that is called for each work-item, as the file's symbols count
};

/// The code that programs of the kernel file `name` run on this device; empty where the device runs no code of this process.
/// Throws error where no program was made of it.
std::vector<kernel_machine_code> machine_code_in_use(const device& on, const std::string& name);

}  // namespace ingot
