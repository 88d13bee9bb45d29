// A Vulkan driver that passes every call to Mesa's driver for CPUs, except as the environment variable INGOT_FAILING_VULKAN
// says:
//
//     old            the device has Vulkan 1.1
//     lacks          the device has no bufferDeviceAddress
//     no-instance    no instance can be created
//     no-device      the device cannot be opened
//     other-device   nothing fails, but the device says that it is another one than OpenGL's
//     lost           each submission of work finds the device lost, after INGOT_VULKAN_SUBMISSIONS successful ones
//
// The loader opens it by the file that the tests name in VK_DRIVER_FILES. "Vulkan-Loader interface with drivers"
// (LoaderDriverInterface.md) describes the three functions that it exports.
#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <string_view>

#define VK_NO_PROTOTYPES
#include <vulkan/vk_icd.h>

namespace {

bool fails_by(std::string_view way) {
    const char* const wanted = std::getenv("INGOT_FAILING_VULKAN");
    return wanted && way == wanted;
}

template <typename Function>
Function exported(const char* name) {
    static void* const driver = dlopen(INGOT_LAVAPIPE, RTLD_NOW | RTLD_LOCAL);
    return driver ? reinterpret_cast<Function>(dlsym(driver, name)) : nullptr;
}

PFN_vkVoidFunction real(VkInstance instance, const char* name) {
    static const auto find = exported<PFN_vkGetInstanceProcAddr>("vk_icdGetInstanceProcAddr");
    return find ? find(instance, name) : nullptr;
}

// The functions of an instance are known after it was created, and those of a device after that.
VkInstance known_instance = VK_NULL_HANDLE;
PFN_vkGetDeviceProcAddr real_device_function = nullptr;
PFN_vkQueueSubmit real_submit = nullptr;

template <typename Function>
Function of_instance(const char* name) {
    return reinterpret_cast<Function>(real(known_instance, name));
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* memory,
                                               VkInstance* instance) {
    if (fails_by("no-instance")) return VK_ERROR_INITIALIZATION_FAILED;
    const auto create = reinterpret_cast<PFN_vkCreateInstance>(real(VK_NULL_HANDLE, "vkCreateInstance"));
    const VkResult result = create(info, memory, instance);
    if (result == VK_SUCCESS) known_instance = *instance;
    return result;
}

VKAPI_ATTR void VKAPI_CALL get_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* properties) {
    of_instance<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(device, properties);
    if (fails_by("old")) properties->apiVersion = VK_API_VERSION_1_1;
}

VKAPI_ATTR void VKAPI_CALL get_all_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
    of_instance<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2")(device, properties);
    for (auto* each = static_cast<VkBaseOutStructure*>(properties->pNext); each; each = each->pNext)
        if (fails_by("other-device") && each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES)
            ++reinterpret_cast<VkPhysicalDeviceVulkan11Properties*>(each)->deviceUUID[0];
}

VKAPI_ATTR void VKAPI_CALL get_features(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* features) {
    of_instance<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2")(device, features);
    for (auto* each = static_cast<VkBaseOutStructure*>(features->pNext); each; each = each->pNext)
        if (fails_by("lacks") && each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES)
            reinterpret_cast<VkPhysicalDeviceVulkan12Features*>(each)->bufferDeviceAddress = VK_FALSE;
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* memory, VkDevice* device) {
    if (fails_by("no-device")) return VK_ERROR_INITIALIZATION_FAILED;
    return of_instance<PFN_vkCreateDevice>("vkCreateDevice")(physical, info, memory, device);
}

VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count, const VkSubmitInfo* work, VkFence fence) {
    static std::atomic<int> submissions = 0;
    const char* const successful = std::getenv("INGOT_VULKAN_SUBMISSIONS");
    if (fails_by("lost") && submissions++ >= (successful ? std::atoi(successful) : 0)) return VK_ERROR_DEVICE_LOST;
    return real_submit(queue, count, work, fence);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice device, const char* name) {
    const PFN_vkVoidFunction found = real_device_function(device, name);
    if (std::string_view(name) != "vkQueueSubmit") return found;
    real_submit = reinterpret_cast<PFN_vkQueueSubmit>(found);
    return reinterpret_cast<PFN_vkVoidFunction>(&submit);
}

}  // namespace

extern "C" {

VKAPI_ATTR VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t* version) {
    const auto negotiate = exported<PFN_vkNegotiateLoaderICDInterfaceVersion>("vk_icdNegotiateLoaderICDInterfaceVersion");
    return negotiate ? negotiate(version) : VK_ERROR_INCOMPATIBLE_DRIVER;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance instance, const char* name) {
    const std::string_view wanted = name;
    const PFN_vkVoidFunction found = real(instance, name);
    if (wanted == "vkCreateInstance") return reinterpret_cast<PFN_vkVoidFunction>(&create_instance);
    if (wanted == "vkGetPhysicalDeviceProperties") return reinterpret_cast<PFN_vkVoidFunction>(&get_properties);
    if (wanted == "vkGetPhysicalDeviceProperties2") return reinterpret_cast<PFN_vkVoidFunction>(&get_all_properties);
    if (wanted == "vkGetPhysicalDeviceFeatures2") return reinterpret_cast<PFN_vkVoidFunction>(&get_features);
    if (wanted == "vkCreateDevice") return reinterpret_cast<PFN_vkVoidFunction>(&create_device);
    if (wanted == "vkGetDeviceProcAddr") {
        real_device_function = reinterpret_cast<PFN_vkGetDeviceProcAddr>(found);
        return reinterpret_cast<PFN_vkVoidFunction>(&device_function);
    }
    return found;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char* name) {
    const std::string_view wanted = name;
    if (wanted.starts_with("vkGetPhysicalDeviceProperties") || wanted == "vkGetPhysicalDeviceFeatures2" ||
        wanted == "vkCreateDevice")
        return vk_icdGetInstanceProcAddr(instance, name);
    const auto find = exported<PFN_vkGetInstanceProcAddr>("vk_icdGetPhysicalDeviceProcAddr");
    return find ? find(instance, name) : nullptr;
}

}  // extern "C"
