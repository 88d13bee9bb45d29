// Memory of a CUDA device.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "../backend.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// Memory that somebody else allocated.
struct used_memory {
    device_address first;
};

class buffer final : public buffer_interface {
public:
    /// Throws error where the device has not that much memory. A buffer of 0 bytes has the address 0 and takes nothing.
    buffer(std::shared_ptr<primary_context> context, size_t bytes);
    /// Memory of somebody else, who keeps it as long as work uses it.
    buffer(std::shared_ptr<primary_context> of, used_memory used) : context(std::move(of)), first(used.first), owns(false) {}
    buffer(const buffer&) = delete;
    buffer& operator=(const buffer&) = delete;
    ~buffer() override;

    device_address address() const { return first; }

private:
    std::shared_ptr<primary_context> context;
    device_address first = 0;
    bool owns = true;
};

}  // namespace ingot::backends::cuda
