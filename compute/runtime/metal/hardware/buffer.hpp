// Buffers of a Metal device.
#pragma once

#include <cstddef>
#include <string>

#include "../../backend.hpp"
#include "metal_library.hpp"

namespace ingot::backends::metal::hardware {

/// A device as Metal names it, with what other classes of this backend need of it. It lives as long as the program.
struct native_device {
    const metal_library& metal;
    object handle;
    std::string name;
};

/// Memory of a Metal device. Its size is a multiple of 16 bytes and not 0, so that a copy of whole words does not end outside.
class buffer final : public buffer_interface {
public:
    /// Throws error if there is not enough memory.
    buffer(const native_device& device, size_t bytes, resource_options options);

    object get() const { return handle_.get(); }
    /// The memory in the host's address space; null if the host has no access.
    std::byte* contents() const { return contents_; }

private:
    retained handle_;
    std::byte* contents_ = nullptr;
};

}  // namespace ingot::backends::metal::hardware
