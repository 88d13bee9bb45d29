// A buffer or an image whose memory OpenGL has imported.
#pragma once

#include <memory>
#include <utility>

#include "../backend.hpp"
#include "queue.hpp"

namespace ingot::backends::vulkan {

/// `Memory` is buffer or image, and `Interface` its interface. The caller waits for OpenGL before acquire(), and for the queue
/// after release().
template <typename Memory, typename Interface>
class gl_object final : public gl_object_interface<Interface> {
public:
    explicit gl_object(std::shared_ptr<Memory> memory) : memory_(std::move(memory)) {}

    std::shared_ptr<Interface> acquire(queue_interface& work_queue) override {
        static_cast<queue&>(work_queue).take_from_gl(memory_);
        return memory_;
    }
    void release(queue_interface& work_queue) override { static_cast<queue&>(work_queue).give_to_gl(memory_); }

private:
    std::shared_ptr<Memory> memory_;
};

}  // namespace ingot::backends::vulkan
