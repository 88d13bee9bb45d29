// Buffers of a CUDA device.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "../backend.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// The address of memory that a buffer uses but does not own.
struct borrowed_memory {
    device_address address;
};

/// Memory of a CUDA device.
class buffer final : public buffer_interface {
public:
    /// Allocates memory. Throws error if the device does not have enough. A buffer of 0 bytes has the address 0 and
    /// occupies no memory.
    buffer(std::shared_ptr<primary_context> context, size_t bytes);
    /// Uses memory of another owner, who must keep it until all commands that use it have finished.
    buffer(std::shared_ptr<primary_context> context, borrowed_memory memory)
        : context_(std::move(context)), address_(memory.address), is_owner_(false) {}
    buffer(const buffer&) = delete;
    buffer& operator=(const buffer&) = delete;
    ~buffer() override;

    device_address address() const { return address_; }

private:
    std::shared_ptr<primary_context> context_;
    device_address address_ = 0;
    bool is_owner_ = true;
};

}  // namespace ingot::backends::cuda
