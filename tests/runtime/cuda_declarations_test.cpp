// Compares the CUDA backend's declarations with NVIDIA's cuda.h. Compiled only if cuda.h is installed.
#include <cuda.h>
#include <cudaGL.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <utility>

#include "cuda/driver.hpp"

namespace ingot::backends::cuda {
namespace {

// Are both types passed to functions in the same manner? Either both are pointers, or both are enumerations of the same
// size, or both are numbers of the same size. Two numbers must also both be signed or both unsigned, and both integers or
// both floating-point numbers.
template <typename Ours, typename Theirs>
constexpr bool alike() {
    if constexpr (std::is_pointer_v<Ours> || std::is_pointer_v<Theirs>)
        return std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>;
    else if constexpr (std::is_enum_v<Ours> || std::is_enum_v<Theirs>)
        return std::is_enum_v<Ours> && std::is_enum_v<Theirs> && sizeof(Ours) == sizeof(Theirs);
    else
        return sizeof(Ours) == sizeof(Theirs) && std::is_signed_v<Ours> == std::is_signed_v<Theirs> &&
               std::is_floating_point_v<Ours> == std::is_floating_point_v<Theirs>;
}

template <typename... Ours, typename... Theirs>
constexpr bool same_parameters(const driver_function<Ours...>*, CUresult (*)(Theirs...)) {
    if constexpr (sizeof...(Ours) == sizeof...(Theirs))
        return (alike<Ours, Theirs>() && ...);
    else
        return false;
}
template <typename... Ours, typename... Theirs>
constexpr bool same_parameters(const optional_driver_function<Ours...>*, CUresult (*)(Theirs...)) {
    return same_parameters(static_cast<const driver_function<Ours...>*>(nullptr), static_cast<CUresult (*)(Theirs...)>(nullptr));
}

template <auto member, typename Theirs>
constexpr bool same = same_parameters(static_cast<std::remove_reference_t<decltype(std::declval<driver>().*member)>*>(nullptr),
                                      static_cast<Theirs*>(nullptr));

static_assert(same<&driver::initialize, decltype(cuInit)>);
static_assert(same<&driver::get_version, decltype(cuDriverGetVersion)>);
static_assert(same<&driver::get_error_name, decltype(cuGetErrorName)>);
static_assert(same<&driver::get_error_string, decltype(cuGetErrorString)>);
static_assert(same<&driver::get_device_count, decltype(cuDeviceGetCount)>);
static_assert(same<&driver::get_device, decltype(cuDeviceGet)>);
static_assert(same<&driver::get_device_name, decltype(cuDeviceGetName)>);
static_assert(same<&driver::get_device_memory, decltype(cuDeviceTotalMem)>);
static_assert(same<&driver::get_device_attribute, decltype(cuDeviceGetAttribute)>);
static_assert(same<&driver::retain_primary_context, decltype(cuDevicePrimaryCtxRetain)>);
static_assert(same<&driver::release_primary_context, decltype(cuDevicePrimaryCtxRelease)>);
static_assert(same<&driver::push_context, decltype(cuCtxPushCurrent)>);
static_assert(same<&driver::pop_context, decltype(cuCtxPopCurrent)>);
static_assert(same<&driver::copy_to_peer, decltype(cuMemcpyPeerAsync)>);
static_assert(same<&driver::get_gl_devices, decltype(cuGLGetDevices)>);
static_assert(same<&driver::register_gl_buffer, decltype(cuGraphicsGLRegisterBuffer)>);
static_assert(same<&driver::register_gl_image, decltype(cuGraphicsGLRegisterImage)>);
static_assert(same<&driver::get_mapped_array, decltype(cuGraphicsSubResourceGetMappedArray)>);
static_assert(same<&driver::unregister_resource, decltype(cuGraphicsUnregisterResource)>);
static_assert(same<&driver::map_resources, decltype(cuGraphicsMapResources)>);
static_assert(same<&driver::unmap_resources, decltype(cuGraphicsUnmapResources)>);
static_assert(same<&driver::get_mapped_pointer, decltype(cuGraphicsResourceGetMappedPointer)>);
static_assert(same<&driver::allocate_memory, decltype(cuMemAlloc)>);
static_assert(same<&driver::free_memory, decltype(cuMemFree)>);
static_assert(same<&driver::allocate_pinned, decltype(cuMemAllocHost)>);
static_assert(same<&driver::free_pinned, decltype(cuMemFreeHost)>);
static_assert(same<&driver::create_array, decltype(cuArray3DCreate)>);
static_assert(same<&driver::destroy_array, decltype(cuArrayDestroy)>);
static_assert(same<&driver::copy_array, decltype(cuMemcpy3DAsync)>);
static_assert(same<&driver::create_texture_object, decltype(cuTexObjectCreate)>);
static_assert(same<&driver::destroy_texture_object, decltype(cuTexObjectDestroy)>);
static_assert(same<&driver::create_surface_object, decltype(cuSurfObjectCreate)>);
static_assert(same<&driver::destroy_surface_object, decltype(cuSurfObjectDestroy)>);
static_assert(same<&driver::create_stream, decltype(cuStreamCreate)>);
static_assert(same<&driver::destroy_stream, decltype(cuStreamDestroy)>);
static_assert(same<&driver::synchronize_stream, decltype(cuStreamSynchronize)>);
static_assert(same<&driver::query_stream, decltype(cuStreamQuery)>);
static_assert(same<&driver::copy_to_device, decltype(cuMemcpyHtoDAsync)>);
static_assert(same<&driver::copy_to_host, decltype(cuMemcpyDtoHAsync)>);
static_assert(same<&driver::copy_on_device, decltype(cuMemcpyDtoDAsync)>);
static_assert(same<&driver::fill_1_byte, decltype(cuMemsetD8Async)>);
static_assert(same<&driver::fill_2_bytes, decltype(cuMemsetD16Async)>);
static_assert(same<&driver::fill_4_bytes, decltype(cuMemsetD32Async)>);
static_assert(same<&driver::create_event, decltype(cuEventCreate)>);
static_assert(same<&driver::destroy_event, decltype(cuEventDestroy)>);
static_assert(same<&driver::record_event, decltype(cuEventRecord)>);
static_assert(same<&driver::wait_in_stream, decltype(cuStreamWaitEvent)>);
static_assert(same<&driver::query_event, decltype(cuEventQuery)>);
static_assert(same<&driver::synchronize_event, decltype(cuEventSynchronize)>);
static_assert(same<&driver::get_elapsed_time, decltype(cuEventElapsedTime)>);
static_assert(same<&driver::create_link, decltype(cuLinkCreate)>);
static_assert(same<&driver::add_link_data, decltype(cuLinkAddData)>);
static_assert(same<&driver::complete_link, decltype(cuLinkComplete)>);
static_assert(same<&driver::destroy_link, decltype(cuLinkDestroy)>);
static_assert(same<&driver::load_module, decltype(cuModuleLoadDataEx)>);
static_assert(same<&driver::unload_module, decltype(cuModuleUnload)>);
static_assert(same<&driver::get_function, decltype(cuModuleGetFunction)>);
static_assert(same<&driver::get_function_attribute, decltype(cuFuncGetAttribute)>);
static_assert(same<&driver::set_function_attribute, decltype(cuFuncSetAttribute)>);
static_assert(same<&driver::launch_kernel, decltype(cuLaunchKernel)>);
#if CUDA_VERSION >= 12040
static_assert(same<&driver::get_parameter, decltype(cuFuncGetParamInfo)>);
#endif

template <typename Ours>
constexpr bool is(Ours ours, int theirs) {
    return static_cast<int>(ours) == theirs;
}

static_assert(is(result::success, CUDA_SUCCESS));
static_assert(is(result::invalid_value, CUDA_ERROR_INVALID_VALUE));
static_assert(is(result::out_of_memory, CUDA_ERROR_OUT_OF_MEMORY));
static_assert(is(result::ecc_uncorrectable, CUDA_ERROR_ECC_UNCORRECTABLE));
static_assert(is(result::nvlink_uncorrectable, CUDA_ERROR_NVLINK_UNCORRECTABLE));
static_assert(is(result::not_ready, CUDA_ERROR_NOT_READY));
static_assert(is(result::illegal_address, CUDA_ERROR_ILLEGAL_ADDRESS));
static_assert(is(result::launch_timeout, CUDA_ERROR_LAUNCH_TIMEOUT));
static_assert(is(result::context_is_destroyed, CUDA_ERROR_CONTEXT_IS_DESTROYED));
static_assert(is(result::device_assert, CUDA_ERROR_ASSERT));
static_assert(is(result::hardware_stack_error, CUDA_ERROR_HARDWARE_STACK_ERROR));
static_assert(is(result::illegal_instruction, CUDA_ERROR_ILLEGAL_INSTRUCTION));
static_assert(is(result::misaligned_address, CUDA_ERROR_MISALIGNED_ADDRESS));
static_assert(is(result::invalid_address_space, CUDA_ERROR_INVALID_ADDRESS_SPACE));
static_assert(is(result::invalid_program_counter, CUDA_ERROR_INVALID_PC));
static_assert(is(result::launch_failed, CUDA_ERROR_LAUNCH_FAILED));
#if CUDA_VERSION >= 13000
static_assert(is(result::contained, CUDA_ERROR_CONTAINED));
static_assert(is(result::tensor_memory_leak, CUDA_ERROR_TENSOR_MEMORY_LEAK));
static_assert(is(result::mps_client_terminated, CUDA_ERROR_MPS_CLIENT_TERMINATED));
#endif
static_assert(is(device_attribute::max_threads_per_block, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
static_assert(is(device_attribute::max_shared_memory_per_block, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK));
static_assert(is(device_attribute::max_shared_memory_per_block_opt_in, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
static_assert(is(device_attribute::multiprocessor_count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
static_assert(is(device_attribute::max_block_x, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X));
static_assert(is(device_attribute::max_block_y, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y));
static_assert(is(device_attribute::max_block_z, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z));
static_assert(is(device_attribute::warp_size, CU_DEVICE_ATTRIBUTE_WARP_SIZE));
static_assert(is(device_attribute::clock_rate, CU_DEVICE_ATTRIBUTE_CLOCK_RATE));
static_assert(is(device_attribute::max_texture_1d_width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH));
static_assert(is(device_attribute::max_texture_2d_width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH));
static_assert(is(device_attribute::max_texture_2d_height, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT));
static_assert(is(device_attribute::max_texture_3d_width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH));
static_assert(is(device_attribute::max_texture_3d_height, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT));
static_assert(is(device_attribute::max_texture_3d_depth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH));
static_assert(is(device_attribute::max_texture_2d_layers, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS));
static_assert(is(device_attribute::compute_capability_major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
static_assert(is(device_attribute::compute_capability_minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
static_assert(is(function_attribute::max_threads_per_block, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
static_assert(is(function_attribute::shared_size_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
static_assert(is(function_attribute::local_size_bytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
static_assert(is(function_attribute::num_regs, CU_FUNC_ATTRIBUTE_NUM_REGS));
static_assert(is(function_attribute::max_dynamic_shared_size_bytes, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));
static_assert(is(jit_option::info_log_buffer, CU_JIT_INFO_LOG_BUFFER));
static_assert(is(jit_option::info_log_buffer_size_bytes, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES));
static_assert(is(jit_option::error_log_buffer, CU_JIT_ERROR_LOG_BUFFER));
static_assert(is(jit_option::error_log_buffer_size_bytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES));
static_assert(is(jit_option::generate_line_info, CU_JIT_GENERATE_LINE_INFO));
static_assert(is(jit_input::ptx, CU_JIT_INPUT_PTX));
static_assert(is(gl_device_list::all, CU_GL_DEVICE_LIST_ALL));
static_assert(register_read_only == CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY &&
              register_write_discard == CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD);
static_assert(stream_non_blocking == CU_STREAM_NON_BLOCKING && event_default == CU_EVENT_DEFAULT);

static_assert(is(array_format::unsigned_int8, CU_AD_FORMAT_UNSIGNED_INT8));
static_assert(is(array_format::unsigned_int16, CU_AD_FORMAT_UNSIGNED_INT16));
static_assert(is(array_format::unsigned_int32, CU_AD_FORMAT_UNSIGNED_INT32));
static_assert(is(array_format::signed_int8, CU_AD_FORMAT_SIGNED_INT8));
static_assert(is(array_format::signed_int16, CU_AD_FORMAT_SIGNED_INT16));
static_assert(is(array_format::signed_int32, CU_AD_FORMAT_SIGNED_INT32));
static_assert(is(array_format::half, CU_AD_FORMAT_HALF) && is(array_format::single, CU_AD_FORMAT_FLOAT));
static_assert(array_layered == CUDA_ARRAY3D_LAYERED && array_surface_load_store == CUDA_ARRAY3D_SURFACE_LDST);
static_assert(is(memory_kind::host, CU_MEMORYTYPE_HOST) && is(memory_kind::device, CU_MEMORYTYPE_DEVICE) &&
              is(memory_kind::array, CU_MEMORYTYPE_ARRAY));
static_assert(is(resource_type::array, CU_RESOURCE_TYPE_ARRAY));
static_assert(is(texture_address_mode::wrap, CU_TR_ADDRESS_MODE_WRAP) &&
              is(texture_address_mode::clamp, CU_TR_ADDRESS_MODE_CLAMP) &&
              is(texture_address_mode::mirror, CU_TR_ADDRESS_MODE_MIRROR) &&
              is(texture_address_mode::border, CU_TR_ADDRESS_MODE_BORDER));
static_assert(is(texture_filter_mode::point, CU_TR_FILTER_MODE_POINT) &&
              is(texture_filter_mode::linear, CU_TR_FILTER_MODE_LINEAR));
static_assert(texture_read_as_integer == CU_TRSF_READ_AS_INTEGER &&
              texture_normalized_coordinates == CU_TRSF_NORMALIZED_COORDINATES);

// Each structure must have the same size as NVIDIA's structure, and the members that are compared must have the same offsets.
static_assert(sizeof(array_description) == sizeof(CUDA_ARRAY3D_DESCRIPTOR));
static_assert(offsetof(array_description, depth) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, Depth) &&
              offsetof(array_description, format) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, Format) &&
              offsetof(array_description, channels) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, NumChannels) &&
              offsetof(array_description, flags) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, Flags));
static_assert(sizeof(array_copy) == sizeof(CUDA_MEMCPY3D));
static_assert(offsetof(array_copy_side, kind) == offsetof(CUDA_MEMCPY3D, srcMemoryType) &&
              offsetof(array_copy_side, host) == offsetof(CUDA_MEMCPY3D, srcHost) &&
              offsetof(array_copy_side, device) == offsetof(CUDA_MEMCPY3D, srcDevice) &&
              offsetof(array_copy_side, array) == offsetof(CUDA_MEMCPY3D, srcArray) &&
              offsetof(array_copy_side, pitch) == offsetof(CUDA_MEMCPY3D, srcPitch) &&
              offsetof(array_copy_side, height) == offsetof(CUDA_MEMCPY3D, srcHeight));
static_assert(offsetof(array_copy, destination) == offsetof(CUDA_MEMCPY3D, dstXInBytes) &&
              offsetof(array_copy, destination) + offsetof(array_copy_side, height) == offsetof(CUDA_MEMCPY3D, dstHeight) &&
              offsetof(array_copy, width_in_bytes) == offsetof(CUDA_MEMCPY3D, WidthInBytes) &&
              offsetof(array_copy, depth) == offsetof(CUDA_MEMCPY3D, Depth));
static_assert(sizeof(resource_description) == sizeof(CUDA_RESOURCE_DESC));
static_assert(offsetof(resource_description, contents) == offsetof(CUDA_RESOURCE_DESC, res) &&
              offsetof(resource_description, flags) == offsetof(CUDA_RESOURCE_DESC, flags));
static_assert(sizeof(texture_description) == sizeof(CUDA_TEXTURE_DESC));
static_assert(offsetof(texture_description, filter) == offsetof(CUDA_TEXTURE_DESC, filterMode) &&
              offsetof(texture_description, flags) == offsetof(CUDA_TEXTURE_DESC, flags) &&
              offsetof(texture_description, border_color) == offsetof(CUDA_TEXTURE_DESC, borderColor));

TEST(cuda_declarations, are_those_of_cuda_h) { SUCCEED() << "checked by the compiler"; }

}  // namespace
}  // namespace ingot::backends::cuda
