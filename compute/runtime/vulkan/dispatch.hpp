// A launch of a kernel as commands of Vulkan.
#pragma once

#include <ingot/archive/vulkan_code.hpp>
#include <span>
#include <vector>

#include "../backend.hpp"
#include "arguments.hpp"
#include "batch.hpp"
#include "kernel.hpp"

namespace ingot::backends::vulkan {

/// The parts of a range of groups: where each dispatch begins and how many groups it has.
struct group_part {
    std::array<uint32_t, 3> base;
    std::array<uint32_t, 3> count;
};

/// Divides `groups` groups into parts of at most `most` groups in each dimension.
std::vector<group_part> divide_groups(const std::array<uint32_t, 3>& groups, const std::array<uint32_t, 3>& most);

/// Prepares a launch: compiles the pipeline if it is new, and places the arguments in the batch's memory. The batch must keep the
/// kernel and the arguments.
class dispatch {
public:
    dispatch(const logical_device& device, batch& into, kernel& launched, const launch_range& items,
             std::span<const launch_argument> arguments, const hidden_addresses& hidden);

    void record(VkCommandBuffer commands) const;

private:
    VkDescriptorSet write_descriptors(batch& into, std::span<const launch_argument> arguments,
                                      const VkDescriptorBufferInfo* memory) const;

    const logical_device& device_;
    kernel& kernel_;
    VkPipeline pipeline_ = VK_NULL_HANDLE;
    VkDescriptorSet descriptors_ = VK_NULL_HANDLE;
    archive::vulkan_launch_block block_ {};
    std::vector<std::byte> constants_;  // the push constants behind the launch block
    std::vector<group_part> parts_;
};

}  // namespace ingot::backends::vulkan
