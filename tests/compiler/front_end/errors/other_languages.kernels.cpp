// Words of CUDA, OpenCL, Metal and SYCL: the error says what they are called here.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void cuda_words(buffer<float> values) {
    values[threadIdx.x] = 1;  // error: use of undeclared identifier 'threadIdx'
    // advice: CUDA's threadIdx is here local_id: local_id.x
    __shared__ float tile[64];  // error: unknown type name '__shared__'
    // advice: CUDA's __shared__ is here local_buffer: `local_buffer<float, 256> tile;`
    __syncthreads();  // error: use of undeclared identifier '__syncthreads'
    // advice: CUDA's __syncthreads is here local_barrier(), or barrier() if the group also shares global memory
    atomicAdd(&values[0], 1.0f);  // error: use of undeclared identifier 'atomicAdd'; did you mean 'atomic_add'?
    // advice: CUDA's atomicAdd is here atomic_add(pointer, value)
}

namespace without_using {
kernel void opencl_words(::ingot::buffer<uint32_t> values) {
    values[CLK_LOCAL_MEM_FENCE] = 0;  // error: use of undeclared identifier 'CLK_LOCAL_MEM_FENCE'
    // advice: OpenCL's CLK_LOCAL_MEM_FENCE is here local_barrier(), without an argument
    values[0] = as_uint(1.0f);  // error: use of undeclared identifier 'as_uint'
    // advice: OpenCL's as_uint is here as_type<uint32_t>(value)
}
}  // namespace without_using

kernel void metal_words(buffer<float> values) {
    values[thread_position_in_grid] = 1;  // error: use of undeclared identifier 'thread_position_in_grid'
    // advice: Metal's thread_position_in_grid is here global_id: a variable, not a parameter
    threadgroup float tile[64];  // error: unknown type name 'threadgroup'
    // advice: Metal's threadgroup is here local_buffer: `local_buffer<float, 256> tile;`
}

kernel void sycl_words(buffer<float> values) {
    values[nd_item.get_global_id(0)] = 1;  // error: use of undeclared identifier 'nd_item'
    // advice: SYCL's nd_item is here global_id, local_id and group_id, which are variables
}
