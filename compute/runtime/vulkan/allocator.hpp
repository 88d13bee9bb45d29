// Memory of a device. Drivers allow only few allocations, 4,096 on many devices, and each one takes long. Therefore large blocks
// are allocated, and small buffers and images are parts of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "../backend.hpp"
#include "logical_device.hpp"

namespace ingot::backends::vulkan {

/// What memory is for. Buffers and images are never in the same block, because a device may want a distance between them.
enum class memory_use {
    device_buffer,  ///< for kernels; where the device and the host share memory, the host can also access it
    device_image,
    host_buffer,      ///< for copies between host and device; the host can access it
    argument_buffer,  ///< written by the host once, and read by all work-items; in the device's memory if the host can access
                      ///< that
};

class allocator;

/// What a buffer or an image needs.
struct memory_requirements {
    memory_requirements(const logical_device& device, VkBuffer buffer);
    memory_requirements(const logical_device& device, VkImage image);

    VkMemoryRequirements memory {};
    bool wants_dedicated = false;          ///< an allocation only for this object
    VkMemoryDedicatedAllocateInfo object;  ///< names the object
};

/// One allocation of the driver.
class memory_block {
public:
    /// `further` may point to more of Vulkan's structures that describe the allocation.
    memory_block(std::shared_ptr<const logical_device> device, uint32_t type, memory_use use, VkDeviceSize bytes,
                 const void* further = nullptr);
    memory_block(const memory_block&) = delete;
    memory_block& operator=(const memory_block&) = delete;
    ~memory_block();

    VkDeviceMemory handle() const { return handle_; }
    uint32_t type() const { return type_; }
    memory_use use() const { return use_; }
    /// The address at which the host can access the memory, or null.
    std::byte* mapped() const { return mapped_; }

    /// Takes a part of the block. Returns false if there is no gap of this size.
    bool take(VkDeviceSize bytes, VkDeviceSize alignment, VkDeviceSize& offset);
    void give_back(VkDeviceSize offset, VkDeviceSize bytes);
    bool is_unused() const { return gaps_.size() == 1 && gaps_.begin()->second == bytes_; }

private:
    std::shared_ptr<const logical_device> device_;
    uint32_t type_;
    memory_use use_;
    VkDeviceSize bytes_;
    VkDeviceMemory handle_ = VK_NULL_HANDLE;
    std::byte* mapped_ = nullptr;
    std::map<VkDeviceSize, VkDeviceSize> gaps_;  // sizes by offset
};

/// A part of a block, which returns to the block with the destructor.
class allocation {
public:
    allocation() = default;
    allocation(std::shared_ptr<allocator> owner, std::shared_ptr<memory_block> block, VkDeviceSize offset, VkDeviceSize bytes)
        : owner_(std::move(owner)), block_(std::move(block)), offset_(offset), bytes_(bytes) {}
    allocation(allocation&& other) noexcept { *this = std::move(other); }
    allocation& operator=(allocation&& other) noexcept;
    ~allocation();

    VkDeviceMemory memory() const { return block_->handle(); }
    VkDeviceSize offset() const { return offset_; }
    VkDeviceSize bytes() const { return bytes_; }
    /// The address at which the host can access the memory, or null.
    std::byte* mapped() const { return block_ && block_->mapped() ? block_->mapped() + offset_ : nullptr; }

private:
    std::shared_ptr<allocator> owner_;
    std::shared_ptr<memory_block> block_;
    VkDeviceSize offset_ = 0;
    VkDeviceSize bytes_ = 0;
};

/// The memory of one device.
class allocator : public std::enable_shared_from_this<allocator> {
public:
    explicit allocator(std::shared_ptr<const logical_device> device) : device_(std::move(device)) {}

    /// Returns memory that fulfils the requirements. `what` is what it is for, for the error that is thrown if the device does
    /// not have enough memory.
    allocation allocate(const VkMemoryRequirements& requirements, memory_use use, const std::string& what);
    /// Returns memory for export_file(). It has an allocation of its own.
    allocation allocate_exported(const memory_requirements& requirements, memory_use use, const std::string& what);
    /// Returns memory of allocate_exported() as a file. `requirements` are those that the memory was allocated for.
    exported_memory export_file(const allocation& exported, const memory_requirements& requirements) const;

private:
    friend class allocation;
    void give_back(const std::shared_ptr<memory_block>& block, VkDeviceSize offset, VkDeviceSize bytes);
    std::vector<uint32_t> types_for(uint32_t allowed, memory_use use) const;

    std::shared_ptr<const logical_device> device_;
    std::mutex guard_;
    std::vector<std::shared_ptr<memory_block>> blocks_;  // those that are divided into parts
};

}  // namespace ingot::backends::vulkan
