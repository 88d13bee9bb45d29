// The part of NVIDIA's driver API that this backend uses, declared here so that building needs no CUDA toolkit: types,
// values and meanings from "CUDA Driver API" (docs.nvidia.com/cuda/cuda-driver-api). If a toolkit is installed, a test
// compares them with the toolkit's cuda.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ingot::backends::cuda {

/// CUresult.
enum class result : int {
    success = 0,
    invalid_value = 1,
    out_of_memory = 2,
    ecc_uncorrectable = 214,
    nvlink_uncorrectable = 220,
    contained = 226,
    not_ready = 600,
    illegal_address = 700,
    launch_timeout = 702,
    context_is_destroyed = 709,
    device_assert = 710,
    hardware_stack_error = 714,
    illegal_instruction = 715,
    misaligned_address = 716,
    invalid_address_space = 717,
    invalid_program_counter = 718,
    launch_failed = 719,
    tensor_memory_leak = 721,
    mps_client_terminated = 810,
};

/// CUdevice_attribute.
enum class device_attribute : int {
    max_threads_per_block = 1,
    max_block_x = 2,
    max_block_y = 3,
    max_block_z = 4,
    max_shared_memory_per_block = 8,
    warp_size = 10,
    clock_rate = 13,  // kHz
    multiprocessor_count = 16,
    max_texture_1d_width = 21,
    max_texture_2d_width = 22,
    max_texture_2d_height = 23,
    max_texture_3d_width = 24,
    max_texture_3d_height = 25,
    max_texture_3d_depth = 26,
    max_texture_2d_layers = 29,
    compute_capability_major = 75,
    compute_capability_minor = 76,
    max_shared_memory_per_block_opt_in = 97,
};

/// CUfunction_attribute.
enum class function_attribute : int {
    max_threads_per_block = 0,
    shared_size_bytes = 1,              // of the variables in local memory
    local_size_bytes = 3,               // of a work-item's variables that are not in registers, and of spilled registers
    num_regs = 4,                       // registers of a work-item
    max_dynamic_shared_size_bytes = 8,  // of the local memory that a launch gives
};

/// CUjit_option.
enum class jit_option : int {
    info_log_buffer = 3,
    info_log_buffer_size_bytes = 4,
    error_log_buffer = 5,
    error_log_buffer_size_bytes = 6,
    generate_line_info = 13,
};

/// CUjitInputType.
enum class jit_input : int { ptx = 1 };

/// CUGLDeviceList.
enum class gl_device_list : int { all = 1 };

/// CUgraphicsRegisterFlags.
inline constexpr unsigned int register_read_only = 1;
inline constexpr unsigned int register_write_discard = 2;
inline constexpr unsigned int register_surface_load_store = 4;

/// CU_STREAM_NON_BLOCKING: the stream does not synchronize with the default stream, which other users of the context
/// may use.
inline constexpr unsigned int stream_non_blocking = 1;
/// CU_EVENT_DEFAULT: the event records a time stamp.
inline constexpr unsigned int event_default = 0;

using device_number = int;                                   ///< CUdevice
using device_address = std::uint64_t;                        ///< CUdeviceptr
using context_handle = struct context_object*;               ///< CUcontext
using stream_handle = struct stream_object*;                 ///< CUstream
using event_handle = struct event_object*;                   ///< CUevent
using module_handle = struct module_object*;                 ///< CUmodule
using function_handle = struct function_object*;             ///< CUfunction
using graphics_resource = struct graphics_resource_object*;  ///< CUgraphicsResource
using link_handle = struct link_object*;                     ///< CUlinkState

using array_handle = struct array_object*;  ///< CUarray
using texture_object = unsigned long long;  ///< CUtexObject
using surface_object = unsigned long long;  ///< CUsurfObject

/// CUarray_format.
enum class array_format : int {
    unsigned_int8 = 0x01,
    unsigned_int16 = 0x02,
    unsigned_int32 = 0x03,
    signed_int8 = 0x08,
    signed_int16 = 0x09,
    signed_int32 = 0x0a,
    half = 0x10,
    single = 0x20,
};

/// CUDA_ARRAY3D_LAYERED and CUDA_ARRAY3D_SURFACE_LDST.
inline constexpr unsigned int array_layered = 0x01;
inline constexpr unsigned int array_surface_load_store = 0x02;

/// CUDA_ARRAY3D_DESCRIPTOR.
struct array_description {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t depth = 0;
    array_format format = array_format::unsigned_int8;
    unsigned int channels = 0;
    unsigned int flags = 0;
};

/// CUmemorytype.
enum class memory_kind : int { host = 1, device = 2, array = 3 };

/// The source or the destination of a CUDA_MEMCPY3D.
struct array_copy_side {
    std::size_t x_in_bytes = 0;
    std::size_t y = 0;
    std::size_t z = 0;
    std::size_t level = 0;
    memory_kind kind = memory_kind::host;
    void* host = nullptr;
    device_address device {};
    array_handle array {};
    void* reserved = nullptr;
    std::size_t pitch = 0;
    std::size_t height = 0;
};

/// CUDA_MEMCPY3D.
struct array_copy {
    array_copy_side source {};
    array_copy_side destination {};
    std::size_t width_in_bytes = 0;
    std::size_t height = 0;
    std::size_t depth = 0;
};

/// CUresourcetype.
enum class resource_type : int { array = 0 };

/// CUDA_RESOURCE_DESC. This backend only uses arrays as resources.
struct resource_description {  // NOLINT(bugprone-tagged-union-member-count): the driver's layout; 'reserved' gives its size
    resource_type type;
    union {
        array_handle array;
        int reserved[32];
    } contents;
    unsigned int flags;
};

/// CUaddress_mode and CUfilter_mode.
enum class texture_address_mode : int { wrap = 0, clamp = 1, mirror = 2, border = 3 };
enum class texture_filter_mode : int { point = 0, linear = 1 };

/// CU_TRSF_READ_AS_INTEGER and CU_TRSF_NORMALIZED_COORDINATES.
inline constexpr unsigned int texture_read_as_integer = 0x01;
inline constexpr unsigned int texture_normalized_coordinates = 0x02;

/// CUDA_TEXTURE_DESC.
struct texture_description {
    texture_address_mode address_modes[3];
    texture_filter_mode filter;
    unsigned int flags;
    unsigned int max_anisotropy;
    texture_filter_mode mipmap_filter;
    float mipmap_level_bias;
    float min_mipmap_level;
    float max_mipmap_level;
    float border_color[4];
    int reserved[12];
};

}  // namespace ingot::backends::cuda
