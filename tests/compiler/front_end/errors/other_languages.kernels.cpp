// Words of CUDA, OpenCL, Metal and SYCL: the error says what they are called here.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void cuda_words(buffer<float> values) {
    values[threadIdx.x] = 1;  // error: use of undeclared identifier 'threadIdx'
    // advice: instead of CUDA's threadIdx, write local_id.x
    __shared__ float tile[64];  // error: unknown type name '__shared__'
    // advice: instead of CUDA's __shared__, write `local_buffer<float, 256> tile;`
    __syncthreads();  // error: use of undeclared identifier '__syncthreads'
    // advice: instead of CUDA's __syncthreads, write local_barrier(), or barrier() if the group also shares global memory
    atomicAdd(&values[0], 1.0f);  // error: use of undeclared identifier 'atomicAdd'; did you mean 'atomic_add'?
    // advice: instead of CUDA's atomicAdd, write atomic_add(pointer, value)
}

namespace without_using {
kernel void opencl_words(::ingot::buffer<uint32_t> values) {
    values[CLK_LOCAL_MEM_FENCE] = 0;  // error: use of undeclared identifier 'CLK_LOCAL_MEM_FENCE'
    // advice: instead of OpenCL's CLK_LOCAL_MEM_FENCE, write local_barrier(), without an argument
    values[0] = as_uint(1.0f);  // error: use of undeclared identifier 'as_uint'
    // advice: instead of OpenCL's as_uint, write as_type<uint32_t>(value)
}
}  // namespace without_using

kernel void metal_words(buffer<float> values) {
    values[thread_position_in_grid] = 1;  // error: use of undeclared identifier 'thread_position_in_grid'
    // advice: instead of Metal's thread_position_in_grid, write global_id, a variable and not a parameter
    threadgroup float tile[64];  // error: unknown type name 'threadgroup'
    // advice: instead of Metal's threadgroup, write `local_buffer<float, 256> tile;`
}

kernel void sycl_words(buffer<float> values) {
    values[nd_item.get_global_id(0)] = 1;  // error: use of undeclared identifier 'nd_item'
    // advice: instead of SYCL's nd_item, write global_id, local_id and group_id, which are variables
}
