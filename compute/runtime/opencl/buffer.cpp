#include "buffer.hpp"

#include <cstdint>
#include <limits>

namespace ingot::backends::opencl {

namespace {

cl_mem_flags flags_for(const memory_access& access) {
    const cl_mem_flags device_flags = !access.device_writes  ? CL_MEM_READ_ONLY
                                      : !access.device_reads ? CL_MEM_WRITE_ONLY
                                                             : CL_MEM_READ_WRITE;
    if (access.host_reads && access.host_writes) return device_flags;
    return device_flags | static_cast<cl_mem_flags>(access.host_reads    ? CL_MEM_HOST_READ_ONLY
                                                    : access.host_writes ? CL_MEM_HOST_WRITE_ONLY
                                                                         : CL_MEM_HOST_NO_ACCESS);
}

// Returns the number of bytes to allocate for a buffer. OpenCL has no buffers of 0 bytes. A buffer consists of whole words
// of 32 bits, because an atomic operation on 8 or 16 bits accesses the word that contains them.
size_t allocated_bytes(size_t bytes) {
    constexpr size_t word = sizeof(uint32_t);
    const size_t padding = bytes == 0 ? word : (word - bytes % word) % word;
    return bytes > std::numeric_limits<size_t>::max() - padding ? bytes : bytes + padding;
}

}  // namespace

buffer::buffer(std::shared_ptr<device> owner, size_t bytes, const memory_access& access)
    : device_(std::move(owner)), memory_(nullptr, {device_->functions().release_mem_object}) {
    cl_int code = CL_SUCCESS;
    memory_.reset(
        device_->functions().create_buffer(device_->context(), flags_for(access), allocated_bytes(bytes), nullptr, &code));
    check(code, device_->error_context("creating a buffer of " + std::to_string(bytes) + " bytes"));
}

buffer::buffer(std::shared_ptr<device> owner, std::span<std::byte> memory)
    : device_(std::move(owner)), memory_(nullptr, {device_->functions().release_mem_object}) {
    cl_int code = CL_SUCCESS;
    memory_.reset(device_->functions().create_buffer(device_->context(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, memory.size(),
                                                     memory.data(), &code));
    check(code, device_->error_context("creating a buffer of " + std::to_string(memory.size()) + " bytes of host memory"));
}

}  // namespace ingot::backends::opencl
