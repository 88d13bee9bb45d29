// Vulkan's loader and its instance. The loader is opened while the program runs, so that the program also runs on machines
// without it.
#pragma once

#include <vector>

#include "functions.hpp"

namespace ingot::backends::vulkan {

/// The instance. It is never destroyed, because threads of drivers run in the library.
class instance {
public:
    /// Opens the loader and creates an instance. Throws error if there is none, or none for Vulkan 1.2, or no driver.
    ///
    /// If the environment variable INGOT_VULKAN_VALIDATION is set and not 0, switches on Khronos' validation layer, whose
    /// messages go to the standard error stream and begin with "Vulkan validation: ". Throws error if the layer is not
    /// installed.
    instance();

    const instance_functions& functions() const { return functions_; }
    /// All devices of all drivers: discrete GPUs first, then integrated ones, virtual ones, and CPUs.
    std::vector<VkPhysicalDevice> physical_devices() const;

private:
    void load(PFN_vkGetInstanceProcAddr find);
    void create(bool with_validation);

    global_functions global_;
    instance_functions functions_;
    VkInstance handle_ = VK_NULL_HANDLE;
};

}  // namespace ingot::backends::vulkan
