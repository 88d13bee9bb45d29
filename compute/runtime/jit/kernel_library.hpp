// Loads kernels for the CPU debug device from a shared library.
#pragma once

#include <filesystem>
#include <ingot/cpu_debug/entry.hpp>
#include <memory>
#include <span>

namespace ingot::jit {

/// A loaded shared library. The destructor unloads it.
class kernel_library {
public:
    /// Throws error if the file cannot be loaded, does not export the table of kernels (cpu_debug_library), or was compiled for
    /// another version of that table.
    /// `keeps` owns the temporary folder that contains the file; null if the file is not in one. The folder must exist as
    /// long as this object, because debuggers and disassemblers read the file.
    explicit kernel_library(const std::filesystem::path& file, std::shared_ptr<const void> keeps = {});

    std::span<const cpu_debug_entry> entries() const { return kernels_; }

private:
    struct close {
        void operator()(void* handle) const;
    };
    std::shared_ptr<const void> folder_;
    std::unique_ptr<void, close> handle_;
    std::span<const cpu_debug_entry> kernels_;
};

}  // namespace ingot::jit
