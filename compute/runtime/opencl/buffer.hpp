#pragma once

#include "../backend.hpp"
#include "device.hpp"
#include "driver.hpp"

namespace ingot::backends::opencl {

class buffer final : public buffer_interface {
public:
    buffer(std::shared_ptr<device> owner, size_t bytes, const memory_access& access);
    /// Uses the host's memory in place. The memory must outlive the buffer.
    buffer(std::shared_ptr<device> owner, std::span<std::byte> memory);

    cl_mem handle() const { return memory_.get(); }

private:
    std::shared_ptr<device> device_;
    owned<cl_mem> memory_;
};

}  // namespace ingot::backends::opencl
