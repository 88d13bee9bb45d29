// A texture of OpenGL, registered with CUDA.
#pragma once

#include <memory>

#include "../backend.hpp"
#include "image.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// As with gl_buffer, nobody waits on the host.
class gl_image final : public gl_image_interface {
public:
    gl_image(std::shared_ptr<primary_context> context, const gl_image_object& object);
    gl_image(const gl_image&) = delete;
    gl_image& operator=(const gl_image&) = delete;

    std::shared_ptr<image_interface> acquire(queue_interface& in) override;
    void release(queue_interface& in) override;

private:
    class registration;

    std::shared_ptr<primary_context> context;
    image_description described;
    std::shared_ptr<registration> registered;  ///< images keep it too: work under way may be the last to have one
    array_handle mapped = nullptr;
    std::shared_ptr<image> made;  ///< of `mapped`
};

}  // namespace ingot::backends::cuda
