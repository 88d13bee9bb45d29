// A device that is opened for this program, and its queues.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "features.hpp"

namespace ingot::backends::vulkan {

/// One of the driver's queues. Several queues of the runtime may share it, and submit with the lock held.
struct hardware_queue {
    VkQueue handle = VK_NULL_HANDLE;
    std::mutex guard;
};

/// A device of Vulkan. Everything that is created on it keeps it alive.
class logical_device {
public:
    /// Opens the device. Throws error if that fails.
    logical_device(const instance& owner, VkPhysicalDevice handle);
    logical_device(const logical_device&) = delete;
    logical_device& operator=(const logical_device&) = delete;
    ~logical_device();

    VkDevice handle() const { return handle_; }
    const device_functions& functions() const { return functions_; }
    const physical_device& physical() const { return physical_; }
    std::string name() const { return physical_.properties().deviceName; }

    /// Throws error with the device's name and `doing` if the result is one of failure. Remembers that the device is lost.
    void check(VkResult result, const std::string& doing) const;
    /// Returns why the device cannot be used any more, if that is so.
    std::optional<std::string> lost_reason() const;

    /// Returns a queue of the driver for kernels, each one in turn.
    hardware_queue& next_queue();
    /// Returns a queue of the driver for transfers that nobody else has, or null if there is none. It is free again after its
    /// last owner, which must not live longer than the device. As each has one owner, copies that wait for kernels do not delay
    /// those of others.
    std::shared_ptr<hardware_queue> take_transfer_queue();

    /// Creates an object with `create`, a function of Vulkan whose last parameter is the object. Throws error that names `call`.
    template <typename Object, typename Function, typename Description>
    Object create(Function function, const char* call, const Description& description) const {
        Object made = VK_NULL_HANDLE;
        check(function(handle_, &description, nullptr, &made), call);
        return made;
    }

private:
    void load(const instance& owner);

    physical_device physical_;
    VkDevice handle_ = VK_NULL_HANDLE;
    device_functions functions_;
    std::vector<std::unique_ptr<hardware_queue>> queues_;
    std::vector<std::unique_ptr<hardware_queue>> free_transfer_queues_;
    mutable std::mutex guard_;
    size_t next_queue_ = 0;
    mutable std::optional<std::string> lost_;
};

/// An object of a device that is destroyed with this owner.
template <typename Object>
class owned {
public:
    using destroyer = void(VKAPI_PTR*)(VkDevice, Object, const VkAllocationCallbacks*);

    owned() = default;
    owned(std::shared_ptr<const logical_device> device, Object object, destroyer destroy)
        : device_(std::move(device)), object_(object), destroy_(destroy) {}
    owned(owned&& other) noexcept { *this = std::move(other); }
    owned& operator=(owned&& other) noexcept {
        std::swap(device_, other.device_);
        std::swap(object_, other.object_);
        std::swap(destroy_, other.destroy_);
        return *this;
    }
    ~owned() {
        if (object_) destroy_(device_->handle(), object_, nullptr);
    }

    Object get() const { return object_; }

private:
    std::shared_ptr<const logical_device> device_;
    Object object_ = VK_NULL_HANDLE;
    destroyer destroy_ = nullptr;
};

}  // namespace ingot::backends::vulkan
