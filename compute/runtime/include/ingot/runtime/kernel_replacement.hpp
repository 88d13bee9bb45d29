// Edited kernels in the place of those that a program was built with: live reload.
#pragma once

#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/device.hpp>
#include <string>
#include <vector>

namespace ingot {

/// A kernel file that is part of the program, and that a program on the device was made of.
struct kernel_file_in_use {
    std::string name;  ///< "nbody.kernels.cpp"
    bool fast_math = false;
    friend bool operator==(const kernel_file_in_use&, const kernel_file_in_use&) = default;
};

/// Those of this device, by name.
std::vector<kernel_file_in_use> kernel_files_in_use(const device& on);

/// How a kernel file has to be compiled to take the place of one in use: for this device alone, and with the same mathematics.
compile_options options_to_replace(const device& on, const kernel_file_in_use& file);

/// Programs that are made on this device of the kernel file `name` take `with` from now on; where that has not all the kernels
/// with the same parameters, making them throws error. Programs that are there keep what they have.
void replace_kernels(const device& on, const std::string& name, const compiled_program& with);

/// They take what they were built with again.
void restore_kernels(const device& on, const std::string& name);

}  // namespace ingot
