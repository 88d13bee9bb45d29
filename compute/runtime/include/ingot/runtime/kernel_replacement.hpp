// Live reload: edited kernels replace the kernels that a program was built with.
//
//     for (const auto& file : kernel_files_in_use(device))
//         replace_kernels(device, file.name, compile(folder / file.name, replacement_options(device, file)));
//     nbody_program edited(device);  // uses the edited kernels; programs that exist already do not change
#pragma once

#include <filesystem>
#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/device.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ingot {

/// A kernel file that is built into this process, and of which an ingot::program was made on a device.
struct kernel_file_in_use {
    std::string name;        ///< "nbody.kernels.cpp"
    bool fast_math = false;  ///< Was the file compiled with --fast-math?
    /// The file in the folder that the environment variable INGOT_KERNELS names, if it replaced this kernel file; else empty.
    std::filesystem::path replaced_by {};
    friend bool operator==(const kernel_file_in_use&, const kernel_file_in_use&) = default;
};

/// Returns the kernel files of which programs were made on this device, sorted by name.
std::vector<kernel_file_in_use> kernel_files_in_use(const device& device);

/// Returns the options with which to compile a replacement of a kernel file in use. They select the code that devices of this
/// device's backend run, and set fast_math as it was for the kernel file.
compile_options replacement_options(const device& device, const kernel_file_in_use& file);

/// From now on, programs that are created on this device from the built-in kernel file `name` use the kernels of
/// `replacement`. Creating such a program throws error if a kernel of the built-in file is missing in the replacement or has
/// different parameters there. Programs that exist already keep their kernels.
void replace_kernels(const device& device, const std::string& name, const compiled_program& replacement);

/// Ends the replacement of the kernel file `name`: from now on, new programs use the kernels that are built into this
/// process.
void restore_kernels(const device& device, const std::string& name);

/// Replaces the kernels of a built-in kernel file while the object exists, as replace_kernels() does. The destructor restores
/// what was in place before: another replacement, or the built-in kernels.
class temporary_replacement {
public:
    temporary_replacement(const device& device, std::string name, const compiled_program& replacement);
    temporary_replacement(temporary_replacement&& other) noexcept;
    temporary_replacement& operator=(temporary_replacement&&) = delete;
    ~temporary_replacement();

private:
    std::optional<device> device_;  // nothing after a move
    std::string name_;
    std::optional<compiled_program> before_;
};

}  // namespace ingot
