// Vulkan's functions, which are found while the program runs. The build needs Vulkan's headers, but no library.
#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

namespace ingot::backends::vulkan {

// Each list has the functions that one kind of object has.
#define INGOT_VULKAN_GLOBAL_FUNCTIONS(function)   \
    function(vkCreateInstance);                   \
    function(vkEnumerateInstanceLayerProperties); \
    function(vkEnumerateInstanceExtensionProperties)

#define INGOT_VULKAN_INSTANCE_FUNCTIONS(function)             \
    function(vkCreateDevice);                                 \
    function(vkEnumerateDeviceExtensionProperties);           \
    function(vkEnumeratePhysicalDevices);                     \
    function(vkGetDeviceProcAddr);                            \
    function(vkGetPhysicalDeviceExternalBufferProperties);    \
    function(vkGetPhysicalDeviceExternalSemaphoreProperties); \
    function(vkGetPhysicalDeviceFeatures2);                   \
    function(vkGetPhysicalDeviceFormatProperties);            \
    function(vkGetPhysicalDeviceImageFormatProperties);       \
    function(vkGetPhysicalDeviceImageFormatProperties2);      \
    function(vkGetPhysicalDeviceMemoryProperties);            \
    function(vkGetPhysicalDeviceProperties);                  \
    function(vkGetPhysicalDeviceProperties2);                 \
    function(vkGetPhysicalDeviceQueueFamilyProperties)

#define INGOT_VULKAN_DEVICE_FUNCTIONS(function) \
    function(vkAllocateCommandBuffers);         \
    function(vkAllocateDescriptorSets);         \
    function(vkAllocateMemory);                 \
    function(vkBeginCommandBuffer);             \
    function(vkBindBufferMemory);               \
    function(vkBindImageMemory);                \
    function(vkCmdBindDescriptorSets);          \
    function(vkCmdBindPipeline);                \
    function(vkCmdCopyBuffer);                  \
    function(vkCmdCopyBufferToImage);           \
    function(vkCmdCopyImage);                   \
    function(vkCmdCopyImageToBuffer);           \
    function(vkCmdDispatch);                    \
    function(vkCmdFillBuffer);                  \
    function(vkCmdPipelineBarrier);             \
    function(vkCmdPushConstants);               \
    function(vkCmdResetQueryPool);              \
    function(vkCmdWriteTimestamp);              \
    function(vkCreateBuffer);                   \
    function(vkCreateCommandPool);              \
    function(vkCreateComputePipelines);         \
    function(vkCreateDescriptorPool);           \
    function(vkCreateDescriptorSetLayout);      \
    function(vkCreateImage);                    \
    function(vkCreateImageView);                \
    function(vkCreatePipelineCache);            \
    function(vkCreatePipelineLayout);           \
    function(vkCreateQueryPool);                \
    function(vkCreateSampler);                  \
    function(vkCreateSemaphore);                \
    function(vkCreateShaderModule);             \
    function(vkDestroyBuffer);                  \
    function(vkDestroyCommandPool);             \
    function(vkDestroyDescriptorPool);          \
    function(vkDestroyDescriptorSetLayout);     \
    function(vkDestroyDevice);                  \
    function(vkDestroyImage);                   \
    function(vkDestroyImageView);               \
    function(vkDestroyPipeline);                \
    function(vkDestroyPipelineCache);           \
    function(vkDestroyPipelineLayout);          \
    function(vkDestroyQueryPool);               \
    function(vkDestroySampler);                 \
    function(vkDestroySemaphore);               \
    function(vkDestroyShaderModule);            \
    function(vkEndCommandBuffer);               \
    function(vkFreeMemory);                     \
    function(vkGetBufferDeviceAddress);         \
    function(vkGetBufferMemoryRequirements2);   \
    function(vkGetDeviceQueue);                 \
    function(vkGetImageMemoryRequirements2);    \
    function(vkGetPipelineCacheData);           \
    function(vkGetQueryPoolResults);            \
    function(vkGetSemaphoreCounterValue);       \
    function(vkMapMemory);                      \
    function(vkQueueSubmit);                    \
    function(vkResetCommandPool);               \
    function(vkResetDescriptorPool);            \
    function(vkResetQueryPool);                 \
    function(vkUpdateDescriptorSets);           \
    function(vkWaitSemaphores)

#define INGOT_VULKAN_MEMBER(name) PFN_##name name = nullptr

struct global_functions {
    INGOT_VULKAN_GLOBAL_FUNCTIONS(INGOT_VULKAN_MEMBER);
};
struct instance_functions {
    INGOT_VULKAN_INSTANCE_FUNCTIONS(INGOT_VULKAN_MEMBER);
};
struct device_functions {
    INGOT_VULKAN_DEVICE_FUNCTIONS(INGOT_VULKAN_MEMBER);
    INGOT_VULKAN_MEMBER(vkGetMemoryFdKHR);     // null if the device cannot export memory
    INGOT_VULKAN_MEMBER(vkGetSemaphoreFdKHR);  // null if the device cannot export semaphores
    // Null if the driver does not report statistics of pipelines.
    INGOT_VULKAN_MEMBER(vkGetPipelineExecutablePropertiesKHR);
    INGOT_VULKAN_MEMBER(vkGetPipelineExecutableStatisticsKHR);
};

#undef INGOT_VULKAN_MEMBER

/// Returns one of Vulkan's structures with its type set and everything else zero.
template <typename Structure>
Structure structure(VkStructureType type) {
    Structure made {};  // NOLINT(bugprone-invalid-enum-default-initialization): zero stands for nothing in most of them
    made.sType = type;
    return made;
}

}  // namespace ingot::backends::vulkan
