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

gl_image::gl_image(std::shared_ptr<primary_context> of, const gl_image_object& object)
    : context(std::move(of)), described(object.what) {
    const current_context here(*context);
    const auto& enter = here.calls().register_gl_image;
    const result answer = here.attempt(enter, &resource, object.name, gl_texture_2d, flags_of(object.access));
    if (answer != result::success)
        here.refuse("cannot share " + to_string(described) + ", texture " + std::to_string(object.name) + " of OpenGL",
                    enter.name(), answer);
}

gl_image::~gl_image() {
    made.reset();
    context->release(context->calls().unregister_resource, resource);
}

std::shared_ptr<image_interface> gl_image::acquire(queue_interface& in) {
    const current_context here(*context);
    here.call(here.calls().map_resources, 1, &resource, static_cast<queue&>(in).get_stream());
    try {
        array_handle array = nullptr;
        here.call(here.calls().get_mapped_array, &array, resource, 0, 0);
        // The driver gives the same array each time, and making the objects by which kernels see it takes longer than all the
        // rest.
        if (!made || array != mapped) made = std::make_shared<image>(context, described, array, nullptr);
        mapped = array;
        return made;
    } catch (...) {
        here.attempt(here.calls().unmap_resources, 1, &resource, static_cast<queue&>(in).get_stream());
        throw;
    }
}

void gl_image::release(queue_interface& in) {
    const current_context here(*context);
    here.call(here.calls().unmap_resources, 1, &resource, static_cast<queue&>(in).get_stream());
}

}  // namespace ingot::backends::cuda
