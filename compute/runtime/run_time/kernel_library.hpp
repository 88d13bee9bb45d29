// Kernels for the CPU debug device in a shared library.
#pragma once

#include <filesystem>
#include <ingot/cpu_debug/entry.hpp>
#include <memory>
#include <span>

namespace ingot::run_time {

/// A loaded library; unloaded when this ends.
class kernel_library {
public:
    /// Throws error where it cannot be loaded, or is none of ours. `keeps` lives as long: the folder that the file is in, which
    /// debuggers and disassemblers look for.
    explicit kernel_library(const std::filesystem::path& file, std::shared_ptr<const void> keeps = {});

    std::span<const cpu_debug_entry> entries() const { return kernels; }

private:
    struct close {
        void operator()(void* handle) const;
    };
    std::shared_ptr<const void> kept;
    std::unique_ptr<void, close> handle;
    std::span<const cpu_debug_entry> kernels;
};

}  // namespace ingot::run_time
