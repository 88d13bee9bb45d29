#include "gl_buffer.hpp"

#include <string>
#include <utility>

#include "buffer.hpp"
#include "queue.hpp"

namespace ingot::backends::cuda {

namespace {

unsigned int flags_of(gl_access access) {
    switch (access) {
        case gl_access::read:
            return register_for_reading;
        case gl_access::write:
            return register_for_writing_all;
        case gl_access::read_write:
            break;
    }
    return 0;
}

}  // namespace

gl_buffer::gl_buffer(std::shared_ptr<primary_context> of, const gl_buffer_object& object) : context(std::move(of)) {
    const current_context here(*context);
    const auto& enter = here.calls().register_gl_buffer;
    if (const result answer = here.attempt(enter, &resource, object.name, flags_of(object.access)); answer != result::success)
        here.refuse("cannot share buffer " + std::to_string(object.name) + " of OpenGL", enter.name(), answer);
}

gl_buffer::~gl_buffer() { context->release(context->calls().unregister_resource, resource); }

std::shared_ptr<buffer_interface> gl_buffer::acquire(queue_interface& in) {
    const current_context here(*context);
    here.call(here.calls().map_resources, 1, &resource, static_cast<queue&>(in).get_stream());
    try {
        device_address first = 0;
        size_t bytes = 0;
        here.call(here.calls().get_mapped_pointer, &first, &bytes, resource);
        return std::make_shared<buffer>(context, used_memory {first});
    } catch (...) {
        here.attempt(here.calls().unmap_resources, 1, &resource, static_cast<queue&>(in).get_stream());
        throw;
    }
}

void gl_buffer::release(queue_interface& in) {
    const current_context here(*context);
    here.call(here.calls().unmap_resources, 1, &resource, static_cast<queue&>(in).get_stream());
}

}  // namespace ingot::backends::cuda
