#include "features.hpp"

#include <algorithm>
#include <cstdlib>
#include <ingot/archive/required_features.hpp>
#include <ingot/runtime/error.hpp>
#include <thread>

#include "result.hpp"

namespace ingot::backends::vulkan {

namespace {

std::string version_text(uint32_t version) {
    return std::to_string(VK_API_VERSION_MAJOR(version)) + "." + std::to_string(VK_API_VERSION_MINOR(version));
}

// Throws error if the device lacks a feature without which no kernel runs.
void check_needed_features(const std::string& name, const feature_chain& has) {
    const auto need = [&](VkBool32 present, const char* feature) {
        if (!present) throw error(name + " lacks the feature " + feature + ", which all kernels need");
    };
    need(has.all.features.shaderInt64, "shaderInt64");
    need(has.version_12.bufferDeviceAddress, "bufferDeviceAddress");
    need(has.version_12.timelineSemaphore, "timelineSemaphore");
}

}  // namespace

queue_families choose_queue_families(std::span<const VkQueueFamilyProperties> families) {
    const auto find = [&](auto fits) -> std::optional<uint32_t> {
        const auto found = std::ranges::find_if(
            families, [&](const VkQueueFamilyProperties& each) { return each.queueCount > 0 && fits(each); });
        if (found == families.end()) return std::nullopt;
        return static_cast<uint32_t>(found - families.begin());
    };
    queue_families chosen;
    chosen.kernels = find([](const VkQueueFamilyProperties& each) {
        return (each.queueFlags & (VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT)) == VK_QUEUE_COMPUTE_BIT;
    });
    if (!chosen.kernels)
        chosen.kernels = find([](const VkQueueFamilyProperties& each) { return (each.queueFlags & VK_QUEUE_COMPUTE_BIT) != 0; });
    // Not one for videos, which can copy too.
    constexpr VkQueueFlags beside_transfers = VK_QUEUE_SPARSE_BINDING_BIT | VK_QUEUE_PROTECTED_BIT;
    chosen.transfers = find([](const VkQueueFamilyProperties& each) {
        return (each.queueFlags & ~beside_transfers) == VK_QUEUE_TRANSFER_BIT && each.timestampValidBits > 0;
    });
    return chosen;
}

feature_chain::feature_chain()
    : all(structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2)),
      version_11(structure<VkPhysicalDeviceVulkan11Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES)),
      version_12(structure<VkPhysicalDeviceVulkan12Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES)),
      version_13(structure<VkPhysicalDeviceVulkan13Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES)),
      pipeline_statistics(structure<VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR)) {
    all.pNext = &version_11;
    version_11.pNext = &version_12;
}

void feature_chain::add_version_13() {
    version_13.pNext = all.pNext;
    all.pNext = &version_13;
}

void feature_chain::add_pipeline_statistics() {
    pipeline_statistics.pNext = all.pNext;
    all.pNext = &pipeline_statistics;
}

physical_device::physical_device(const instance& owner, VkPhysicalDevice handle)
    : functions_(owner.functions()), handle_(handle) {
    functions_.vkGetPhysicalDeviceProperties(handle_, &properties_);
    const std::string name = properties_.deviceName;
    if (properties_.apiVersion < VK_API_VERSION_1_2)
        throw error(name + " has Vulkan " + version_text(properties_.apiVersion) + ", and kernels need Vulkan 1.2");
    uint32_t count = 0;
    check(functions_.vkEnumerateDeviceExtensionProperties(handle_, nullptr, &count, nullptr),
          name + ": vkEnumerateDeviceExtensionProperties");
    all_extensions_.resize(count);
    check(functions_.vkEnumerateDeviceExtensionProperties(handle_, nullptr, &count, all_extensions_.data()),
          name + ": vkEnumerateDeviceExtensionProperties");
    feature_chain has;
    if (properties_.apiVersion >= VK_API_VERSION_1_3) has.add_version_13();
    if (has_extension(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME)) has.add_pipeline_statistics();
    functions_.vkGetPhysicalDeviceFeatures2(handle_, &has.all);
    check_needed_features(name, has);
    choose_features(has);
    if (can_export_memory()) extensions_.push_back(VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME);
    if (can_export_semaphores()) extensions_.push_back(VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME);
    if (can_report_statistics()) extensions_.push_back(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
    choose_families();
    query_properties();
    functions_.vkGetPhysicalDeviceMemoryProperties(handle_, &memory_);
}

bool physical_device::can_export_memory() const { return has_extension(VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME); }

bool physical_device::can_export_semaphores() const {
    if (!has_extension(VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME)) return false;
    auto asked = structure<VkPhysicalDeviceExternalSemaphoreInfo>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO);
    asked.handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    auto found = structure<VkExternalSemaphoreProperties>(VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES);
    functions_.vkGetPhysicalDeviceExternalSemaphoreProperties(handle_, &asked, &found);
    return (found.externalSemaphoreFeatures & VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT) != 0;
}

bool physical_device::has_extension(std::string_view name) const {
    return std::ranges::any_of(all_extensions_, [&](const auto& each) { return name == each.extensionName; });
}

// Switches on what kernels may use. Everything else stays off: some features, such as robustBufferAccess, make kernels slower.
void physical_device::choose_features(const feature_chain& has) {
    VkPhysicalDeviceFeatures& features = used_.all.features;
    features.shaderInt64 = has.all.features.shaderInt64;
    features.shaderInt16 = has.all.features.shaderInt16;
    features.shaderFloat64 = has.all.features.shaderFloat64;
    features.shaderStorageImageReadWithoutFormat = has.all.features.shaderStorageImageReadWithoutFormat;
    features.shaderStorageImageWriteWithoutFormat = has.all.features.shaderStorageImageWriteWithoutFormat;
    features.shaderStorageImageExtendedFormats = has.all.features.shaderStorageImageExtendedFormats;
    features.imageCubeArray = has.all.features.imageCubeArray;
    VkPhysicalDeviceVulkan11Features& in_11 = used_.version_11;
    in_11.storageBuffer16BitAccess = has.version_11.storageBuffer16BitAccess;
    in_11.uniformAndStorageBuffer16BitAccess = has.version_11.uniformAndStorageBuffer16BitAccess;
    in_11.storagePushConstant16 = has.version_11.storagePushConstant16;
    in_11.variablePointers = has.version_11.variablePointers;
    in_11.variablePointersStorageBuffer = has.version_11.variablePointersStorageBuffer;
    VkPhysicalDeviceVulkan12Features& in_12 = used_.version_12;
    in_12.storageBuffer8BitAccess = has.version_12.storageBuffer8BitAccess;
    in_12.uniformAndStorageBuffer8BitAccess = has.version_12.uniformAndStorageBuffer8BitAccess;
    in_12.storagePushConstant8 = has.version_12.storagePushConstant8;
    in_12.shaderBufferInt64Atomics = has.version_12.shaderBufferInt64Atomics;
    in_12.shaderSharedInt64Atomics = has.version_12.shaderSharedInt64Atomics;
    in_12.shaderFloat16 = has.version_12.shaderFloat16;
    in_12.shaderInt8 = has.version_12.shaderInt8;
    in_12.scalarBlockLayout = has.version_12.scalarBlockLayout;
    in_12.shaderSubgroupExtendedTypes = has.version_12.shaderSubgroupExtendedTypes;
    in_12.hostQueryReset = has.version_12.hostQueryReset;
    in_12.timelineSemaphore = VK_TRUE;
    in_12.bufferDeviceAddress = VK_TRUE;
    in_12.vulkanMemoryModel = has.version_12.vulkanMemoryModel;
    in_12.vulkanMemoryModelDeviceScope = has.version_12.vulkanMemoryModelDeviceScope;
    in_12.vulkanMemoryModelAvailabilityVisibilityChains = has.version_12.vulkanMemoryModelAvailabilityVisibilityChains;
    if (has.pipeline_statistics.pipelineExecutableInfo) {
        used_.add_pipeline_statistics();
        used_.pipeline_statistics.pipelineExecutableInfo = VK_TRUE;
    }
    if (properties_.apiVersion < VK_API_VERSION_1_3) return;
    used_.add_version_13();
    used_.version_13.subgroupSizeControl = has.version_13.subgroupSizeControl;
    used_.version_13.computeFullSubgroups = has.version_13.computeFullSubgroups;
    used_.version_13.maintenance4 = has.version_13.maintenance4;
}

// Without the feature hostQueryReset a queue for transfers could not reset its clock. INGOT_VULKAN_TRANSFER_QUEUE=0 leaves it
// out, so that both can be measured.
void physical_device::choose_families() {
    uint32_t count = 0;
    functions_.vkGetPhysicalDeviceQueueFamilyProperties(handle_, &count, nullptr);
    all_families_.resize(count);
    functions_.vkGetPhysicalDeviceQueueFamilyProperties(handle_, &count, all_families_.data());
    families_ = choose_queue_families(all_families_);
    if (!families_.kernels) throw error(std::string(properties_.deviceName) + " has no queue for kernels");
    const char* const value = std::getenv("INGOT_VULKAN_TRANSFER_QUEUE");
    if (!used_.version_12.hostQueryReset || (value && std::string_view(value) == "0")) families_.transfers.reset();
}

void physical_device::query_properties() {
    properties_12_ = structure<VkPhysicalDeviceVulkan12Properties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES);
    properties_11_ = structure<VkPhysicalDeviceVulkan11Properties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES);
    properties_11_.pNext = &properties_12_;
    auto all = structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
    all.pNext = &properties_11_;
    auto in_13 = structure<VkPhysicalDeviceVulkan13Properties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES);
    auto nvidia = structure<VkPhysicalDeviceShaderSMBuiltinsPropertiesNV>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV);
    auto amd =
        structure<VkPhysicalDeviceShaderCoreProperties2AMD>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_2_AMD);
    const auto add = [&](auto& more) {
        more.pNext = all.pNext;
        all.pNext = &more;
    };
    if (properties_.apiVersion >= VK_API_VERSION_1_3) add(in_13);
    if (has_extension(VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME)) add(nvidia);
    if (has_extension(VK_AMD_SHADER_CORE_PROPERTIES_2_EXTENSION_NAME)) add(amd);
    functions_.vkGetPhysicalDeviceProperties2(handle_, &all);
    compute_units_ = nvidia.shaderSMCount + amd.activeComputeUnitCount;
    if (compute_units_ == 0 && properties_.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU)
        compute_units_ = std::max(1u, std::thread::hardware_concurrency());
    can_require_sub_group_size_ = used_.version_13.subgroupSizeControl && used_.version_13.computeFullSubgroups &&
                                  (in_13.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
                                  in_13.minSubgroupSize <= properties_11_.subgroupSize &&
                                  properties_11_.subgroupSize <= in_13.maxSubgroupSize;
}

std::string physical_device::missing_feature_reason(std::string_view feature) const {
    namespace features = archive::required_features;
    const VkPhysicalDeviceFeatures& in_10 = used_.all.features;
    const VkPhysicalDeviceVulkan11Features& in_11 = used_.version_11;
    const VkPhysicalDeviceVulkan12Features& in_12 = used_.version_12;
    const auto unless = [](VkBool32 present, const char* name) { return std::string(present ? "" : name); };
    const auto operations = [&](VkSubgroupFeatureFlags needed, const char* name) {
        const bool in_kernels = (properties_11_.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
        return std::string(in_kernels && (properties_11_.subgroupSupportedOperations & needed) == needed ? "" : name);
    };
    if (feature == features::double_precision) return unless(in_10.shaderFloat64, "shaderFloat64");
    if (feature == features::int64_atomics) return unless(in_12.shaderBufferInt64Atomics, "shaderBufferInt64Atomics");
    if (feature == features::local_int64_atomics) return unless(in_12.shaderSharedInt64Atomics, "shaderSharedInt64Atomics");
    if (feature == features::int64_arithmetic) return unless(in_10.shaderInt64, "shaderInt64");
    if (feature == features::int16_arithmetic) return unless(in_10.shaderInt16, "shaderInt16");
    if (feature == features::int8_arithmetic) return unless(in_12.shaderInt8, "shaderInt8");
    if (feature == features::half_arithmetic) return unless(in_12.shaderFloat16, "shaderFloat16");
    if (feature == features::int16_storage) return unless(in_11.storageBuffer16BitAccess, "storageBuffer16BitAccess");
    if (feature == features::vulkan_memory_model) {
        if (!in_12.vulkanMemoryModel) return "vulkanMemoryModel";
        return unless(in_12.vulkanMemoryModelDeviceScope, "vulkanMemoryModelDeviceScope");
    }
    if (feature == features::special_floats)
        return unless(properties_12_.shaderSignedZeroInfNanPreserveFloat32, "shaderSignedZeroInfNanPreserveFloat32");
    if (feature == features::special_halves)
        return unless(properties_12_.shaderSignedZeroInfNanPreserveFloat16, "shaderSignedZeroInfNanPreserveFloat16");
    if (feature == features::special_doubles)
        return unless(properties_12_.shaderSignedZeroInfNanPreserveFloat64, "shaderSignedZeroInfNanPreserveFloat64");
    if (feature == features::int8_storage) return unless(in_12.storageBuffer8BitAccess, "storageBuffer8BitAccess");
    if (feature == features::formatless_image_writes || feature == features::integer_layer_writes)
        return unless(in_10.shaderStorageImageWriteWithoutFormat, "shaderStorageImageWriteWithoutFormat");
    if (feature == features::sub_groups) return operations(VK_SUBGROUP_FEATURE_BASIC_BIT, "VK_SUBGROUP_FEATURE_BASIC_BIT");
    if (feature == features::sub_group_shuffles)
        return operations(VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT,
                          "VK_SUBGROUP_FEATURE_SHUFFLE_BIT and VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT");
    if (feature == features::sub_group_ballots)
        return operations(VK_SUBGROUP_FEATURE_BALLOT_BIT, "VK_SUBGROUP_FEATURE_BALLOT_BIT");
    return "this version of Ingot does not know it";
}

}  // namespace ingot::backends::vulkan
