#include "batch.hpp"

#include <algorithm>
#include <array>

namespace ingot::backends::vulkan {

namespace {

// What the commands of a batch do. A queue for transfers knows no shaders.
struct accesses {
    VkPipelineStageFlags stages;
    VkAccessFlags written;
    VkAccessFlags read;
};
constexpr accesses accesses_of(work_kind kind) {
    if (kind == work_kind::transfers)
        return {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT};
    return {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
            VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT};
}

// Descriptor sets in a pool, and descriptors of each type.
constexpr uint32_t sets_in_pool = 32;
constexpr uint32_t descriptors_in_pool = 256;
constexpr size_t argument_block_bytes = size_t {64} << 10;
constexpr size_t argument_alignment = 256;  // enough for uniform buffers on every device (Vulkan 1.2, "Required Limits")

owned<VkQueryPool> create_queries(const std::shared_ptr<const logical_device>& device, work_kind kind) {
    if (device->physical().queue_family_properties(kind).timestampValidBits == 0) return {};
    auto info = structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = 2 * batch_commands;
    const device_functions& calls = device->functions();
    return {device, device->create<VkQueryPool>(calls.vkCreateQueryPool, "vkCreateQueryPool", info), calls.vkDestroyQueryPool};
}

owned<VkDescriptorPool> create_descriptor_pool(const std::shared_ptr<const logical_device>& device, uint32_t least) {
    const uint32_t count = std::max(descriptors_in_pool, least);
    const std::array<VkDescriptorPoolSize, 4> sizes {{{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, count},
                                                      {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, count},
                                                      {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, count},
                                                      {VK_DESCRIPTOR_TYPE_SAMPLER, count}}};
    auto info = structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    info.maxSets = sets_in_pool;
    info.poolSizeCount = static_cast<uint32_t>(sizes.size());
    info.pPoolSizes = sizes.data();
    const device_functions& calls = device->functions();
    return {device, device->create<VkDescriptorPool>(calls.vkCreateDescriptorPool, "vkCreateDescriptorPool", info),
            calls.vkDestroyDescriptorPool};
}

}  // namespace

batch::batch(std::shared_ptr<const logical_device> device, std::shared_ptr<staging_pool> arguments, work_kind kind)
    : device_(std::move(device)),
      arguments_(std::move(arguments)),
      kind_(kind),
      commands_(device_, kind),
      queries_(create_queries(device_, kind)) {}

void batch::begin() {
    commands_.begin();
    if (!has_clock()) return;
    // A queue for transfers cannot reset it.
    if (kind_ == work_kind::transfers)
        device_->functions().vkResetQueryPool(device_->handle(), queries_.get(), 0, 2 * batch_commands);
    else
        device_->functions().vkCmdResetQueryPool(commands(), queries_.get(), 0, 2 * batch_commands);
}

// Makes what all commands wrote visible to the host.
void batch::end() {
    add_barrier(VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    commands_.end();
}

void batch::add_barrier(VkPipelineStageFlags until, VkAccessFlags accessed) {
    auto barrier = structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    barrier.srcAccessMask = accesses_of(kind_).written;
    barrier.dstAccessMask = accessed;
    device_->functions().vkCmdPipelineBarrier(commands(), accesses_of(kind_).stages, until, 0, 1, &barrier, 0, nullptr, 0,
                                              nullptr);
}

void batch::begin_command() {
    const accesses own = accesses_of(kind_);
    add_barrier(own.stages, own.read | own.written);
    if (has_clock())
        device_->functions().vkCmdWriteTimestamp(commands(), VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries_.get(),
                                                 2 * static_cast<uint32_t>(descriptions_.size()));
}

void batch::end_command(timed_command description) {
    if (has_clock())
        device_->functions().vkCmdWriteTimestamp(commands(), VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries_.get(),
                                                 2 * static_cast<uint32_t>(descriptions_.size()) + 1);
    descriptions_.push_back(std::move(description));
}

VkDescriptorSet batch::allocate_set(VkDescriptorSetLayout layout, uint32_t descriptors) {
    const device_functions& calls = device_->functions();
    auto info = structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout;
    VkDescriptorSet made = VK_NULL_HANDLE;
    const auto allocate = [&] {
        info.descriptorPool = descriptor_pools_.back().get();
        return calls.vkAllocateDescriptorSets(device_->handle(), &info, &made);
    };
    if (!descriptor_pools_.empty()) {
        const VkResult result = allocate();
        if (result == VK_SUCCESS) return made;
        if (result != VK_ERROR_OUT_OF_POOL_MEMORY && result != VK_ERROR_FRAGMENTED_POOL)
            device_->check(result, "vkAllocateDescriptorSets");
    }
    descriptor_pools_.push_back(create_descriptor_pool(device_, descriptors));
    device_->check(allocate(), "vkAllocateDescriptorSets");
    return made;
}

argument_memory batch::allocate_arguments(size_t bytes) {
    size_t begin = (argument_bytes_ + argument_alignment - 1) / argument_alignment * argument_alignment;
    if (argument_blocks_.empty() || begin + bytes > argument_blocks_.back()->size()) {
        argument_blocks_.push_back(arguments_->get(std::max(bytes, argument_block_bytes)));
        begin = 0;
    }
    argument_bytes_ = begin + bytes;
    const buffer& block = *argument_blocks_.back();
    return {block.mapped() + begin, {block.handle(), begin, bytes}};
}

std::vector<batch::device_time> batch::times() const {
    if (!has_clock() || descriptions_.empty()) return {};
    std::vector<uint64_t> stamps(2 * descriptions_.size());
    device_->check(
        device_->functions().vkGetQueryPoolResults(device_->handle(), queries_.get(), 0, static_cast<uint32_t>(stamps.size()),
                                                   stamps.size() * sizeof(uint64_t), stamps.data(), sizeof(uint64_t),
                                                   VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
        "vkGetQueryPoolResults");
    const uint32_t bits = device_->physical().queue_family_properties(kind_).timestampValidBits;
    const uint64_t valid = bits >= 64 ? ~uint64_t {0} : (uint64_t {1} << bits) - 1;
    const double period = device_->physical().limits().timestampPeriod;
    const auto nanoseconds = [&](uint64_t ticks) {
        return std::chrono::nanoseconds(static_cast<int64_t>(static_cast<double>(ticks) * period));
    };
    std::vector<device_time> found;
    for (size_t i = 0; i < stamps.size(); i += 2) {
        const std::chrono::nanoseconds begin = nanoseconds(stamps[i] & valid);
        // The difference is right even if the clock began again at 0 in between.
        const uint64_t ticks = (stamps[i + 1] - stamps[i]) & valid;
        found.push_back({begin, begin + nanoseconds(ticks)});
    }
    return found;
}

void batch::clear() {
    descriptions_.clear();
    used_.clear();
    printed_.clear();
    argument_blocks_.clear();
    argument_bytes_ = 0;
    if (descriptor_pools_.size() > 1) descriptor_pools_.resize(1);
    for (const auto& pool : descriptor_pools_)
        device_->check(device_->functions().vkResetDescriptorPool(device_->handle(), pool.get(), 0), "vkResetDescriptorPool");
}

}  // namespace ingot::backends::vulkan
