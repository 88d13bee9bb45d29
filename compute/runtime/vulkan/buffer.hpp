// Buffers of a Vulkan device.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

#include "../backend.hpp"
#include "allocator.hpp"

namespace ingot::backends::vulkan {

/// A buffer and its memory. A buffer of 0 bytes has the address 0 and no memory.
class buffer final : public buffer_interface {
public:
    /// If `exported` is not null, OpenGL can import the memory, and `exported` receives it. Throws error if there is not enough
    /// memory, or if it cannot be exported.
    buffer(const std::shared_ptr<const logical_device>& device, allocator& memory, size_t bytes, memory_use use,
           exported_memory* exported = nullptr);

    VkBuffer handle() const { return handle_.get(); }
    /// The address by which kernels access the buffer.
    VkDeviceAddress address() const { return address_; }
    /// The address at which the host can access the memory, or null.
    std::byte* mapped() const { return memory_.mapped(); }
    size_t size() const { return bytes_; }
    /// Can a queue for transfers copy from it and to it?
    bool takes_transfers() const { return takes_transfers_; }

private:
    size_t bytes_;
    bool takes_transfers_ = false;
    allocation memory_;  // outlives the handle
    owned<VkBuffer> handle_;
    VkDeviceAddress address_ = 0;
};

/// Buffers in memory that host and device can access, for copies between the two or for kernels' arguments. They are kept for the
/// next use.
class staging_pool : public std::enable_shared_from_this<staging_pool> {
public:
    staging_pool(std::shared_ptr<const logical_device> device, std::shared_ptr<allocator> memory, memory_use use)
        : device_(std::move(device)), memory_(std::move(memory)), use_(use) {}

    /// Returns a buffer of at least `bytes` bytes. It returns to the pool with its last owner.
    std::shared_ptr<buffer> get(size_t bytes);

private:
    void put_back(std::unique_ptr<buffer> unused) noexcept;

    std::shared_ptr<const logical_device> device_;
    std::shared_ptr<allocator> memory_;
    memory_use use_;
    std::mutex guard_;
    std::multimap<size_t, std::unique_ptr<buffer>> unused_;
    size_t unused_bytes_ = 0;
};

}  // namespace ingot::backends::vulkan
