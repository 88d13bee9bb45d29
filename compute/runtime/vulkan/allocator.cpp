#include "allocator.hpp"

#include <algorithm>
#include <functional>
#include <ingot/runtime/error.hpp>
#include <utility>

#include "result.hpp"

namespace ingot::backends::vulkan {

namespace {

constexpr VkDeviceSize block_bytes = VkDeviceSize {64} << 20;
// A larger buffer or image gets an allocation of its own.
constexpr VkDeviceSize largest_part = VkDeviceSize {16} << 20;
// Kernels may assume that a buffer begins at a multiple of the widest vector; this is also a cache line of every device.
constexpr VkDeviceSize least_alignment = 256;
constexpr VkDeviceSize more_for_import = 4096;

VkDeviceSize round_up(VkDeviceSize bytes, VkDeviceSize alignment) { return (bytes + alignment - 1) / alignment * alignment; }

// Asks for the requirements of a buffer or an image. `info` names it.
template <typename Function, typename Information>
void ask(memory_requirements& asked, const logical_device& device, Function function, const Information& info) {
    auto dedicated = structure<VkMemoryDedicatedRequirements>(VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS);
    auto all = structure<VkMemoryRequirements2>(VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2);
    all.pNext = &dedicated;
    function(device.handle(), &info, &all);
    asked.memory = all.memoryRequirements;
    asked.wants_dedicated = dedicated.requiresDedicatedAllocation || dedicated.prefersDedicatedAllocation;
}

}  // namespace

memory_requirements::memory_requirements(const logical_device& device, VkBuffer buffer)
    : object(structure<VkMemoryDedicatedAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO)) {
    auto info = structure<VkBufferMemoryRequirementsInfo2>(VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2);
    info.buffer = object.buffer = buffer;
    ask(*this, device, device.functions().vkGetBufferMemoryRequirements2, info);
}

memory_requirements::memory_requirements(const logical_device& device, VkImage image)
    : object(structure<VkMemoryDedicatedAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO)) {
    auto info = structure<VkImageMemoryRequirementsInfo2>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2);
    info.image = object.image = image;
    ask(*this, device, device.functions().vkGetImageMemoryRequirements2, info);
}

memory_block::memory_block(std::shared_ptr<const logical_device> device, uint32_t type, memory_use use, VkDeviceSize bytes,
                           const void* further)
    : device_(std::move(device)), type_(type), use_(use), bytes_(bytes), gaps_ {{0, bytes}} {
    auto flags = structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    auto info = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
    flags.pNext = further;
    info.pNext = use == memory_use::device_image ? further : &flags;
    info.allocationSize = bytes;
    info.memoryTypeIndex = type;
    const device_functions& calls = device_->functions();
    device_->check(calls.vkAllocateMemory(device_->handle(), &info, nullptr, &handle_), "vkAllocateMemory");
    constexpr VkMemoryPropertyFlags shared = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    if ((device_->physical().memory().memoryTypes[type].propertyFlags & shared) != shared || use == memory_use::device_image)
        return;
    void* address = nullptr;
    const VkResult result = calls.vkMapMemory(device_->handle(), handle_, 0, VK_WHOLE_SIZE, 0, &address);
    if (result < 0) calls.vkFreeMemory(device_->handle(), handle_, nullptr);
    device_->check(result, "vkMapMemory");
    mapped_ = static_cast<std::byte*>(address);
}

// Vulkan unmaps memory that it frees.
memory_block::~memory_block() { device_->functions().vkFreeMemory(device_->handle(), handle_, nullptr); }

bool memory_block::take(VkDeviceSize bytes, VkDeviceSize alignment, VkDeviceSize& offset) {
    for (const auto& [begin, size] : gaps_) {
        const VkDeviceSize aligned = round_up(begin, alignment);
        if (aligned + bytes > begin + size) continue;
        const VkDeviceSize before = aligned - begin;
        const VkDeviceSize after = begin + size - (aligned + bytes);
        const VkDeviceSize gap = begin;
        gaps_.erase(gap);
        if (before != 0) gaps_[gap] = before;
        if (after != 0) gaps_[aligned + bytes] = after;
        offset = aligned;
        return true;
    }
    return false;
}

void memory_block::give_back(VkDeviceSize offset, VkDeviceSize bytes) {
    auto gap = gaps_.emplace(offset, bytes).first;
    const auto next = std::next(gap);
    if (next != gaps_.end() && gap->first + gap->second == next->first) {
        gap->second += next->second;
        gaps_.erase(next);
    }
    if (gap == gaps_.begin()) return;
    const auto previous = std::prev(gap);
    if (previous->first + previous->second != gap->first) return;
    previous->second += gap->second;
    gaps_.erase(gap);
}

allocation& allocation::operator=(allocation&& other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(block_, other.block_);
    std::swap(offset_, other.offset_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

allocation::~allocation() {
    if (block_) owner_->give_back(block_, offset_, bytes_);
}

// Returns the memory types for a use, the best one first.
std::vector<uint32_t> allocator::types_for(uint32_t allowed, memory_use use) const {
    const VkPhysicalDeviceMemoryProperties& memory = device_->physical().memory();
    const VkPhysicalDeviceType kind = device_->physical().properties().deviceType;
    const bool is_shared = kind == VK_PHYSICAL_DEVICE_TYPE_CPU || kind == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
    constexpr VkMemoryPropertyFlags visible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    const auto value_of = [&](uint32_t type) {
        const VkMemoryPropertyFlags flags = memory.memoryTypes[type].propertyFlags;
        const bool is_visible = (flags & visible) == visible;
        const int local = (flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0 ? 1 : 0;
        const int cached = (flags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT) != 0 ? 1 : 0;
        if ((flags & (VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT)) != 0) return -1;
        // Memory for copies is best in the host's own memory, with the host's cache: then reading it is fast.
        if (use == memory_use::host_buffer) return is_visible ? 1 + 2 * cached + (1 - local) : -1;
        if (use == memory_use::argument_buffer) return is_visible ? 1 + 2 * local + (1 - cached) : -1;
        // The part of a discrete GPU's memory that the host can access may be small.
        return 8 * local + (is_visible == is_shared ? 4 : 0) + cached;
    };
    std::vector<uint32_t> types;
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i)
        if ((allowed >> i & 1u) != 0 && value_of(i) >= 0) types.push_back(i);
    std::ranges::sort(types, [&](uint32_t a, uint32_t b) { return std::pair(-value_of(a), a) < std::pair(-value_of(b), b); });
    // Buffers are not put into the host's memory where the device has memory of its own: kernels would be slow without a word.
    const auto is_local = [&](uint32_t type) { return value_of(type) >= 8; };
    const bool is_for_kernels = use == memory_use::device_buffer || use == memory_use::device_image;
    if (is_for_kernels && std::ranges::any_of(types, is_local)) std::erase_if(types, std::not_fn(is_local));
    return types;
}

allocation allocator::allocate(const VkMemoryRequirements& requirements, memory_use use, const std::string& what) {
    const VkDeviceSize alignment = std::max(requirements.alignment, least_alignment);
    const VkDeviceSize bytes = round_up(requirements.size, least_alignment);
    const VkPhysicalDeviceMemoryProperties& memory = device_->physical().memory();
    const std::string name = "'" + device_->name() + "': no " + what + ": ";
    if (device_->lost_reason()) device_->check(VK_ERROR_DEVICE_LOST, what);
    if (bytes > device_->physical().properties_11().maxMemoryAllocationSize)
        throw error(name + "the driver allocates at most " +
                    std::to_string(device_->physical().properties_11().maxMemoryAllocationSize) + " bytes at once");
    const std::lock_guard lock(guard_);
    for (const uint32_t type : types_for(requirements.memoryTypeBits, use)) {
        VkDeviceSize offset = 0;
        if (bytes <= largest_part)
            for (const auto& block : blocks_)
                if (block->type() == type && block->use() == use && block->take(bytes, alignment, offset))
                    return {shared_from_this(), block, offset, bytes};
        // Not every driver refuses what cannot fit.
        const VkDeviceSize heap = memory.memoryHeaps[memory.memoryTypes[type].heapIndex].size;
        if (bytes > heap) continue;
        const bool is_part = bytes <= largest_part && block_bytes <= heap / 8;
        try {
            auto block = std::make_shared<memory_block>(device_, type, use, is_part ? block_bytes : bytes);
            block->take(bytes, alignment, offset);
            if (is_part) blocks_.push_back(block);
            return {shared_from_this(), std::move(block), offset, bytes};
        } catch (const error&) {
            if (device_->lost_reason()) throw;
        }
    }
    throw error(name + name_of(VK_ERROR_OUT_OF_DEVICE_MEMORY));
}

allocation allocator::allocate_exported(const memory_requirements& requirements, memory_use use, const std::string& what) {
    if (device_->lost_reason()) device_->check(VK_ERROR_DEVICE_LOST, what);
    // Dedicated memory must have the size of its object. Mesa's llvmpipe imports only memory that is larger than that.
    const VkDeviceSize bytes = requirements.memory.size + (requirements.wants_dedicated ? 0 : more_for_import);
    auto exported = structure<VkExportMemoryAllocateInfo>(VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO);
    exported.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    if (requirements.wants_dedicated) exported.pNext = &requirements.object;
    const std::vector<uint32_t> types = types_for(requirements.memory.memoryTypeBits, use);
    if (types.empty()) throw error("'" + device_->name() + "': no " + what + ": no memory can be exported");
    const VkPhysicalDeviceMemoryProperties& memory = device_->physical().memory();
    // Not every driver refuses what cannot fit.
    if (bytes > device_->physical().properties_11().maxMemoryAllocationSize ||
        bytes > memory.memoryHeaps[memory.memoryTypes[types.front()].heapIndex].size)
        throw error("'" + device_->name() + "': no " + what + ": " + name_of(VK_ERROR_OUT_OF_DEVICE_MEMORY));
    auto block = std::make_shared<memory_block>(device_, types.front(), use, bytes, &exported);
    VkDeviceSize offset = 0;
    block->take(bytes, 1, offset);
    return {shared_from_this(), std::move(block), offset, bytes};
}

exported_memory allocator::export_file(const allocation& exported, const memory_requirements& requirements) const {
    auto info = structure<VkMemoryGetFdInfoKHR>(VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR);
    info.memory = exported.memory();
    info.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    int file = -1;
    device_->check(device_->functions().vkGetMemoryFdKHR(device_->handle(), &info, &file), "vkGetMemoryFdKHR");
    return {files::file_descriptor(file), exported.bytes(), requirements.wants_dedicated};
}

void allocator::give_back(const std::shared_ptr<memory_block>& block, VkDeviceSize offset, VkDeviceSize bytes) {
    const std::lock_guard lock(guard_);
    block->give_back(offset, bytes);
    if (!block->is_unused()) return;
    // One unused block of a kind is kept for the next buffer.
    const auto is_like = [&](const auto& other) {
        return other != block && other->is_unused() && other->type() == block->type() && other->use() == block->use();
    };
    if (std::ranges::any_of(blocks_, is_like)) std::erase(blocks_, block);
}

}  // namespace ingot::backends::vulkan
