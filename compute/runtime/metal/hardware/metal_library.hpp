// Metal's functions, classes and methods that this backend uses.
#pragma once

#include <string>
#include <string_view>

#include "metal_types.hpp"
#include "objective_c.hpp"

namespace ingot::backends::metal::hardware {

/// The files of the libraries.
struct library_files {
    std::string objective_c;
    std::string foundation;
    std::string metal;
};

/// Returns the files of Apple's systems. Elsewhere there are none, and dlopen looks for files of these names in the folders
/// of LD_LIBRARY_PATH: tests have a false Metal there.
library_files system_files();

/// Opens the libraries. All methods are members, and the first argument of a call is the receiver:
///
///     const retained queue = retained::adopt(metal.runtime(), metal.new_command_queue(device));
class metal_library {
    template <typename Signature>
    using m = method<Signature>;

    objective_c runtime_;
    system_library foundation_;
    system_library metal_;

public:
    /// Throws error if a library, a function or a class is missing.
    explicit metal_library(const library_files& files = system_files());
    metal_library(const metal_library&) = delete;
    metal_library& operator=(const metal_library&) = delete;

    const objective_c& runtime() const { return runtime_; }

    object (*const copy_all_devices)();  ///< MTLCopyAllDevices
    const object string_class;
    const object compile_options_class;
    const object texture_descriptor_class;

    // NSObject, NSString, NSArray, NSError
    m<object()> make {runtime_, "new"};
    m<object(const char*)> string_with {runtime_, "stringWithUTF8String:"};
    m<const char*()> characters {runtime_, "UTF8String"};
    m<count()> size_of_array {runtime_, "count"};
    m<object(count)> element {runtime_, "objectAtIndex:"};
    m<object()> description_of_error {runtime_, "localizedDescription"};

    // MTLDevice
    m<object()> name {runtime_, "name"};
    m<bool()> has_unified_memory {runtime_, "hasUnifiedMemory"};
    m<count()> max_buffer_length {runtime_, "maxBufferLength"};
    m<unsigned long long()> working_set_size {runtime_, "recommendedMaxWorkingSetSize"};
    m<count()> max_threadgroup_memory {runtime_, "maxThreadgroupMemoryLength"};
    m<size()> max_threads_per_threadgroup {runtime_, "maxThreadsPerThreadgroup"};
    m<bool(gpu_family)> supports_family {runtime_, "supportsFamily:"};
    m<object()> new_command_queue {runtime_, "newCommandQueue"};
    m<object()> new_shared_event {runtime_, "newSharedEvent"};
    m<object(count, resource_options)> new_buffer {runtime_, "newBufferWithLength:options:"};
    m<object(object)> new_texture {runtime_, "newTextureWithDescriptor:"};
    m<object(object, object, object*)> new_library {runtime_, "newLibraryWithSource:options:error:"};
    m<object(object, object*)> new_pipeline {runtime_, "newComputePipelineStateWithFunction:error:"};

    // MTLBuffer, MTLTexture, MTLSharedEvent
    m<void*()> contents {runtime_, "contents"};
    m<object(count, texture_type, index_range, index_range)> new_texture_view {
        runtime_, "newTextureViewWithPixelFormat:textureType:levels:slices:"};
    m<unsigned long long()> signaled_value {runtime_, "signaledValue"};

    // MTLTextureDescriptor
    m<void(texture_type)> set_texture_type {runtime_, "setTextureType:"};
    m<void(count)> set_pixel_format {runtime_, "setPixelFormat:"};
    m<void(count)> set_width {runtime_, "setWidth:"};
    m<void(count)> set_height {runtime_, "setHeight:"};
    m<void(count)> set_depth {runtime_, "setDepth:"};
    m<void(count)> set_array_length {runtime_, "setArrayLength:"};
    m<void(count)> set_mip_levels {runtime_, "setMipmapLevelCount:"};
    m<void(storage_mode)> set_storage_mode {runtime_, "setStorageMode:"};
    m<void(texture_usage)> set_usage {runtime_, "setUsage:"};

    // MTLCompileOptions, MTLLibrary, MTLComputePipelineState
    m<void(bool)> set_fast_math {runtime_, "setFastMathEnabled:"};
    m<void(language_version)> set_language_version {runtime_, "setLanguageVersion:"};
    m<object(object)> new_function {runtime_, "newFunctionWithName:"};
    m<count()> max_total_threads {runtime_, "maxTotalThreadsPerThreadgroup"};
    m<count()> thread_execution_width {runtime_, "threadExecutionWidth"};

    // MTLCommandQueue, MTLCommandBuffer
    m<object()> command_buffer {runtime_, "commandBuffer"};
    m<object()> compute_encoder {runtime_, "computeCommandEncoder"};
    m<object()> blit_encoder {runtime_, "blitCommandEncoder"};
    m<void(object, unsigned long long)> encode_signal {runtime_, "encodeSignalEvent:value:"};
    m<void(object, unsigned long long)> encode_wait {runtime_, "encodeWaitForEvent:value:"};
    m<void()> commit {runtime_, "commit"};
    m<void()> wait_until_completed {runtime_, "waitUntilCompleted"};
    m<command_buffer_status()> status {runtime_, "status"};
    m<object()> failure {runtime_, "error"};
    m<double()> gpu_start_time {runtime_, "GPUStartTime"};
    m<double()> gpu_end_time {runtime_, "GPUEndTime"};
    m<void()> end_encoding {runtime_, "endEncoding"};

    // MTLComputeCommandEncoder
    m<void(object)> set_pipeline {runtime_, "setComputePipelineState:"};
    m<void(object, count, count)> set_buffer {runtime_, "setBuffer:offset:atIndex:"};
    m<void(const void*, count, count)> set_bytes {runtime_, "setBytes:length:atIndex:"};
    m<void(object, count)> set_texture {runtime_, "setTexture:atIndex:"};
    m<void(count, count)> set_threadgroup_memory {runtime_, "setThreadgroupMemoryLength:atIndex:"};
    m<void(size, size)> dispatch {runtime_, "dispatchThreadgroups:threadsPerThreadgroup:"};

    // MTLBlitCommandEncoder
    m<void(object, count, object, count, count)> copy_buffer {runtime_,
                                                              "copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:"};
    m<void(object, index_range, unsigned char)> fill_buffer {runtime_, "fillBuffer:range:value:"};
    m<void(object, count, count, count, size, object, count, count, origin)> copy_buffer_to_texture {
        runtime_,
        "copyFromBuffer:sourceOffset:sourceBytesPerRow:sourceBytesPerImage:sourceSize:toTexture:destinationSlice:"
        "destinationLevel:destinationOrigin:"};
    m<void(object, count, count, origin, size, object, count, count, count)> copy_texture_to_buffer {
        runtime_,
        "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toBuffer:destinationOffset:destinationBytesPerRow:"
        "destinationBytesPerImage:"};
    m<void(object, count, count, origin, size, object, count, count, origin)> copy_texture {
        runtime_,
        "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toTexture:destinationSlice:destinationLevel:"
        "destinationOrigin:"};

    /// Returns an NSString that the current autorelease pool owns.
    object string_of(const std::string& text) const { return string_with(string_class, text.c_str()); }
    /// Returns the text of an NSString; empty for null.
    std::string text_of(object string) const;
    /// Returns the description in an NSError; "unknown reason" for null.
    std::string reason_in(object error) const;
};

}  // namespace ingot::backends::metal::hardware
