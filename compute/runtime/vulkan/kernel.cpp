#include "kernel.hpp"

#include <algorithm>
#include <ingot/archive/required_features.hpp>
#include <ingot/runtime/error.hpp>

#include "denormal_modes.hpp"
#include "device.hpp"
#include "memory_orders.hpp"
#include "pipeline_statistics.hpp"

namespace ingot::backends::vulkan {

namespace {

bool is_image(archive::vulkan_argument_kind kind) {
    return kind == archive::vulkan_argument_kind::sampled_image || kind == archive::vulkan_argument_kind::storage_image;
}

// Returns the bytes that the backend writes for an argument of this kind; 0 if they depend on the parameter.
uint32_t bytes_of(archive::vulkan_argument_kind kind) {
    switch (kind) {
        case archive::vulkan_argument_kind::buffer:
        case archive::vulkan_argument_kind::print_buffer:
        case archive::vulkan_argument_kind::fence_word:
            return sizeof(uint64_t);
        case archive::vulkan_argument_kind::value:
            return 0;
        default:
            return sizeof(uint32_t);
    }
}

// May the parameter be passed in this way?
bool fits(archive::vulkan_argument_kind kind, archive::parameter_kind parameter) {
    switch (kind) {
        case archive::vulkan_argument_kind::buffer:
            return parameter == archive::parameter_kind::buffer;
        case archive::vulkan_argument_kind::value:
            return parameter == archive::parameter_kind::value;
        case archive::vulkan_argument_kind::local:
            return parameter == archive::parameter_kind::local;
        default:
            return parameter == archive::parameter_kind::image;
    }
}

bool uses_sub_groups(const archive::vulkan_kernel& code) {
    namespace features = archive::required_features;
    return std::ranges::any_of(code.required_features, [](const std::string& each) {
        return each == features::sub_groups || each == features::sub_group_shuffles || each == features::sub_group_ballots;
    });
}

owned<VkShaderModule> create_module(const std::shared_ptr<logical_device>& device, const std::vector<uint32_t>& words,
                                    const std::string& doing) {
    auto info = structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    info.codeSize = words.size() * sizeof(uint32_t);
    info.pCode = words.data();
    const device_functions& calls = device->functions();
    return {device, device->create<VkShaderModule>(calls.vkCreateShaderModule, doing.c_str(), info), calls.vkDestroyShaderModule};
}

}  // namespace

kernel::kernel(std::shared_ptr<program> owner, std::shared_ptr<const archive::kernel_reflection> reflection,
               const archive::vulkan_kernel& code)
    : program_(std::move(owner)), reflection_(std::move(reflection)), code_(code) {
    check_arguments();
    const bool is_lavapipe = logical()->physical().properties_12().driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
    const std::vector<uint32_t> words = with_denormal_modes(code_.words, preserved_denormals(logical()->physical()));
    module_ = create_module(logical(), is_lavapipe ? without_memory_orders(words) : words, doing("vkCreateShaderModule"));
    create_layouts();
}

const std::shared_ptr<logical_device>& kernel::logical() const { return program_->owner()->logical(); }

std::string kernel::doing(const std::string& what) const { return "kernel '" + reflection_->name + "': " + what; }

const device_interface& kernel::owner() const { return *program_->owner(); }

uint32_t kernel::max_group_size() const { return program_->owner()->properties().max_group_size; }

// Throws error if what the code expects differs from the reflection. So a launch cannot write outside of the arguments.
void kernel::check_arguments() const {
    const auto require = [&](bool holds, const std::string& what) {
        if (!holds) throw error(doing("its code does not fit its description: " + what + "; compile the kernel file again"));
    };
    require(code_.argument_binding || code_.argument_bytes <= archive::vulkan_push_argument_bytes,
            std::to_string(code_.argument_bytes) + " bytes of arguments do not fit push constants");
    std::vector<bool> passed(reflection_->parameters.size());
    for (const archive::vulkan_argument& argument : code_.arguments) {
        const bool is_hidden = argument.kind == archive::vulkan_argument_kind::print_buffer ||
                               argument.kind == archive::vulkan_argument_kind::fence_word;
        require(is_hidden || argument.parameter < passed.size(), "it has more parameters");
        const uint32_t bytes = bytes_of(argument.kind);
        require(bytes == 0 || argument.size == bytes, "an argument has another size");
        require(uint64_t {argument.offset} + argument.size <= code_.argument_bytes, "an argument lies outside of the others");
        if (is_hidden) continue;
        const archive::parameter& parameter = reflection_->parameters[argument.parameter];
        require(fits(argument.kind, parameter.kind), "parameter '" + parameter.name + "' is of another kind");
        require(bytes != 0 || argument.size == parameter.size, "parameter '" + parameter.name + "' has another size");
        passed[argument.parameter] = true;
    }
    for (size_t i = 0; i < passed.size(); ++i) require(passed[i], "it lacks parameter '" + reflection_->parameters[i].name + "'");
}

void kernel::create_layouts() {
    const device_functions& calls = logical()->functions();
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const archive::vulkan_argument& argument : code_.arguments)
        if (is_image(argument.kind))
            bindings.push_back({argument.binding,
                                argument.kind == archive::vulkan_argument_kind::sampled_image ? VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE
                                                                                              : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    if (code_.argument_binding)
        bindings.push_back({*code_.argument_binding, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    std::vector<VkSampler> samplers;
    samplers.reserve(code_.samplers.size());  // the bindings hold addresses of its elements
    for (const archive::vulkan_sampler& sampler : code_.samplers) {
        samplers.push_back(program_->owner()->sampler(sampler.sampler));
        bindings.push_back({sampler.binding, VK_DESCRIPTOR_TYPE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, &samplers.back()});
    }
    auto info = structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
    VkDescriptorSetLayout set = VK_NULL_HANDLE;
    if (!bindings.empty()) {
        auto set_info = structure<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
        set_info.bindingCount = static_cast<uint32_t>(bindings.size());
        set_info.pBindings = bindings.data();
        set_layout_ = {
            logical(),
            logical()->create<VkDescriptorSetLayout>(calls.vkCreateDescriptorSetLayout, "vkCreateDescriptorSetLayout", set_info),
            calls.vkDestroyDescriptorSetLayout};
        set = set_layout_.get();
        info.setLayoutCount = 1;
        info.pSetLayouts = &set;
    }
    constexpr uint32_t all_bytes = archive::vulkan_launch_block_bytes + archive::vulkan_push_argument_bytes;
    const VkPushConstantRange constants {VK_SHADER_STAGE_COMPUTE_BIT, 0, all_bytes};
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &constants;
    layout_ = {logical(), logical()->create<VkPipelineLayout>(calls.vkCreatePipelineLayout, "vkCreatePipelineLayout", info),
               calls.vkDestroyPipelineLayout};
}

VkPipeline kernel::pipeline(const std::array<uint32_t, 3>& group_size, uint32_t dynamic_local_words) {
    const std::lock_guard lock(guard_);
    owned<VkPipeline>& found = pipelines_[{group_size[0], group_size[1], group_size[2], dynamic_local_words}];
    if (!found.get()) {
        found = compile(group_size, dynamic_local_words);
        program_->cache().store();
    }
    return found.get();
}

std::vector<kernel_statistics> kernel::statistics() const {
    std::vector<kernel_statistics> all;
    if (!logical()->physical().can_report_statistics()) return all;
    const bool has_local_parameter = std::ranges::any_of(
        reflection_->parameters, [](const archive::parameter& each) { return each.kind == archive::parameter_kind::local; });
    const std::lock_guard lock(guard_);
    for (const auto& [shape, pipeline] : pipelines_) {
        if (!pipeline.get()) continue;
        const auto& [x, y, z, dynamic_local_words] = shape;
        std::string launches = "groups of " + std::to_string(x) + " x " + std::to_string(y) + " x " + std::to_string(z);
        if (has_local_parameter)
            launches += ", with " + std::to_string(dynamic_local_words * sizeof(uint32_t)) + " bytes of local memory";
        all.push_back({reflection_->name, std::move(launches), statistics_of(*logical(), pipeline.get())});
    }
    return all;
}

owned<VkPipeline> kernel::compile(const std::array<uint32_t, 3>& group_size, uint32_t dynamic_local_words) const {
    const physical_device& physical = logical()->physical();
    const uint32_t lanes = physical.properties_11().subgroupSize;
    const bool requires_lanes = uses_sub_groups(code_) && physical.can_require_sub_group_size();
    const bool has_full_sub_groups = requires_lanes && group_size[0] % lanes == 0;
    const driver_facts& facts = program_->facts();
    // In the order of archive::vulkan_constant.
    const std::array<uint32_t, 10> values {group_size[0],
                                           group_size[1],
                                           group_size[2],
                                           dynamic_local_words,
                                           facts.exact_fma,
                                           facts.exact_double_fma,
                                           facts.is_lavapipe,
                                           facts.exact_division,
                                           facts.exact_double_division,
                                           has_full_sub_groups ? lanes : 0};
    std::array<VkSpecializationMapEntry, values.size()> entries {};
    for (uint32_t i = 0; i < entries.size(); ++i) entries[i] = {i, i * uint32_t {sizeof(uint32_t)}, sizeof(uint32_t)};
    const VkSpecializationInfo constants {static_cast<uint32_t>(entries.size()), entries.data(), sizeof(values), values.data()};
    auto size = structure<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
    size.requiredSubgroupSize = lanes;
    auto info = structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
    info.layout = layout();
    if (physical.can_report_statistics()) info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    info.stage = structure<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module_.get();
    info.stage.pName = "main";
    info.stage.pSpecializationInfo = &constants;
    if (requires_lanes) info.stage.pNext = &size;
    if (has_full_sub_groups) info.stage.flags |= VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    const device_functions& calls = logical()->functions();
    VkPipeline made = VK_NULL_HANDLE;
    logical()->check(calls.vkCreateComputePipelines(logical()->handle(), program_->cache().handle(), 1, &info, nullptr, &made),
                     doing("vkCreateComputePipelines"));
    return {logical(), made, calls.vkDestroyPipeline};
}

}  // namespace ingot::backends::vulkan
