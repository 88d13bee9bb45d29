// The functions of the OpenCL loader, libOpenCL.so.1. The loader is opened with dlopen, so that the program also runs
// on machines without OpenCL.
#pragma once

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // for clCreateCommandQueue, which every version has
#include <CL/cl.h>

#include <memory>
#include <string>
#include <type_traits>

namespace ingot::backends::opencl {

/// Pointers to OpenCL's functions. Each has the function's name without the prefix: create_buffer is clCreateBuffer.
/// enqueue_marker and enqueue_barrier also leave out the ending WithWaitList.
struct driver {
    decltype(&::clGetPlatformIDs) get_platform_ids;
    decltype(&::clGetPlatformInfo) get_platform_info;
    decltype(&::clGetDeviceIDs) get_device_ids;
    decltype(&::clGetDeviceInfo) get_device_info;
    decltype(&::clGetExtensionFunctionAddressForPlatform) get_extension_function_address_for_platform;
    decltype(&::clCreateContext) create_context;
    decltype(&::clReleaseContext) release_context;
    decltype(&::clCreateCommandQueue) create_command_queue;
    decltype(&::clReleaseCommandQueue) release_command_queue;
    decltype(&::clCreateBuffer) create_buffer;
    decltype(&::clCreateImage) create_image;
    decltype(&::clGetSupportedImageFormats) get_supported_image_formats;
    decltype(&::clReleaseMemObject) release_mem_object;
    decltype(&::clCreateProgramWithBinary) create_program_with_binary;
    decltype(&::clBuildProgram) build_program;
    decltype(&::clGetProgramInfo) get_program_info;
    decltype(&::clGetProgramBuildInfo) get_program_build_info;
    decltype(&::clReleaseProgram) release_program;
    decltype(&::clCreateKernel) create_kernel;
    decltype(&::clGetKernelInfo) get_kernel_info;
    decltype(&::clGetKernelWorkGroupInfo) get_kernel_work_group_info;
    decltype(&::clSetKernelArg) set_kernel_arg;
    decltype(&::clReleaseKernel) release_kernel;
    decltype(&::clEnqueueReadBuffer) enqueue_read_buffer;
    decltype(&::clEnqueueWriteBuffer) enqueue_write_buffer;
    decltype(&::clEnqueueCopyBuffer) enqueue_copy_buffer;
    decltype(&::clEnqueueFillBuffer) enqueue_fill_buffer;
    decltype(&::clEnqueueMapBuffer) enqueue_map_buffer;
    decltype(&::clEnqueueUnmapMemObject) enqueue_unmap_mem_object;
    decltype(&::clEnqueueReadImage) enqueue_read_image;
    decltype(&::clEnqueueWriteImage) enqueue_write_image;
    decltype(&::clEnqueueCopyImage) enqueue_copy_image;
    decltype(&::clEnqueueCopyImageToBuffer) enqueue_copy_image_to_buffer;
    decltype(&::clEnqueueCopyBufferToImage) enqueue_copy_buffer_to_image;
    decltype(&::clEnqueueNDRangeKernel) enqueue_nd_range_kernel;
    decltype(&::clEnqueueMarkerWithWaitList) enqueue_marker;
    decltype(&::clEnqueueBarrierWithWaitList) enqueue_barrier;
    decltype(&::clWaitForEvents) wait_for_events;
    decltype(&::clGetEventInfo) get_event_info;
    decltype(&::clGetEventProfilingInfo) get_event_profiling_info;
    decltype(&::clReleaseEvent) release_event;
    decltype(&::clFlush) flush;
    decltype(&::clFinish) finish;
    decltype(&::clCreateProgramWithIL) create_program_with_il;  ///< null before OpenCL 2.1
};

/// Returns the loader's functions. The first call opens the loader, which then stays open. Throws error if the loader
/// is missing, or if it lacks a function other than clCreateProgramWithIL.
const driver& load_driver();

/// Throws error if `code` is not CL_SUCCESS. The message begins with `operation`: "clFinish: CL_INVALID_VALUE (-30)".
void check(cl_int code, const std::string& operation);

/// Releases an OpenCL object with the function `release`, for example clReleaseEvent.
template <typename Handle>
struct handle_deleter {
    cl_int (*release)(Handle);
    void operator()(Handle handle) const { release(handle); }
};

/// A unique_ptr that owns an OpenCL object: owned<cl_event>.
template <typename Handle>
using owned = std::unique_ptr<std::remove_pointer_t<Handle>, handle_deleter<Handle>>;

}  // namespace ingot::backends::opencl
