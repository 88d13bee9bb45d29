#include "gl_buffer.hpp"

#include <string>
#include <utility>

#include "buffer.hpp"
#include "queue.hpp"

namespace ingot::backends::cuda {

namespace {

unsigned int buffer_registration_flags(gl_access access) {
    switch (access) {
        case gl_access::read:
            return register_read_only;
        case gl_access::write:
            return register_write_discard;
        case gl_access::read_write:
            break;
    }
    return 0;
}

}  // namespace

gl_buffer::gl_buffer(std::shared_ptr<primary_context> context, const gl_buffer_object& object) : context_(std::move(context)) {
    const current_context current_context(*context_);
    const auto& register_buffer = current_context.driver_functions().register_gl_buffer;
    if (const result answer =
            current_context.try_call(register_buffer, &resource_, object.name, buffer_registration_flags(object.access));
        answer != result::success)
        current_context.fail("cannot share OpenGL buffer " + std::to_string(object.name), register_buffer.name(), answer);
}

gl_buffer::~gl_buffer() { context_->release(context_->driver_functions().unregister_resource, resource_); }

std::shared_ptr<buffer_interface> gl_buffer::acquire(queue_interface& work_queue) {
    const current_context context(*context_);
    context.call(context.driver_functions().map_resources, 1, &resource_, static_cast<queue&>(work_queue).native_stream());
    try {
        device_address first = 0;
        size_t bytes = 0;
        context.call(context.driver_functions().get_mapped_pointer, &first, &bytes, resource_);
        return std::make_shared<buffer>(context_, borrowed_memory {first});
    } catch (...) {
        context.try_call(context.driver_functions().unmap_resources, 1, &resource_,
                         static_cast<queue&>(work_queue).native_stream());
        throw;
    }
}

void gl_buffer::release(queue_interface& work_queue) {
    const current_context context(*context_);
    context.call(context.driver_functions().unmap_resources, 1, &resource_, static_cast<queue&>(work_queue).native_stream());
}

}  // namespace ingot::backends::cuda
