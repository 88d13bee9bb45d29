// A buffer of OpenGL, registered with CUDA.
#pragma once

#include <memory>

#include "../backend.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// Mapping it orders the stream after what OpenGL was given, and unmapping orders OpenGL after the stream ("CUDA Driver API",
/// Graphics Interoperability): nobody waits on the host.
class gl_buffer final : public gl_buffer_interface {
public:
    gl_buffer(std::shared_ptr<primary_context> context, const gl_buffer_object& object);
    gl_buffer(const gl_buffer&) = delete;
    gl_buffer& operator=(const gl_buffer&) = delete;
    ~gl_buffer() override;

    std::shared_ptr<buffer_interface> acquire(queue_interface& in) override;
    void release(queue_interface& in) override;

private:
    std::shared_ptr<primary_context> context;
    graphics_resource resource = nullptr;
};

}  // namespace ingot::backends::cuda
