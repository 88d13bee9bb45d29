// A buffer or an image whose memory OpenGL has imported.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "../backend.hpp"
#include "queue.hpp"

namespace ingot::backends::vulkan {

/// `Memory` is buffer or image, and `Interface` its interface. With semaphores, OpenGL has signalled its own before acquire(),
/// and waits for the device's after release(). Without them, the caller waits for OpenGL before acquire(), and for the queue
/// after release().
template <typename Memory, typename Interface>
class gl_object final : public gl_object_interface<Interface> {
public:
    gl_object(std::shared_ptr<Memory> memory, std::optional<gl_semaphores> semaphores)
        : memory_(std::move(memory)), semaphores_(std::move(semaphores)) {}

    std::shared_ptr<Interface> acquire(queue_interface& work_queue) override {
        static_cast<queue&>(work_queue).take_from_gl(memory_, semaphores_ ? &*semaphores_ : nullptr);
        return memory_;
    }
    void release(queue_interface& work_queue) override {
        static_cast<queue&>(work_queue).give_to_gl(memory_, semaphores_ ? &*semaphores_ : nullptr);
    }

private:
    std::shared_ptr<Memory> memory_;
    std::optional<gl_semaphores> semaphores_;
};

}  // namespace ingot::backends::vulkan
