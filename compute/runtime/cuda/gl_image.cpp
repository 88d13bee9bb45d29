#include "gl_image.hpp"

#include <string>
#include <utility>

#include "queue.hpp"

namespace ingot::backends::cuda {

namespace {

constexpr unsigned int gl_texture_2d = 0x0DE1;  // GL_TEXTURE_2D

// Kernels see every image through a surface too, also one that they only read.
unsigned int flags_of(gl_access access) {
    return access == gl_access::write ? register_for_surfaces | register_for_writing_all : register_for_surfaces;
}

}  // namespace

class gl_image::registration {
public:
    registration(std::shared_ptr<primary_context> of, const gl_image_object& object) : context(std::move(of)) {
        const current_context here(*context);
        const auto& enter = here.calls().register_gl_image;
        const result answer = here.attempt(enter, &resource, object.name, gl_texture_2d, flags_of(object.access));
        if (answer != result::success)
            here.refuse("cannot share " + to_string(object.what) + ", texture " + std::to_string(object.name) + " of OpenGL",
                        enter.name(), answer);
    }
    registration(const registration&) = delete;
    registration& operator=(const registration&) = delete;
    ~registration() { context->release(context->calls().unregister_resource, resource); }

    graphics_resource& get() { return resource; }

private:
    std::shared_ptr<primary_context> context;
    graphics_resource resource = nullptr;
};

gl_image::gl_image(std::shared_ptr<primary_context> of, const gl_image_object& object)
    : context(std::move(of)), described(object.what), registered(std::make_shared<registration>(context, object)) {}

std::shared_ptr<image_interface> gl_image::acquire(queue_interface& in) {
    const current_context here(*context);
    const stream_handle stream = static_cast<queue&>(in).get_stream();
    here.call(here.calls().map_resources, 1, &registered->get(), stream);
    try {
        array_handle array = nullptr;
        here.call(here.calls().get_mapped_array, &array, registered->get(), 0, 0);
        // The driver gives the same array each time, and making the objects by which kernels see it takes longer than all the
        // rest.
        if (!made || array != mapped) made = std::make_shared<image>(context, described, array, registered);
        mapped = array;
        return made;
    } catch (...) {
        here.attempt(here.calls().unmap_resources, 1, &registered->get(), stream);
        throw;
    }
}

void gl_image::release(queue_interface& in) {
    const current_context here(*context);
    here.call(here.calls().unmap_resources, 1, &registered->get(), static_cast<queue&>(in).get_stream());
}

}  // namespace ingot::backends::cuda
