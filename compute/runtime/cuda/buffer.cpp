#include "buffer.hpp"

namespace ingot::backends::cuda {

buffer::buffer(std::shared_ptr<primary_context> context, size_t bytes) : context_(std::move(context)) {
    // The driver rejects allocations of 0 bytes, so it is not called for them. The context is made current even then, so that a
    // lost device is reported.
    const current_context current_context(*context_);
    if (bytes == 0) return;
    const auto& allocate = context_->driver_functions().allocate_memory;
    if (const result answer = current_context.try_call(allocate, &address_, bytes); answer != result::success)
        current_context.fail("no buffer of " + std::to_string(bytes) + " bytes", allocate.name(), answer);
}

buffer::~buffer() {
    if (address_ && is_owner_) context_->release(context_->driver_functions().free_memory, address_);
}

}  // namespace ingot::backends::cuda
