// Builds an archive's PTX into a module that is loaded on the device.
#pragma once

#include <ingot/archive/archive.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "architecture.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// A module: machine code that is loaded on a device. The destructor unloads it.
class loaded_module {
public:
    /// Loads machine code that the driver's linker has produced. If that fails, throws error whose message begins with `doing`.
    loaded_module(std::shared_ptr<primary_context> context, std::span<const std::byte> binary, const std::string& doing);
    loaded_module(loaded_module&& other) noexcept;
    loaded_module& operator=(loaded_module&&) = delete;
    ~loaded_module();

    const std::shared_ptr<primary_context>& owner() const { return context_; }
    module_handle get() const { return handle_; }

private:
    std::shared_ptr<primary_context> context_;
    module_handle handle_ = nullptr;
};

/// A program on a device. `from_cache` is true if its machine code came from the disk cache.
struct built_program {
    loaded_module module;
    bool from_cache;
};

/// The device and driver that a program is built for.
struct build_target {
    std::shared_ptr<primary_context> context;
    compute_capability capability;
    std::string driver_version;
};

/// Builds the program with the driver's compiler, or loads the machine code that an earlier call stored in the disk
/// cache. `name` is the name of the kernel file, and `archive_hash` identifies the contents of its archive. Throws error if
/// the archive has no PTX for the device, and error with the driver's log if the driver rejects the PTX.
built_program build(const build_target& target, std::string_view name, std::string_view archive_hash,
                    const archive::archive& contents);

}  // namespace ingot::backends::cuda
