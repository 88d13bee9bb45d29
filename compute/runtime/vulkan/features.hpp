// What a physical device can do: its properties, its features, and which of them the backend uses.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instance.hpp"

namespace ingot::backends::vulkan {

/// A physical device's features. The structures are chained, so that `all` can be passed to Vulkan. Not copied, because a copy's
/// chain would end in the original.
struct feature_chain {
    feature_chain();
    feature_chain(const feature_chain&) = delete;
    feature_chain& operator=(const feature_chain&) = delete;

    /// Adds the features of Vulkan 1.3, which a device of Vulkan 1.2 does not know.
    void add_version_13();
    /// Adds the feature of VK_KHR_pipeline_executable_properties.
    void add_pipeline_statistics();

    VkPhysicalDeviceFeatures2 all;
    VkPhysicalDeviceVulkan11Features version_11;
    VkPhysicalDeviceVulkan12Features version_12;
    VkPhysicalDeviceVulkan13Features version_13;
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR pipeline_statistics;
};

/// What a queue of the driver runs: everything, or only large copies between the host's and the device's memory, beside kernels
/// of other queues.
enum class work_kind { kernels, transfers };

/// Indices of queue families.
struct queue_families {
    std::optional<uint32_t> kernels;    ///< one without graphics if there is one
    std::optional<uint32_t> transfers;  ///< one that can only copy, and has a clock; it has hardware of its own
};
queue_families choose_queue_families(std::span<const VkQueueFamilyProperties> families);

/// A physical device and what it can do.
class physical_device {
public:
    /// Asks the device. Throws error, which names the reason, if this backend cannot use it.
    physical_device(const instance& owner, VkPhysicalDevice handle);

    const instance_functions& functions() const { return functions_; }
    VkPhysicalDevice handle() const { return handle_; }
    const VkPhysicalDeviceProperties& properties() const { return properties_; }
    const VkPhysicalDeviceLimits& limits() const { return properties_.limits; }
    const VkPhysicalDeviceVulkan11Properties& properties_11() const { return properties_11_; }
    const VkPhysicalDeviceVulkan12Properties& properties_12() const { return properties_12_; }
    const VkPhysicalDeviceMemoryProperties& memory() const { return memory_; }
    /// The features that the device is created with: those that kernels may use and that it has.
    const feature_chain& used_features() const { return used_; }
    /// The extensions that the device is created with.
    const std::vector<const char*>& used_extensions() const { return extensions_; }
    bool has_extension(std::string_view name) const;
    /// Can the device give its memory to other interfaces of its driver, as files?
    bool can_export_memory() const;
    /// Can it do so with its semaphores?
    bool can_export_semaphores() const;

    /// Does the driver report statistics of the code of pipelines?
    bool can_report_statistics() const { return used_.pipeline_statistics.pipelineExecutableInfo != VK_FALSE; }

    /// The queue family for a kind of work. There is always one for kernels.
    uint32_t queue_family(work_kind kind = work_kind::kernels) const {
        return kind == work_kind::transfers && has_transfer_queue() ? *families_.transfers : *families_.kernels;
    }
    const VkQueueFamilyProperties& queue_family_properties(work_kind kind = work_kind::kernels) const {
        return all_families_[queue_family(kind)];
    }
    bool has_transfer_queue() const { return families_.transfers.has_value(); }

    /// Can the pipelines of kernels with sub-groups require that all sub-groups are full and have properties_11().subgroupSize?
    bool can_require_sub_group_size() const { return can_require_sub_group_size_; }
    /// The number of compute units, or 0 if the driver does not report it.
    uint32_t compute_units() const { return compute_units_; }

    /// Returns why the device lacks a feature of required_features.hpp: the name of Vulkan's feature that it lacks. Empty if the
    /// device has the feature.
    std::string missing_feature_reason(std::string_view feature) const;

private:
    void choose_families();
    void choose_features(const feature_chain& has);
    void query_properties();

    const instance_functions& functions_;
    VkPhysicalDevice handle_;
    VkPhysicalDeviceProperties properties_ {};
    VkPhysicalDeviceVulkan11Properties properties_11_ {};
    VkPhysicalDeviceVulkan12Properties
        properties_12_ {};  // NOLINT(bugprone-invalid-enum-default-initialization): the driver fills it in
    VkPhysicalDeviceMemoryProperties memory_ {};
    std::vector<VkExtensionProperties> all_extensions_;
    std::vector<const char*> extensions_;
    feature_chain used_;
    std::vector<VkQueueFamilyProperties> all_families_;
    queue_families families_;
    bool can_require_sub_group_size_ = false;
    uint32_t compute_units_ = 0;
};

}  // namespace ingot::backends::vulkan
