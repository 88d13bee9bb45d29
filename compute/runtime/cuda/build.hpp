// From an archive's PTX to a module that the device runs.
#pragma once

#include <ingot/archive/archive.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "architecture.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// Code loaded on a device.
class module_on_device {
public:
    /// Loads what the driver's linker made. Throws error.
    module_on_device(std::shared_ptr<primary_context> context, std::span<const std::byte> binary, const std::string& doing);
    module_on_device(module_on_device&& other) noexcept;
    module_on_device& operator=(module_on_device&&) = delete;
    ~module_on_device();

    const std::shared_ptr<primary_context>& owner() const { return context; }
    module_handle get() const { return handle; }

private:
    std::shared_ptr<primary_context> context;
    module_handle handle = nullptr;
};

struct built_program {
    module_on_device loaded;
    bool from_cache;
};

/// What a build depends on beside the archive.
struct build_target {
    std::shared_ptr<primary_context> context;
    compute_capability capability;
    std::string driver_version;
};

/// Builds the program with the driver's compiler, or takes what an earlier call left in the disk cache. Throws error with the
/// driver's log. `name` is the kernel file, `archive_hash` stands for all of its archive.
built_program build(const build_target& on, std::string_view name, std::string_view archive_hash,
                    const archive::archive& contents);

}  // namespace ingot::backends::cuda
