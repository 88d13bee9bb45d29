// Semaphores, by which queues wait for each other and for OpenGL.
#pragma once

#include <cstdint>
#include <ingot/files/file_descriptor.hpp>
#include <memory>

#include "logical_device.hpp"

namespace ingot::backends::vulkan {

/// A timeline semaphore: a number that a queue increases when its work has ended.
class semaphore {
public:
    explicit semaphore(std::shared_ptr<const logical_device> device);

    VkSemaphore handle() const { return handle_.get(); }
    const logical_device& device() const { return *device_; }
    /// The number that the semaphore has now. Throws error if the device is lost.
    uint64_t value() const;
    /// Waits until the semaphore has reached the number.
    void wait(uint64_t value, const std::string& doing) const;

private:
    std::shared_ptr<const logical_device> device_;
    owned<VkSemaphore> handle_;
};

/// A binary semaphore that OpenGL can import: one of the two signals it, and the other waits for it.
class exported_semaphore {
public:
    /// Throws error if the driver does not create it.
    explicit exported_semaphore(std::shared_ptr<const logical_device> device);

    VkSemaphore handle() const { return handle_.get(); }
    /// Returns a file by which OpenGL imports the semaphore.
    files::file_descriptor export_file() const;

private:
    std::shared_ptr<const logical_device> device_;
    owned<VkSemaphore> handle_;
};

/// A semaphore, and the number that it has after it was signalled. For a binary semaphore the number has no meaning.
struct semaphore_state {
    VkSemaphore semaphore = VK_NULL_HANDLE;
    uint64_t value = 0;
};

/// Work for a queue of the driver.
struct submission {
    VkCommandBuffer commands = VK_NULL_HANDLE;
    std::vector<semaphore_state> awaited {};    ///< before the commands begin
    std::vector<semaphore_state> signalled {};  ///< when they have ended
};
void submit(const logical_device& device, hardware_queue& queue, const submission& work);

}  // namespace ingot::backends::vulkan
