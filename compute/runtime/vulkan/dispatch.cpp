#include "dispatch.hpp"

#include <algorithm>
#include <ingot/runtime/error.hpp>
#include <optional>

#include "arguments.hpp"

namespace ingot::backends::vulkan {

std::vector<group_part> divide_groups(const std::array<uint32_t, 3>& groups, const std::array<uint32_t, 3>& most) {
    std::vector<group_part> parts;
    std::array<uint64_t, 3> base {};
    for (base[2] = 0; base[2] < groups[2]; base[2] += most[2])
        for (base[1] = 0; base[1] < groups[1]; base[1] += most[1])
            for (base[0] = 0; base[0] < groups[0]; base[0] += most[0]) {
                group_part part {};
                for (size_t i = 0; i < 3; ++i) {
                    part.base[i] = static_cast<uint32_t>(base[i]);
                    part.count[i] = std::min(most[i], groups[i] - part.base[i]);
                }
                parts.push_back(part);
            }
    return parts;
}

dispatch::dispatch(const logical_device& device, batch& into, kernel& launched, const launch_range& items,
                   std::span<const launch_argument> arguments, const hidden_addresses& hidden)
    : device_(device), kernel_(launched) {
    const archive::vulkan_kernel& code = launched.code();
    placed_arguments placed = place_arguments(code, arguments, hidden);
    const VkPhysicalDeviceLimits& limits = device.physical().limits();
    if (uint64_t {code.fixed_local_bytes} + placed.dynamic_local_bytes > limits.maxComputeSharedMemorySize)
        throw error("kernel '" + launched.reflection().name + "': a group needs " +
                    std::to_string(uint64_t {code.fixed_local_bytes} + placed.dynamic_local_bytes) +
                    " bytes of local memory, and '" + device.name() + "' has " +
                    std::to_string(limits.maxComputeSharedMemorySize));
    pipeline_ = launched.pipeline(items.local, std::max<uint32_t>(placed.dynamic_local_bytes / sizeof(uint32_t), 1));
    for (size_t i = 0; i < 3; ++i) block_.group_count[i] = items.global[i] / items.local[i];
    block_.work_dimensions = items.dimensions;
    std::array<uint32_t, 3> most {};
    std::ranges::copy(limits.maxComputeWorkGroupCount, most.begin());
    parts_ = divide_groups(block_.group_count, most);
    std::optional<argument_memory> memory;
    if (code.argument_binding) {
        placed.bytes.resize((placed.bytes.size() + 15) / 16 * 16);  // the buffer's elements have 16 bytes
        memory = into.allocate_arguments(placed.bytes.size());
        std::ranges::copy(placed.bytes, memory->host);
    } else {
        constants_ = std::move(placed.bytes);
        constants_.resize((constants_.size() + 3) / 4 * 4);  // Vulkan takes whole words
    }
    descriptors_ = write_descriptors(into, arguments, memory ? &memory->place : nullptr);
}

VkDescriptorSet dispatch::write_descriptors(batch& into, std::span<const launch_argument> arguments,
                                            const VkDescriptorBufferInfo* memory) const {
    if (!kernel_.set_layout()) return VK_NULL_HANDLE;
    const std::vector<bound_image> images = bound_images(kernel_.code(), arguments);
    const archive::vulkan_kernel& code = kernel_.code();
    const size_t count = images.size() + code.samplers.size() + (memory ? 1 : 0);
    const VkDescriptorSet set = into.allocate_set(kernel_.set_layout(), static_cast<uint32_t>(count));
    std::vector<VkDescriptorImageInfo> views;
    views.reserve(images.size());  // the writes hold addresses of its elements
    std::vector<VkWriteDescriptorSet> writes;
    const auto add = [&](uint32_t binding, VkDescriptorType type) -> VkWriteDescriptorSet& {
        auto& write = writes.emplace_back(structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET));
        write.dstSet = set;
        write.dstBinding = binding;
        write.descriptorCount = 1;
        write.descriptorType = type;
        return write;
    };
    for (const bound_image& each : images) {
        views.push_back({VK_NULL_HANDLE, each.view, VK_IMAGE_LAYOUT_GENERAL});
        add(each.binding, each.type).pImageInfo = &views.back();
    }
    if (memory) add(*code.argument_binding, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER).pBufferInfo = memory;
    device_.functions().vkUpdateDescriptorSets(device_.handle(), static_cast<uint32_t>(writes.size()), writes.data(), 0, nullptr);
    return set;
}

void dispatch::record(VkCommandBuffer commands) const {
    const device_functions& calls = device_.functions();
    calls.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
    if (descriptors_)
        calls.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel_.layout(), 0, 1, &descriptors_, 0,
                                      nullptr);
    const auto push = [&](uint32_t offset, size_t bytes, const void* values) {
        calls.vkCmdPushConstants(commands, kernel_.layout(), VK_SHADER_STAGE_COMPUTE_BIT, offset, static_cast<uint32_t>(bytes),
                                 values);
    };
    if (!constants_.empty()) push(archive::vulkan_launch_block_bytes, constants_.size(), constants_.data());
    for (const group_part& part : parts_) {
        archive::vulkan_launch_block block = block_;
        block.group_base = part.base;
        push(0, sizeof(block), &block);
        calls.vkCmdDispatch(commands, part.count[0], part.count[1], part.count[2]);
    }
}

}  // namespace ingot::backends::vulkan
