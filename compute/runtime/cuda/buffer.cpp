#include "buffer.hpp"

namespace ingot::backends::cuda {

buffer::buffer(std::shared_ptr<primary_context> of, size_t bytes) : context(std::move(of)) {
    // The driver refuses to allocate nothing; the context is asked for all the same, so that a lost device says so.
    const current_context here(*context);
    if (bytes == 0) return;
    const auto& allocate = context->calls().allocate_memory;
    if (const result answer = here.attempt(allocate, &first, bytes); answer != result::success)
        here.refuse("no buffer of " + std::to_string(bytes) + " bytes", allocate.name(), answer);
}

buffer::~buffer() {
    if (first && owns) context->release(context->calls().free_memory, first);
}

}  // namespace ingot::backends::cuda
