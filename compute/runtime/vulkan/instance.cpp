#include "instance.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ingot/runtime/error.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "result.hpp"

namespace ingot::backends::vulkan {

namespace {

constexpr const char* library_file = "libvulkan.so.1";
constexpr const char* validation_layer = "VK_LAYER_KHRONOS_validation";

PFN_vkGetInstanceProcAddr open_loader() {
    void* const library = dlopen(library_file, RTLD_NOW | RTLD_LOCAL);
    if (!library) throw error("Vulkan's loader is not installed: " + std::string(dlerror()) + "; Debian's package is libvulkan1");
    void* const found = dlsym(library, "vkGetInstanceProcAddr");
    if (!found) throw error(std::string(library_file) + " is not Vulkan's loader: it has no vkGetInstanceProcAddr");
    return reinterpret_cast<PFN_vkGetInstanceProcAddr>(found);
}

bool is_validation_wanted() {
    const char* const value = std::getenv("INGOT_VULKAN_VALIDATION");
    return value && *value && std::string_view(value) != "0";
}

VKAPI_ATTR VkBool32 VKAPI_CALL print_message(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                             const VkDebugUtilsMessengerCallbackDataEXT* message, void*) {
    std::fprintf(stderr, "Vulkan validation: %s\n", message->pMessage);
    return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT messenger() {
    auto info = structure<VkDebugUtilsMessengerCreateInfoEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
    info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    info.pfnUserCallback = &print_message;
    return info;
}

// The order of devices in lists.
int position_of(VkPhysicalDeviceType type) {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
            return 0;
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
            return 1;
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
            return 2;
        case VK_PHYSICAL_DEVICE_TYPE_CPU:
            return 4;
        default:
            return 3;
    }
}

}  // namespace

instance::instance() {
    const PFN_vkGetInstanceProcAddr find = open_loader();
    const auto load_global = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(find(VK_NULL_HANDLE, name));
        if (!function) throw error("Vulkan's loader does not have " + std::string(name));
    };
#define INGOT_VULKAN_LOAD(name) load_global(global_.name, #name)
    INGOT_VULKAN_GLOBAL_FUNCTIONS(INGOT_VULKAN_LOAD);
#undef INGOT_VULKAN_LOAD
    create(is_validation_wanted());
    load(find);
}

void instance::create(bool with_validation) {
    if (with_validation) {
        uint32_t count = 0;
        check(global_.vkEnumerateInstanceLayerProperties(&count, nullptr), "vkEnumerateInstanceLayerProperties");
        std::vector<VkLayerProperties> layers(count);
        check(global_.vkEnumerateInstanceLayerProperties(&count, layers.data()), "vkEnumerateInstanceLayerProperties");
        if (std::ranges::none_of(layers, [](const auto& layer) { return std::string_view(layer.layerName) == validation_layer; }))
            throw error("INGOT_VULKAN_VALIDATION is set, but " + std::string(validation_layer) +
                        " is not installed; Debian's package is vulkan-validationlayers");
    }
    auto application = structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
    application.pApplicationName = "Ingot";
    application.pEngineName = "Ingot";
    application.apiVersion = VK_API_VERSION_1_3;  // what the program knows; the devices may have less
    auto info = structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
    info.pApplicationInfo = &application;
    const VkDebugUtilsMessengerCreateInfoEXT messages = messenger();
    const char* const extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    if (with_validation) {
        info.pNext = &messages;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &validation_layer;
        info.enabledExtensionCount = 1;
        info.ppEnabledExtensionNames = &extension;
    }
    const VkResult result = global_.vkCreateInstance(&info, nullptr, &handle_);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
        throw error("no Vulkan driver is installed; Debian's package mesa-vulkan-drivers has those for AMD, Intel and the CPU");
    check(result, "vkCreateInstance");
}

void instance::load(PFN_vkGetInstanceProcAddr find) {
    const auto load_function = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(find(handle_, name));
        if (!function) throw error("Vulkan's loader does not have " + std::string(name) + ", a function of Vulkan 1.1");
    };
#define INGOT_VULKAN_LOAD(name) load_function(functions_.name, #name)
    INGOT_VULKAN_INSTANCE_FUNCTIONS(INGOT_VULKAN_LOAD);
#undef INGOT_VULKAN_LOAD
    if (!is_validation_wanted()) return;
    // The messages that creating the instance makes have a messenger of their own; all later ones have this one.
    const auto create_messenger =
        reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(find(handle_, "vkCreateDebugUtilsMessengerEXT"));
    if (!create_messenger) throw error("the validation layer has no vkCreateDebugUtilsMessengerEXT");
    const VkDebugUtilsMessengerCreateInfoEXT messages = messenger();
    VkDebugUtilsMessengerEXT created = VK_NULL_HANDLE;
    check(create_messenger(handle_, &messages, nullptr, &created), "vkCreateDebugUtilsMessengerEXT");
}

std::vector<VkPhysicalDevice> instance::physical_devices() const {
    uint32_t count = 0;
    check(functions_.vkEnumeratePhysicalDevices(handle_, &count, nullptr), "vkEnumeratePhysicalDevices");
    std::vector<VkPhysicalDevice> found(count);
    check(functions_.vkEnumeratePhysicalDevices(handle_, &count, found.data()), "vkEnumeratePhysicalDevices");
    std::vector<std::pair<int, size_t>> places;
    for (size_t i = 0; i < found.size(); ++i) {
        VkPhysicalDeviceProperties properties {};
        functions_.vkGetPhysicalDeviceProperties(found[i], &properties);
        places.emplace_back(position_of(properties.deviceType), i);
    }
    std::ranges::sort(places);
    std::vector<VkPhysicalDevice> ordered;
    for (const auto& [position, index] : places) ordered.push_back(found[index]);
    return ordered;
}

}  // namespace ingot::backends::vulkan
