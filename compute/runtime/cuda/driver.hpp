// NVIDIA's driver library. It is opened while the program runs, so that the program also runs on machines without it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "driver_types.hpp"

namespace ingot::backends::cuda {

/// A shared library that is never closed, because threads of the driver run in it.
class driver_library {
public:
    /// Opens the library. Throws error if it is missing or cannot be opened.
    explicit driver_library(const char* file);

    /// Returns the address of a function. Throws error with the function's name if the library does not have it.
    void* function(const char* symbol) const;
    /// Returns the address of a function; null if the library does not have it.
    void* find_function(const char* symbol) const noexcept;

private:
    void* handle_;
};

/// A function of the library, with its name for error messages.
template <typename... Parameters>
class driver_function {
public:
    driver_function(const driver_library& library, const char* name)
        : name_(name), address_(reinterpret_cast<result (*)(Parameters...)>(library.function(name))) {}

    result operator()(Parameters... arguments) const { return address_(arguments...); }
    const char* name() const { return name_; }

private:
    const char* name_;
    result (*address_)(Parameters...);
};

/// A function that only newer drivers have. It converts to false if the driver does not have it.
template <typename... Parameters>
class optional_driver_function {
public:
    optional_driver_function(const driver_library& library, const char* name)
        : function_(library.find_function(name) ? std::optional<driver_function<Parameters...>>(std::in_place, library, name)
                                                : std::nullopt) {}

    explicit operator bool() const { return function_.has_value(); }
    const driver_function<Parameters...>& operator*() const { return *function_; }

private:
    std::optional<driver_function<Parameters...>> function_;
};

/// The functions that this backend uses. Drivers of CUDA 11.0 and later have all of them except the optional ones.
class driver {
    template <typename... Parameters>
    using function = driver_function<Parameters...>;

    driver_library library_ {"libcuda.so.1"};

public:
    /// Opens the library. Throws error if the library or one of its functions is missing.
    driver() = default;
    driver(const driver&) = delete;
    driver& operator=(const driver&) = delete;

    function<unsigned int> initialize {library_, "cuInit"};
    function<int*> get_version {library_, "cuDriverGetVersion"};
    function<result, const char**> get_error_name {library_, "cuGetErrorName"};
    function<result, const char**> get_error_string {library_, "cuGetErrorString"};

    function<int*> get_device_count {library_, "cuDeviceGetCount"};
    function<device_number*, int> get_device {library_, "cuDeviceGet"};
    function<char*, int, device_number> get_device_name {library_, "cuDeviceGetName"};
    function<size_t*, device_number> get_device_memory {library_, "cuDeviceTotalMem_v2"};
    function<int*, device_attribute, device_number> get_device_attribute {library_, "cuDeviceGetAttribute"};

    function<context_handle*, device_number> retain_primary_context {library_, "cuDevicePrimaryCtxRetain"};
    function<device_number> release_primary_context {library_, "cuDevicePrimaryCtxRelease_v2"};
    function<context_handle> push_context {library_, "cuCtxPushCurrent_v2"};
    function<context_handle*> pop_context {library_, "cuCtxPopCurrent_v2"};

    function<device_address*, size_t> allocate_memory {library_, "cuMemAlloc_v2"};
    function<device_address> free_memory {library_, "cuMemFree_v2"};
    function<void**, size_t> allocate_pinned {library_, "cuMemAllocHost_v2"};
    function<void*> free_pinned {library_, "cuMemFreeHost"};

    function<array_handle*, const array_description*> create_array {library_, "cuArray3DCreate_v2"};
    function<array_handle> destroy_array {library_, "cuArrayDestroy"};
    function<const array_copy*, stream_handle> copy_array {library_, "cuMemcpy3DAsync_v2"};
    function<texture_object*, const resource_description*, const texture_description*, const void*> create_texture_object {
        library_, "cuTexObjectCreate"};
    function<texture_object> destroy_texture_object {library_, "cuTexObjectDestroy"};
    function<surface_object*, const resource_description*> create_surface_object {library_, "cuSurfObjectCreate"};
    function<surface_object> destroy_surface_object {library_, "cuSurfObjectDestroy"};

    function<stream_handle*, unsigned int> create_stream {library_, "cuStreamCreate"};
    function<stream_handle> destroy_stream {library_, "cuStreamDestroy_v2"};
    function<stream_handle> synchronize_stream {library_, "cuStreamSynchronize"};
    function<stream_handle> query_stream {library_, "cuStreamQuery"};
    function<stream_handle, event_handle, unsigned int> wait_in_stream {library_, "cuStreamWaitEvent"};

    function<device_address, const void*, size_t, stream_handle> copy_to_device {library_, "cuMemcpyHtoDAsync_v2"};
    function<void*, device_address, size_t, stream_handle> copy_to_host {library_, "cuMemcpyDtoHAsync_v2"};
    function<device_address, device_address, size_t, stream_handle> copy_on_device {library_, "cuMemcpyDtoDAsync_v2"};
    function<device_address, context_handle, device_address, context_handle, size_t, stream_handle> copy_to_peer {
        library_, "cuMemcpyPeerAsync"};
    function<device_address, unsigned char, size_t, stream_handle> fill_1_byte {library_, "cuMemsetD8Async"};
    function<device_address, unsigned short, size_t, stream_handle> fill_2_bytes {library_, "cuMemsetD16Async"};
    function<device_address, unsigned int, size_t, stream_handle> fill_4_bytes {library_, "cuMemsetD32Async"};

    function<event_handle*, unsigned int> create_event {library_, "cuEventCreate"};
    function<event_handle> destroy_event {library_, "cuEventDestroy_v2"};
    function<event_handle, stream_handle> record_event {library_, "cuEventRecord"};
    function<event_handle> query_event {library_, "cuEventQuery"};
    function<event_handle> synchronize_event {library_, "cuEventSynchronize"};
    function<float*, event_handle, event_handle> get_elapsed_time {library_, "cuEventElapsedTime"};

    function<unsigned int, jit_option*, void**, link_handle*> create_link {library_, "cuLinkCreate_v2"};
    function<link_handle, jit_input, void*, size_t, const char*, unsigned int, jit_option*, void**> add_link_data {
        library_, "cuLinkAddData_v2"};
    function<link_handle, void**, size_t*> complete_link {library_, "cuLinkComplete"};
    function<link_handle> destroy_link {library_, "cuLinkDestroy"};
    function<module_handle*, const void*, unsigned int, jit_option*, void**> load_module {library_, "cuModuleLoadDataEx"};
    function<module_handle> unload_module {library_, "cuModuleUnload"};
    function<function_handle*, module_handle, const char*> get_function {library_, "cuModuleGetFunction"};
    function<int*, function_attribute, function_handle> get_function_attribute {library_, "cuFuncGetAttribute"};
    function<function_handle, function_attribute, int> set_function_attribute {library_, "cuFuncSetAttribute"};
    /// Returns the offset and size of a kernel's parameter; CUDA_ERROR_INVALID_VALUE for an index behind the last
    /// parameter. CUDA 12.4 introduced it.
    optional_driver_function<function_handle, size_t, size_t*, size_t*> get_parameter {library_, "cuFuncGetParamInfo"};
    function<function_handle, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
             stream_handle, void**, void**>
        launch_kernel {library_, "cuLaunchKernel"};

    function<unsigned int*, device_number*, unsigned int, gl_device_list> get_gl_devices {library_, "cuGLGetDevices_v2"};
    function<graphics_resource*, unsigned int, unsigned int> register_gl_buffer {library_, "cuGraphicsGLRegisterBuffer"};
    function<graphics_resource*, unsigned int, unsigned int, unsigned int> register_gl_image {library_,
                                                                                              "cuGraphicsGLRegisterImage"};
    function<graphics_resource> unregister_resource {library_, "cuGraphicsUnregisterResource"};
    function<unsigned int, graphics_resource*, stream_handle> map_resources {library_, "cuGraphicsMapResources"};
    function<unsigned int, graphics_resource*, stream_handle> unmap_resources {library_, "cuGraphicsUnmapResources"};
    function<device_address*, size_t*, graphics_resource> get_mapped_pointer {library_, "cuGraphicsResourceGetMappedPointer_v2"};
    function<array_handle*, graphics_resource, unsigned int, unsigned int> get_mapped_array {
        library_, "cuGraphicsSubResourceGetMappedArray"};

    /// Returns CUDA's name and description of a result: "CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
    std::string describe(result answer) const;

    /// Calls a function that requires no context. If it fails, throws error with its name and CUDA's description of the
    /// result.
    template <typename... Parameters, typename... Arguments>
    void call(const driver_function<Parameters...>& called_function, Arguments... arguments) const {
        if (const result answer = called_function(arguments...); answer != result::success) fail(called_function.name(), answer);
    }

private:
    [[noreturn]] void fail(const char* name, result answer) const;
};

/// Does this result mean that the process can no longer use the device? NVIDIA: "any further CUDA work will return the
/// same error. To continue using CUDA, the process must be terminated and relaunched."
bool is_fatal(result answer);

}  // namespace ingot::backends::cuda
