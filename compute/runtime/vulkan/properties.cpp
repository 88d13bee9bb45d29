#include "properties.hpp"

#include <algorithm>
#include <ingot/archive/required_features.hpp>

#include "../vendor.hpp"
#include "denormal_modes.hpp"

namespace ingot::backends::vulkan {

namespace {

// The numbers of vendors in the PCI's list, which Vulkan uses, too.
std::string vendor_of(uint32_t number) {
    switch (number) {
        case 0x1002:
            return "AMD";
        case 0x1010:
            return "Imagination Technologies";
        case 0x106b:
            return "Apple";
        case 0x10de:
            return "NVIDIA";
        case 0x13b5:
            return "ARM";
        case 0x5143:
            return "Qualcomm";
        case 0x8086:
            return "Intel";
        case VK_VENDOR_ID_MESA:
            return "Mesa";
        default:
            return "vendor " + std::to_string(number);
    }
}

// Returns the size of the largest heap of the device's own memory.
uint64_t device_memory(const VkPhysicalDeviceMemoryProperties& memory) {
    uint64_t largest = 0;
    for (uint32_t i = 0; i < memory.memoryHeapCount; ++i)
        if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0)
            largest = std::max<uint64_t>(largest, memory.memoryHeaps[i].size);
    return largest;
}

}  // namespace

device_properties describe(const physical_device& device) {
    namespace features = archive::required_features;
    const VkPhysicalDeviceProperties& properties = device.properties();
    const VkPhysicalDeviceLimits& limits = properties.limits;
    const auto has = [&](std::string_view feature) { return device.missing_feature_reason(feature).empty(); };
    device_properties described;
    described.backend = own_backend;
    described.name = properties.deviceName;
    described.vendor = vendor_of(properties.vendorID);
    described.maker = find_vendor(described.vendor);
    described.driver = std::string(device.properties_12().driverName) + " " + device.properties_12().driverInfo;
    described.api = {VK_API_VERSION_MAJOR(properties.apiVersion), VK_API_VERSION_MINOR(properties.apiVersion)};
    described.compute_units = device.compute_units();
    described.simd_width = device.properties_11().subgroupSize;
    described.bitness = 64;
    described.global_memory = device_memory(device.memory());
    described.constant_memory = described.global_memory;
    described.local_memory = limits.maxComputeSharedMemorySize;
    described.max_group_size = limits.maxComputeWorkGroupInvocations;
    std::ranges::copy(limits.maxComputeWorkGroupSize, described.max_group_sizes.begin());
    described.images = {limits.maxImageDimension1D,
                        {limits.maxImageDimension2D, limits.maxImageDimension2D},
                        {limits.maxImageDimension3D, limits.maxImageDimension3D, limits.maxImageDimension3D},
                        limits.maxImageArrayLayers};
    described.is_cpu = described.is_software = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    described.has_half = has(features::half_arithmetic);
    described.has_double = has(features::double_precision);
    described.has_64_bit_atomics = has(features::int64_atomics);
    const std::vector<uint32_t> denormals = preserved_denormals(device);
    described.has_denormal_floats = described.is_cpu || std::ranges::find(denormals, 32u) != denormals.end();
    described.has_sub_groups = has(features::sub_groups);
    described.has_sub_group_shuffles = has(features::sub_group_shuffles) && has(features::sub_group_ballots);
    described.has_images = has(features::formatless_image_writes);
    return described;
}

}  // namespace ingot::backends::vulkan
