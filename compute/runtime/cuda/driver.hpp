// NVIDIA's driver library, opened at run time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "driver_types.hpp"

namespace ingot::backends::cuda {

/// A library that stays open until the process ends: threads of the driver run in it.
class driver_library {
public:
    /// Throws error where the library is not there or cannot be opened.
    explicit driver_library(const char* file);

    /// The address of a function. Throws error that names one that is missing.
    void* function(const char* symbol) const;
    /// The address of a function, or null.
    void* find_function(const char* symbol) const noexcept;

private:
    void* handle;
};

/// A function of the library, with its name for the words of an error.
template <typename... Parameters>
class driver_function {
public:
    driver_function(const driver_library& in, const char* name)
        : symbol(name), address(reinterpret_cast<result (*)(Parameters...)>(in.function(name))) {}

    result operator()(Parameters... arguments) const { return address(arguments...); }
    const char* name() const { return symbol; }

private:
    const char* symbol;
    result (*address)(Parameters...);
};

/// A function that only newer drivers have.
template <typename... Parameters>
class optional_driver_function {
public:
    optional_driver_function(const driver_library& in, const char* name)
        : found(in.find_function(name) ? std::optional<driver_function<Parameters...>>(std::in_place, in, name) : std::nullopt) {}

    explicit operator bool() const { return found.has_value(); }
    const driver_function<Parameters...>& operator*() const { return *found; }

private:
    std::optional<driver_function<Parameters...>> found;
};

/// The functions that this backend uses; CUDA 11.0 has all that are not optional.
class driver {
    template <typename... Parameters>
    using function = driver_function<Parameters...>;

    driver_library library {"libcuda.so.1"};

public:
    /// Opens the library. Throws error that says what is missing.
    driver() = default;
    driver(const driver&) = delete;
    driver& operator=(const driver&) = delete;

    function<unsigned int> initialize {library, "cuInit"};
    function<int*> get_version {library, "cuDriverGetVersion"};
    function<result, const char**> get_error_name {library, "cuGetErrorName"};
    function<result, const char**> get_error_string {library, "cuGetErrorString"};

    function<int*> get_device_count {library, "cuDeviceGetCount"};
    function<device_number*, int> get_device {library, "cuDeviceGet"};
    function<char*, int, device_number> get_device_name {library, "cuDeviceGetName"};
    function<size_t*, device_number> get_device_memory {library, "cuDeviceTotalMem_v2"};
    function<int*, device_attribute, device_number> get_device_attribute {library, "cuDeviceGetAttribute"};

    function<context_handle*, device_number> retain_primary_context {library, "cuDevicePrimaryCtxRetain"};
    function<device_number> release_primary_context {library, "cuDevicePrimaryCtxRelease_v2"};
    function<context_handle> push_context {library, "cuCtxPushCurrent_v2"};
    function<context_handle*> pop_context {library, "cuCtxPopCurrent_v2"};

    function<device_address*, size_t> allocate_memory {library, "cuMemAlloc_v2"};
    function<device_address> free_memory {library, "cuMemFree_v2"};
    function<void**, size_t> allocate_pinned {library, "cuMemAllocHost_v2"};
    function<void*> free_pinned {library, "cuMemFreeHost"};

    function<array_handle*, const array_description*> create_array {library, "cuArray3DCreate_v2"};
    function<array_handle> destroy_array {library, "cuArrayDestroy"};
    function<const array_copy*, stream_handle> copy_array {library, "cuMemcpy3DAsync_v2"};
    function<texture_object*, const resource_description*, const texture_description*, const void*> create_texture_object {
        library, "cuTexObjectCreate"};
    function<texture_object> destroy_texture_object {library, "cuTexObjectDestroy"};
    function<surface_object*, const resource_description*> create_surface_object {library, "cuSurfObjectCreate"};
    function<surface_object> destroy_surface_object {library, "cuSurfObjectDestroy"};

    function<stream_handle*, unsigned int> create_stream {library, "cuStreamCreate"};
    function<stream_handle> destroy_stream {library, "cuStreamDestroy_v2"};
    function<stream_handle> synchronize_stream {library, "cuStreamSynchronize"};
    function<stream_handle> query_stream {library, "cuStreamQuery"};
    function<stream_handle, event_handle, unsigned int> wait_in_stream {library, "cuStreamWaitEvent"};

    function<device_address, const void*, size_t, stream_handle> copy_to_device {library, "cuMemcpyHtoDAsync_v2"};
    function<void*, device_address, size_t, stream_handle> copy_to_host {library, "cuMemcpyDtoHAsync_v2"};
    function<device_address, device_address, size_t, stream_handle> copy_on_device {library, "cuMemcpyDtoDAsync_v2"};
    function<device_address, context_handle, device_address, context_handle, size_t, stream_handle> copy_to_peer {
        library, "cuMemcpyPeerAsync"};
    function<device_address, unsigned char, size_t, stream_handle> fill_1_byte {library, "cuMemsetD8Async"};
    function<device_address, unsigned short, size_t, stream_handle> fill_2_bytes {library, "cuMemsetD16Async"};
    function<device_address, unsigned int, size_t, stream_handle> fill_4_bytes {library, "cuMemsetD32Async"};

    function<event_handle*, unsigned int> create_event {library, "cuEventCreate"};
    function<event_handle> destroy_event {library, "cuEventDestroy_v2"};
    function<event_handle, stream_handle> record_event {library, "cuEventRecord"};
    function<event_handle> query_event {library, "cuEventQuery"};
    function<event_handle> synchronize_event {library, "cuEventSynchronize"};
    function<float*, event_handle, event_handle> get_elapsed_time {library, "cuEventElapsedTime"};

    function<unsigned int, jit_option*, void**, link_handle*> create_link {library, "cuLinkCreate_v2"};
    function<link_handle, jit_input, void*, size_t, const char*, unsigned int, jit_option*, void**> add_link_data {
        library, "cuLinkAddData_v2"};
    function<link_handle, void**, size_t*> complete_link {library, "cuLinkComplete"};
    function<link_handle> destroy_link {library, "cuLinkDestroy"};
    function<module_handle*, const void*, unsigned int, jit_option*, void**> load_module {library, "cuModuleLoadDataEx"};
    function<module_handle> unload_module {library, "cuModuleUnload"};
    function<function_handle*, module_handle, const char*> get_function {library, "cuModuleGetFunction"};
    function<int*, function_attribute, function_handle> get_function_attribute {library, "cuFuncGetAttribute"};
    /// Since CUDA 12.4. The parameter's offset and size; an error behind the last one.
    optional_driver_function<function_handle, size_t, size_t*, size_t*> get_parameter {library, "cuFuncGetParamInfo"};
    function<function_handle, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
             stream_handle, void**, void**>
        launch_kernel {library, "cuLaunchKernel"};

    function<unsigned int*, device_number*, unsigned int, gl_device_list> get_gl_devices {library, "cuGLGetDevices_v2"};
    function<graphics_resource*, unsigned int, unsigned int> register_gl_buffer {library, "cuGraphicsGLRegisterBuffer"};
    function<graphics_resource*, unsigned int, unsigned int, unsigned int> register_gl_image {library,
                                                                                              "cuGraphicsGLRegisterImage"};
    function<graphics_resource> unregister_resource {library, "cuGraphicsUnregisterResource"};
    function<unsigned int, graphics_resource*, stream_handle> map_resources {library, "cuGraphicsMapResources"};
    function<unsigned int, graphics_resource*, stream_handle> unmap_resources {library, "cuGraphicsUnmapResources"};
    function<device_address*, size_t*, graphics_resource> get_mapped_pointer {library, "cuGraphicsResourceGetMappedPointer_v2"};
    function<array_handle*, graphics_resource, unsigned int, unsigned int> get_mapped_array {
        library, "cuGraphicsSubResourceGetMappedArray"};

    /// CUDA's name and description: "CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
    std::string words(result answer) const;

    /// Throws error with the function's name and CUDA's words where it fails. For calls that need no context.
    template <typename... Parameters, typename... Arguments>
    void call(const driver_function<Parameters...>& called, Arguments... arguments) const {
        if (const result answer = called(arguments...); answer != result::success) refuse(called.name(), answer);
    }

private:
    [[noreturn]] void refuse(const char* name, result answer) const;
};

/// Can nothing run any more in a process that was given this answer? NVIDIA: "any further CUDA work will return the same error.
/// To continue using CUDA, the process must be terminated and relaunched."
bool ends_device(result answer);

}  // namespace ingot::backends::cuda
