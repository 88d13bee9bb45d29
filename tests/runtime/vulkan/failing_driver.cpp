// A Vulkan driver that passes every call to Mesa's driver for CPUs, except as the environment variable INGOT_FAILING_VULKAN
// says:
//
//     old            the device has Vulkan 1.1
//     lacks          the device has no bufferDeviceAddress
//     no-instance    no instance can be created
//     no-device      the device cannot be opened
//     discrete       nothing fails, but the device says that it is a GPU, that the host cannot access its memory, and that it
//                    has a queue that can only copy. Both queues are the driver's only one, and each begins its work some time
//                    after the submission, so that only semaphores order the work of the two
//     other-device   nothing fails, but the device says that it is another one than OpenGL's
//     lost           each submission of work finds the device lost, after INGOT_VULKAN_SUBMISSIONS successful ones
//
// The loader opens it by the file that the tests name in VK_DRIVER_FILES. "Vulkan-Loader interface with drivers"
// (LoaderDriverInterface.md) describes the three functions that it exports.
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

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
PFN_vkWaitSemaphores real_wait = nullptr;
PFN_vkGetDeviceQueue real_queue = nullptr;
PFN_vkCreateCommandPool real_create_pool = nullptr;
PFN_vkAllocateMemory real_allocate = nullptr;
PFN_vkGetBufferMemoryRequirements2 real_buffer_requirements = nullptr;
PFN_vkGetImageMemoryRequirements2 real_image_requirements = nullptr;
PFN_vkGetBufferMemoryRequirements real_plain_buffer_requirements = nullptr;
PFN_vkGetImageMemoryRequirements real_plain_image_requirements = nullptr;

// Of a discrete device: the driver's only queue family and memory type come first, and these second.
constexpr uint32_t transfer_family = 1;
constexpr uint32_t host_type = 1;

// A queue of a discrete device. The loader changes the first word of the object to which a VkQueue points.
class late_queue {
public:
    explicit late_queue(std::chrono::microseconds delay) : delay_(delay) {}
    ~late_queue() {
        {
            const std::lock_guard lock(guard_);
            is_over_ = true;
        }
        changed_.notify_all();
        if (worker_.joinable()) worker_.join();
    }

    VkQueue handle() { return reinterpret_cast<VkQueue>(this); }
    VkQueue open(VkDevice device) {
        loader_data_ = ICD_LOADER_MAGIC;
        device_ = device;
        real_queue(device, 0, 0, &real_);
        if (!worker_.joinable()) worker_ = std::thread([this] { work(); });
        return handle();
    }
    void submit(const VkSubmitInfo& info) {
        const auto& values = *static_cast<const VkTimelineSemaphoreSubmitInfo*>(info.pNext);
        submission made;
        made.commands.assign(info.pCommandBuffers, info.pCommandBuffers + info.commandBufferCount);
        made.awaited.assign(info.pWaitSemaphores, info.pWaitSemaphores + info.waitSemaphoreCount);
        made.awaited_values.assign(values.pWaitSemaphoreValues, values.pWaitSemaphoreValues + info.waitSemaphoreCount);
        made.signalled.assign(info.pSignalSemaphores, info.pSignalSemaphores + info.signalSemaphoreCount);
        made.signalled_values.assign(values.pSignalSemaphoreValues, values.pSignalSemaphoreValues + info.signalSemaphoreCount);
        {
            const std::lock_guard lock(guard_);
            waiting_.push_back(std::move(made));
        }
        changed_.notify_all();
    }

private:
    struct submission {
        std::vector<VkCommandBuffer> commands;
        std::vector<VkSemaphore> awaited;
        std::vector<uint64_t> awaited_values;
        std::vector<VkSemaphore> signalled;
        std::vector<uint64_t> signalled_values;
    };

    void work() {
        for (std::unique_lock lock(guard_);;) {
            changed_.wait(lock, [&] { return is_over_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            const submission next = std::move(waiting_.front());
            waiting_.pop_front();
            lock.unlock();
            begin(next);
            lock.lock();
        }
    }
    void begin(const submission& next) const {
        VkSemaphoreWaitInfo wait {};
        wait.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
        wait.semaphoreCount = static_cast<uint32_t>(next.awaited.size());
        wait.pSemaphores = next.awaited.data();
        wait.pValues = next.awaited_values.data();
        if (!next.awaited.empty()) real_wait(device_, &wait, UINT64_MAX);
        std::this_thread::sleep_for(delay_);
        VkTimelineSemaphoreSubmitInfo values {};
        values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
        values.signalSemaphoreValueCount = static_cast<uint32_t>(next.signalled.size());
        values.pSignalSemaphoreValues = next.signalled_values.data();
        VkSubmitInfo info {};
        info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
        info.pNext = &values;
        info.commandBufferCount = static_cast<uint32_t>(next.commands.size());
        info.pCommandBuffers = next.commands.data();
        info.signalSemaphoreCount = values.signalSemaphoreValueCount;
        info.pSignalSemaphores = next.signalled.data();
        static std::mutex one_at_a_time;
        const std::lock_guard lock(one_at_a_time);
        real_submit(real_, 1, &info, VK_NULL_HANDLE);
    }

    uintptr_t loader_data_ = ICD_LOADER_MAGIC;  // must be the first word
    std::chrono::microseconds delay_;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue real_ = VK_NULL_HANDLE;
    std::mutex guard_;
    std::condition_variable changed_;
    std::deque<submission> waiting_;
    bool is_over_ = false;
    std::thread worker_;
};
late_queue kernel_queue(std::chrono::milliseconds(2));
late_queue transfer_queue(std::chrono::microseconds(0));

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
    if (fails_by("discrete")) properties->deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
}

VKAPI_ATTR void VKAPI_CALL get_all_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
    of_instance<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2")(device, properties);
    if (fails_by("discrete")) properties->properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
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

VKAPI_ATTR void VKAPI_CALL get_memory(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties* memory) {
    of_instance<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(device, memory);
    if (!fails_by("discrete")) return;
    memory->memoryTypeCount = memory->memoryHeapCount = 2;
    memory->memoryHeaps[1] = {memory->memoryHeaps[0].size, 0};
    memory->memoryTypes[host_type] = {
        memory->memoryTypes[0].propertyFlags & ~VkMemoryPropertyFlags {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT}, 1};
    memory->memoryTypes[0].propertyFlags = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
}

VKAPI_ATTR void VKAPI_CALL get_families(VkPhysicalDevice device, uint32_t* count, VkQueueFamilyProperties* families) {
    const auto get = of_instance<PFN_vkGetPhysicalDeviceQueueFamilyProperties>("vkGetPhysicalDeviceQueueFamilyProperties");
    if (!fails_by("discrete")) return get(device, count, families);
    const uint32_t written = families ? std::min(*count, transfer_family + 1) : transfer_family + 1;
    *count = std::min(written, 1u);
    if (families) get(device, count, families);
    if (families && written > transfer_family) {
        families[transfer_family] = families[0];
        families[transfer_family].queueFlags = VK_QUEUE_TRANSFER_BIT;
        families[transfer_family].queueCount = 1;
    }
    *count = written;
}

VKAPI_ATTR void VKAPI_CALL get_all_families(VkPhysicalDevice device, uint32_t* count, VkQueueFamilyProperties2* families) {
    if (!fails_by("discrete"))
        return of_instance<PFN_vkGetPhysicalDeviceQueueFamilyProperties2>("vkGetPhysicalDeviceQueueFamilyProperties2")(
            device, count, families);
    VkQueueFamilyProperties plain[transfer_family + 1];
    get_families(device, count, families ? plain : nullptr);
    for (uint32_t i = 0; families && i < *count; ++i) families[i].queueFamilyProperties = plain[i];
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* memory, VkDevice* device) {
    if (fails_by("no-device")) return VK_ERROR_INITIALIZATION_FAILED;
    VkDeviceCreateInfo changed = *info;
    if (fails_by("discrete")) changed.queueCreateInfoCount = 1;  // the first is for kernels
    return of_instance<PFN_vkCreateDevice>("vkCreateDevice")(physical, &changed, memory, device);
}

VKAPI_ATTR void VKAPI_CALL get_queue(VkDevice device, uint32_t family, uint32_t index, VkQueue* queue) {
    (void)index;  // each family has one
    real_wait = reinterpret_cast<PFN_vkWaitSemaphores>(real_device_function(device, "vkWaitSemaphores"));
    real_submit = reinterpret_cast<PFN_vkQueueSubmit>(real_device_function(device, "vkQueueSubmit"));
    *queue = (family == transfer_family ? transfer_queue : kernel_queue).open(device);
}

VKAPI_ATTR VkResult VKAPI_CALL create_pool(VkDevice device, const VkCommandPoolCreateInfo* info,
                                           const VkAllocationCallbacks* memory, VkCommandPool* pool) {
    VkCommandPoolCreateInfo changed = *info;
    changed.queueFamilyIndex = 0;
    return real_create_pool(device, &changed, memory, pool);
}

VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice device, const VkMemoryAllocateInfo* info, const VkAllocationCallbacks* memory,
                                        VkDeviceMemory* allocated) {
    VkMemoryAllocateInfo changed = *info;
    changed.memoryTypeIndex = 0;
    return real_allocate(device, &changed, memory, allocated);
}

VKAPI_ATTR void VKAPI_CALL get_buffer_requirements(VkDevice device, const VkBufferMemoryRequirementsInfo2* info,
                                                   VkMemoryRequirements2* requirements) {
    real_buffer_requirements(device, info, requirements);
    requirements->memoryRequirements.memoryTypeBits |= 1u << host_type;
}

VKAPI_ATTR void VKAPI_CALL get_plain_buffer_requirements(VkDevice device, VkBuffer buffer, VkMemoryRequirements* requirements) {
    real_plain_buffer_requirements(device, buffer, requirements);
    requirements->memoryTypeBits |= 1u << host_type;
}

VKAPI_ATTR void VKAPI_CALL get_plain_image_requirements(VkDevice device, VkImage image, VkMemoryRequirements* requirements) {
    real_plain_image_requirements(device, image, requirements);
    requirements->memoryTypeBits |= 1u << host_type;
}

VKAPI_ATTR void VKAPI_CALL get_image_requirements(VkDevice device, const VkImageMemoryRequirementsInfo2* info,
                                                  VkMemoryRequirements2* requirements) {
    real_image_requirements(device, info, requirements);
    requirements->memoryRequirements.memoryTypeBits |= 1u << host_type;
}

VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count, const VkSubmitInfo* work, VkFence fence) {
    static std::atomic<int> submissions = 0;
    const char* const successful = std::getenv("INGOT_VULKAN_SUBMISSIONS");
    if (fails_by("lost") && submissions++ >= (successful ? std::atoi(successful) : 0)) return VK_ERROR_DEVICE_LOST;
    if (!fails_by("discrete")) return real_submit(queue, count, work, fence);
    for (uint32_t i = 0; i < count; ++i) (queue == transfer_queue.handle() ? transfer_queue : kernel_queue).submit(work[i]);
    return VK_SUCCESS;
}

// Returns `own`, and stores the driver's function.
template <typename Function>
PFN_vkVoidFunction replaced(PFN_vkVoidFunction found, Function& stored, Function own) {
    stored = reinterpret_cast<Function>(found);
    return reinterpret_cast<PFN_vkVoidFunction>(own);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice device, const char* name) {
    const std::string_view wanted = name;
    const PFN_vkVoidFunction found = real_device_function(device, name);
    if (wanted == "vkQueueSubmit") return replaced(found, real_submit, &submit);
    if (!fails_by("discrete")) return found;
    if (wanted == "vkGetDeviceQueue") return replaced(found, real_queue, &get_queue);
    if (wanted == "vkCreateCommandPool") return replaced(found, real_create_pool, &create_pool);
    if (wanted == "vkAllocateMemory") return replaced(found, real_allocate, &allocate);
    if (wanted == "vkGetBufferMemoryRequirements2") return replaced(found, real_buffer_requirements, &get_buffer_requirements);
    if (wanted == "vkGetBufferMemoryRequirements")
        return replaced(found, real_plain_buffer_requirements, &get_plain_buffer_requirements);
    if (wanted == "vkGetImageMemoryRequirements")
        return replaced(found, real_plain_image_requirements, &get_plain_image_requirements);
    if (wanted == "vkGetImageMemoryRequirements2") return replaced(found, real_image_requirements, &get_image_requirements);
    return found;
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
    if (wanted == "vkGetPhysicalDeviceMemoryProperties") return reinterpret_cast<PFN_vkVoidFunction>(&get_memory);
    if (wanted == "vkGetPhysicalDeviceQueueFamilyProperties") return reinterpret_cast<PFN_vkVoidFunction>(&get_families);
    if (wanted == "vkGetPhysicalDeviceQueueFamilyProperties2") return reinterpret_cast<PFN_vkVoidFunction>(&get_all_families);
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
        wanted == "vkGetPhysicalDeviceMemoryProperties" || wanted.starts_with("vkGetPhysicalDeviceQueueFamilyProperties") ||
        wanted == "vkCreateDevice")
        return vk_icdGetInstanceProcAddr(instance, name);
    const auto find = exported<PFN_vkGetInstanceProcAddr>("vk_icdGetPhysicalDeviceProcAddr");
    return find ? find(instance, name) : nullptr;
}

}  // extern "C"
