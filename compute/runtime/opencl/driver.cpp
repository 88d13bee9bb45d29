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
    driver loaded {};
    load(loaded.get_platform_ids, library, "clGetPlatformIDs");
    load(loaded.get_platform_info, library, "clGetPlatformInfo");
    load(loaded.get_device_ids, library, "clGetDeviceIDs");
    load(loaded.get_device_info, library, "clGetDeviceInfo");
    load(loaded.get_extension_function_address_for_platform, library, "clGetExtensionFunctionAddressForPlatform");
    load(loaded.create_context, library, "clCreateContext");
    load(loaded.release_context, library, "clReleaseContext");
    load(loaded.create_command_queue, library, "clCreateCommandQueue");
    load(loaded.release_command_queue, library, "clReleaseCommandQueue");
    load(loaded.create_buffer, library, "clCreateBuffer");
    load(loaded.create_image, library, "clCreateImage");
    load(loaded.get_supported_image_formats, library, "clGetSupportedImageFormats");
    load(loaded.release_mem_object, library, "clReleaseMemObject");
    load(loaded.create_program_with_binary, library, "clCreateProgramWithBinary");
    load(loaded.build_program, library, "clBuildProgram");
    load(loaded.get_program_info, library, "clGetProgramInfo");
    load(loaded.get_program_build_info, library, "clGetProgramBuildInfo");
    load(loaded.release_program, library, "clReleaseProgram");
    load(loaded.create_kernel, library, "clCreateKernel");
    load(loaded.get_kernel_info, library, "clGetKernelInfo");
    load(loaded.get_kernel_work_group_info, library, "clGetKernelWorkGroupInfo");
    load(loaded.set_kernel_arg, library, "clSetKernelArg");
    load(loaded.release_kernel, library, "clReleaseKernel");
    load(loaded.enqueue_read_buffer, library, "clEnqueueReadBuffer");
    load(loaded.enqueue_write_buffer, library, "clEnqueueWriteBuffer");
    load(loaded.enqueue_copy_buffer, library, "clEnqueueCopyBuffer");
    load(loaded.enqueue_fill_buffer, library, "clEnqueueFillBuffer");
    load(loaded.enqueue_map_buffer, library, "clEnqueueMapBuffer");
    load(loaded.enqueue_unmap_mem_object, library, "clEnqueueUnmapMemObject");
    load(loaded.enqueue_read_image, library, "clEnqueueReadImage");
    load(loaded.enqueue_write_image, library, "clEnqueueWriteImage");
    load(loaded.enqueue_copy_image, library, "clEnqueueCopyImage");
    load(loaded.enqueue_copy_image_to_buffer, library, "clEnqueueCopyImageToBuffer");
    load(loaded.enqueue_copy_buffer_to_image, library, "clEnqueueCopyBufferToImage");
    load(loaded.enqueue_nd_range_kernel, library, "clEnqueueNDRangeKernel");
    load(loaded.enqueue_marker, library, "clEnqueueMarkerWithWaitList");
    load(loaded.enqueue_barrier, library, "clEnqueueBarrierWithWaitList");
    load(loaded.wait_for_events, library, "clWaitForEvents");
    load(loaded.get_event_info, library, "clGetEventInfo");
    load(loaded.get_event_profiling_info, library, "clGetEventProfilingInfo");
    load(loaded.release_event, library, "clReleaseEvent");
    load(loaded.flush, library, "clFlush");
    load(loaded.finish, library, "clFinish");
    loaded.create_program_with_il =
        reinterpret_cast<decltype(loaded.create_program_with_il)>(::dlsym(library, "clCreateProgramWithIL"));
    return loaded;
}

}  // namespace

const driver& load_driver() {
    static const driver loaded = load_functions();
    return loaded;
}

void check(cl_int code, const std::string& operation) {
    if (code != CL_SUCCESS) throw error(operation + ": " + error_name(code));
}

}  // namespace ingot::backends::opencl
