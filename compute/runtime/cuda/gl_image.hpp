// An OpenGL texture that is registered with CUDA.
#pragma once

#include <memory>

#include "../backend.hpp"
#include "image.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// An OpenGL texture that kernels can use between acquire() and release(). As with gl_buffer, the host never waits.
class gl_image final : public gl_image_interface {
public:
    gl_image(std::shared_ptr<primary_context> context, const gl_image_object& object);
    gl_image(const gl_image&) = delete;
    gl_image& operator=(const gl_image&) = delete;

    std::shared_ptr<image_interface> acquire(queue_interface& queue) override;
    void release(queue_interface& queue) override;

private:
    class registration;

    std::shared_ptr<primary_context> context_;
    image_description description_;
    std::shared_ptr<registration> registration_;  ///< images keep it too, because unfinished commands may outlive this object
    array_handle mapped_array_ = nullptr;
    std::shared_ptr<image> image_;  ///< the image of mapped_array_
};

}  // namespace ingot::backends::cuda
