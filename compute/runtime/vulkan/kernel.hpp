// Kernels of a Vulkan device: a SPIR-V module, and a pipeline for each size of work-groups.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "program.hpp"

namespace ingot::backends::vulkan {

class kernel final : public kernel_interface {
public:
    /// `code` is a part of the program. Throws error if it does not fit the reflection, or if the driver does not accept it.
    kernel(std::shared_ptr<program> owner, std::shared_ptr<const archive::kernel_reflection> reflection,
           const archive::vulkan_kernel& code);

    const device_interface& owner() const override;
    const archive::kernel_reflection& reflection() const override { return *reflection_; }
    uint32_t max_group_size() const override;
    std::vector<kernel_statistics> statistics() const override;

    const archive::vulkan_kernel& code() const { return code_; }
    VkPipelineLayout layout() const { return layout_.get(); }
    /// The layout of the descriptor set 0; null if the kernel has neither images nor samplers.
    VkDescriptorSetLayout set_layout() const { return set_layout_.get(); }
    bool can_print() const { return !code_.print_formats.empty(); }
    bool has_consistent_fence() const {
        return std::ranges::any_of(code_.arguments, [](const archive::vulkan_argument& each) {
            return each.kind == archive::vulkan_argument_kind::fence_word;
        });
    }

    /// Returns the pipeline for work-groups of this size with so many 32-bit words of dynamic local memory. The first call for a
    /// size compiles it. Throws error if the driver does not.
    VkPipeline pipeline(const std::array<uint32_t, 3>& group_size, uint32_t dynamic_local_words);

private:
    void check_arguments() const;
    void create_layouts();
    owned<VkPipeline> compile(const std::array<uint32_t, 3>& group_size, uint32_t dynamic_local_words) const;
    std::string doing(const std::string& what) const;
    const std::shared_ptr<logical_device>& logical() const;

    std::shared_ptr<program> program_;
    std::shared_ptr<const archive::kernel_reflection> reflection_;
    const archive::vulkan_kernel& code_;
    owned<VkShaderModule> module_;
    owned<VkDescriptorSetLayout> set_layout_;
    owned<VkPipelineLayout> layout_;
    mutable std::mutex guard_;
    std::map<std::array<uint32_t, 4>, owned<VkPipeline>> pipelines_;
};

}  // namespace ingot::backends::vulkan
