#include "driver.hpp"

#include <dlfcn.h>

#include <ingot/runtime/error.hpp>

#include "error_name.hpp"

namespace ingot::backends::opencl {

namespace {

constexpr const char* library_name = "libOpenCL.so.1";

template <typename Function>
void load(Function& function, void* library, const char* name) {
    function = reinterpret_cast<Function>(::dlsym(library, name));
    if (!function) throw error(std::string(library_name) + " does not have the function " + name);
}

// The library is never closed, because drivers have threads and exit handlers of their own.
void* open_library() {
    void* const library = ::dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* const reason = ::dlerror();
        throw error(std::string("no OpenCL loader (") + (reason ? reason : library_name) +
                    "); Debian's package ocl-icd-libopencl1 contains it, and pocl-opencl-icd is a driver");
    }
    return library;
}

driver load_functions() {
    void* const library = open_library();
    driver functions {};
    load(functions.get_platform_ids, library, "clGetPlatformIDs");
    load(functions.get_platform_info, library, "clGetPlatformInfo");
    load(functions.get_device_ids, library, "clGetDeviceIDs");
    load(functions.get_device_info, library, "clGetDeviceInfo");
    load(functions.get_extension_function_address_for_platform, library, "clGetExtensionFunctionAddressForPlatform");
    load(functions.create_context, library, "clCreateContext");
    load(functions.release_context, library, "clReleaseContext");
    load(functions.create_command_queue, library, "clCreateCommandQueue");
    load(functions.release_command_queue, library, "clReleaseCommandQueue");
    load(functions.create_buffer, library, "clCreateBuffer");
    load(functions.create_image, library, "clCreateImage");
    load(functions.get_supported_image_formats, library, "clGetSupportedImageFormats");
    load(functions.release_mem_object, library, "clReleaseMemObject");
    load(functions.create_program_with_binary, library, "clCreateProgramWithBinary");
    load(functions.build_program, library, "clBuildProgram");
    load(functions.get_program_info, library, "clGetProgramInfo");
    load(functions.get_program_build_info, library, "clGetProgramBuildInfo");
    load(functions.release_program, library, "clReleaseProgram");
    load(functions.create_kernel, library, "clCreateKernel");
    load(functions.get_kernel_info, library, "clGetKernelInfo");
    load(functions.get_kernel_work_group_info, library, "clGetKernelWorkGroupInfo");
    load(functions.set_kernel_arg, library, "clSetKernelArg");
    load(functions.release_kernel, library, "clReleaseKernel");
    load(functions.enqueue_read_buffer, library, "clEnqueueReadBuffer");
    load(functions.enqueue_write_buffer, library, "clEnqueueWriteBuffer");
    load(functions.enqueue_copy_buffer, library, "clEnqueueCopyBuffer");
    load(functions.enqueue_fill_buffer, library, "clEnqueueFillBuffer");
    load(functions.enqueue_map_buffer, library, "clEnqueueMapBuffer");
    load(functions.enqueue_unmap_mem_object, library, "clEnqueueUnmapMemObject");
    load(functions.enqueue_read_image, library, "clEnqueueReadImage");
    load(functions.enqueue_write_image, library, "clEnqueueWriteImage");
    load(functions.enqueue_copy_image, library, "clEnqueueCopyImage");
    load(functions.enqueue_copy_image_to_buffer, library, "clEnqueueCopyImageToBuffer");
    load(functions.enqueue_copy_buffer_to_image, library, "clEnqueueCopyBufferToImage");
    load(functions.enqueue_nd_range_kernel, library, "clEnqueueNDRangeKernel");
    load(functions.enqueue_marker, library, "clEnqueueMarkerWithWaitList");
    load(functions.enqueue_barrier, library, "clEnqueueBarrierWithWaitList");
    load(functions.wait_for_events, library, "clWaitForEvents");
    load(functions.get_event_info, library, "clGetEventInfo");
    load(functions.get_event_profiling_info, library, "clGetEventProfilingInfo");
    load(functions.release_event, library, "clReleaseEvent");
    load(functions.flush, library, "clFlush");
    load(functions.finish, library, "clFinish");
    functions.create_program_with_il =
        reinterpret_cast<decltype(functions.create_program_with_il)>(::dlsym(library, "clCreateProgramWithIL"));
    return functions;
}

}  // namespace

const driver& load_driver() {
    static const driver functions = load_functions();
    return functions;
}

void check(cl_int code, const std::string& operation) {
    if (code != CL_SUCCESS) throw error(operation + ": " + error_name(code));
}

}  // namespace ingot::backends::opencl
