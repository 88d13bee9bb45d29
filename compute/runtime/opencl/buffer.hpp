#pragma once

#include "../backend.hpp"
#include "device.hpp"
#include "driver.hpp"

namespace ingot::backends::opencl {

class buffer final : public buffer_interface {
public:
    buffer(std::shared_ptr<device> owner, size_t bytes, const memory_access& access);
    /// Memory of the host, in place; it outlives the buffer.
    buffer(std::shared_ptr<device> owner, std::span<std::byte> used);

    cl_mem handle() const { return memory.get(); }

private:
    std::shared_ptr<device> on;
    owned<cl_mem> memory;
};

}  // namespace ingot::backends::opencl
