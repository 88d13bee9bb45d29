// Memory of a CUDA device.
#pragma once

#include <cstddef>
#include <memory>

#include "../backend.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

class buffer final : public buffer_interface {
public:
    /// Throws error where the device has not that much memory. A buffer of 0 bytes has the address 0 and takes nothing.
    buffer(std::shared_ptr<primary_context> context, size_t bytes);
    buffer(const buffer&) = delete;
    buffer& operator=(const buffer&) = delete;
    ~buffer() override;

    device_address address() const { return first; }

private:
    std::shared_ptr<primary_context> context;
    device_address first = 0;
};

}  // namespace ingot::backends::cuda
