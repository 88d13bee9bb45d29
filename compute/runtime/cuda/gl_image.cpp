#include "gl_image.hpp"

#include <string>
#include <utility>

#include "queue.hpp"

namespace ingot::backends::cuda {

namespace {

constexpr unsigned int gl_texture_2d = 0x0DE1;  // GL_TEXTURE_2D

// Every image has a surface object, also an image that kernels only read, so the registration must allow surfaces.
unsigned int image_registration_flags(gl_access access) {
    return access == gl_access::write ? register_surface_load_store | register_write_discard : register_surface_load_store;
}

}  // namespace

// The registration of the texture with CUDA. The destructor ends it. The images that use the texture share this object, so it
// is destroyed after them.
class gl_image::registration {
public:
    registration(std::shared_ptr<primary_context> context, const gl_image_object& object) : context_(std::move(context)) {
        const current_context current_context(*context_);
        const auto& register_image = current_context.driver_functions().register_gl_image;
        const result answer = current_context.try_call(register_image, &resource_, object.name, gl_texture_2d,
                                                       image_registration_flags(object.access));
        if (answer != result::success)
            current_context.fail(
                "cannot share OpenGL texture " + std::to_string(object.name) + " as " + to_string(object.description),
                register_image.name(), answer);
    }
    registration(const registration&) = delete;
    registration& operator=(const registration&) = delete;
    ~registration() { context_->release(context_->driver_functions().unregister_resource, resource_); }

    graphics_resource& get() { return resource_; }

private:
    std::shared_ptr<primary_context> context_;
    graphics_resource resource_ = nullptr;
};

gl_image::gl_image(std::shared_ptr<primary_context> context, const gl_image_object& object)
    : context_(std::move(context)),
      description_(object.description),
      registration_(std::make_shared<registration>(context_, object)) {}

std::shared_ptr<image_interface> gl_image::acquire(queue_interface& work_queue) {
    const current_context context(*context_);
    const stream_handle stream = static_cast<queue&>(work_queue).native_stream();
    context.call(context.driver_functions().map_resources, 1, &registration_->get(), stream);
    try {
        array_handle array = nullptr;
        context.call(context.driver_functions().get_mapped_array, &array, registration_->get(), 0, 0);
        // The driver usually returns the same array each time. The image is kept, because creating its texture and surface
        // objects takes longer than the rest of this function.
        if (!image_ || array != mapped_array_) image_ = std::make_shared<image>(context_, description_, array, registration_);
        mapped_array_ = array;
        return image_;
    } catch (...) {
        context.try_call(context.driver_functions().unmap_resources, 1, &registration_->get(), stream);
        throw;
    }
}

void gl_image::release(queue_interface& work_queue) {
    const current_context context(*context_);
    context.call(context.driver_functions().unmap_resources, 1, &registration_->get(),
                 static_cast<queue&>(work_queue).native_stream());
}

}  // namespace ingot::backends::cuda
