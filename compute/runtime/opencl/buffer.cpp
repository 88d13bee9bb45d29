#include "buffer.hpp"

#include <algorithm>

namespace ingot::backends::opencl {

buffer::buffer(std::shared_ptr<device> owner, size_t bytes)
    : on(std::move(owner)), memory(nullptr, {on->functions().release_mem_object}) {
    cl_int code = CL_SUCCESS;
    // OpenCL has no buffer of 0 bytes.
    memory.reset(on->functions().create_buffer(on->context(), CL_MEM_READ_WRITE, std::max<size_t>(bytes, 1), nullptr, &code));
    check(code, on->doing("creating a buffer of " + std::to_string(bytes) + " bytes"));
}

}  // namespace ingot::backends::opencl
