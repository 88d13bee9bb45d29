// The kernel files of which programs were made on a device, their kernels, and their replacements.
#pragma once

#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/kernel_replacement.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ingot::backends {

class kernel_interface;

/// The list of kernel files of one device, and their replacements. Several threads may use it at the same time.
class kernel_files {
public:
    /// Records that a program was made of this file.
    void add(kernel_file_in_use file);
    /// Returns all recorded files, sorted by name.
    std::vector<kernel_file_in_use> in_use() const;

    /// Records that a kernel was made of this file. It is forgotten when it is destroyed.
    void add_kernel(const std::string& file, const std::shared_ptr<const kernel_interface>& kernel);
    /// Returns the kernels of a file that exist, in the order in which they were added.
    std::vector<std::shared_ptr<const kernel_interface>> kernels(const std::string& file) const;

    /// Sets the replacement of a kernel file. std::nullopt removes it. Returns the replacement that was set before.
    std::optional<compiled_program> replace(const std::string& name, std::optional<compiled_program> replacement);
    /// Returns the replacement of a kernel file, or nothing.
    std::optional<compiled_program> replacement(const std::string& name) const;

private:
    mutable std::mutex guard_;
    std::map<std::string, kernel_file_in_use> files_;
    std::map<std::string, std::vector<std::weak_ptr<const kernel_interface>>> kernels_;
    std::map<std::string, compiled_program> replacements_;
};

}  // namespace ingot::backends
