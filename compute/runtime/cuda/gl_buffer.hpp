// An OpenGL buffer that is registered with CUDA.
#pragma once

#include <memory>

#include "../backend.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// An OpenGL buffer that kernels can use between acquire() and release(). acquire() maps the buffer: this makes the stream
/// wait for the commands that OpenGL has received before. release() unmaps the buffer: this makes OpenGL wait for the
/// stream ("CUDA Driver API", Graphics Interoperability). The host never waits.
class gl_buffer final : public gl_buffer_interface {
public:
    gl_buffer(std::shared_ptr<primary_context> context, const gl_buffer_object& object);
    gl_buffer(const gl_buffer&) = delete;
    gl_buffer& operator=(const gl_buffer&) = delete;
    ~gl_buffer() override;

    std::shared_ptr<buffer_interface> acquire(queue_interface& queue) override;
    void release(queue_interface& queue) override;

private:
    std::shared_ptr<primary_context> context_;
    graphics_resource resource_ = nullptr;
};

}  // namespace ingot::backends::cuda
