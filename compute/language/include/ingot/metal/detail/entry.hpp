// What the entries of kernels use. ingotc generates the entries after it has read the kernel file.
#pragma once

#include <ingot/language/half.hpp>
#include <ingot/metal/detail/compute.hpp>
#include <ingot/metal/detail/sampler.hpp>
#include <ingot/metal/detail/vector.hpp>

namespace metal::ingot_entry {

// The position of the thread: ingotc replaces each read by code for the target (<ingot/language/work_item.hpp>).
extern const uint global_id[3] asm("ingot_device_global_id");
extern const uint local_id[3] asm("ingot_device_local_id");
extern const uint group_id[3] asm("ingot_device_group_id");
extern const uint global_size[3] asm("ingot_device_global_size");
extern const uint num_groups[3] asm("ingot_device_num_groups");
using ingot_detail::local_size;
using ingot_detail::threads_of_group;

/// The first components of a position or size, as the type that the kernel declares.
template <typename T>
T first_of(const uint (&value)[3]) {
    using element = ingot_detail::element_of<T>;
    if constexpr (ingot_detail::shape<T>::count == 1)
        return static_cast<element>(value[0]);
    else if constexpr (ingot_detail::shape<T>::count == 2)
        return T(static_cast<element>(value[0]), static_cast<element>(value[1]));
    else
        return T(static_cast<element>(value[0]), static_cast<element>(value[1]), static_cast<element>(value[2]));
}

/// A sampler that the host passes.
inline sampler sampler_of(const void* state) { return sampler(*static_cast<const ingot::sampler_state*>(state)); }
inline void put_sampler(void* place, const void* state) {
    const sampler made = sampler_of(state);
    __builtin_memcpy(place, &made, sizeof(sampler));
}

/// Structs that a function takes in the same registers or memory as a struct of one or two pointers, or of more bytes.
template <ulong count>
struct pointers {
    const void* values[count];
};
template <ulong size>
struct bytes {
    alignas(8) uchar values[size];
};

/// The thread's number in its threadgroup: x counts first, then y, then z (section 5.2.3.6).
inline uint thread_index() { return (local_id[2] * local_size[1] + local_id[1]) * local_size[0] + local_id[0]; }

inline constexpr uint grid_origin[3] = {0, 0, 0};
/// The element of a buffer at the thread's index in the grid.
inline const void* stage_element(const void* argument, ulong size) {
    const ulong index = (global_id[2] * ulong(global_size[1]) + global_id[1]) * global_size[0] + global_id[0];
    return *static_cast<const uchar* const*>(argument) + index * size;
}

}  // namespace metal::ingot_entry

/// Pointers to a named address space, made from numbers: ingotc calls these functions for conversions such as `(device
/// float*)number` (section 4). The middle end replaces the calls.
extern "C" {
void* ingot_device_pointer_to_private(unsigned long number);
void* ingot_device_pointer_to_global(unsigned long number);
void* ingot_device_pointer_to_local(unsigned long number);
void* ingot_device_pointer_to_constant(unsigned long number);
}

// The conversions between half and float. ingotc replaces every conversion in the kernels by a call of these functions.
extern "C" {
[[clang::sycl_external]] inline float ingot_metal_float_of_half(ushort bits) {
    if (ingot::detail::target_has(ingot::detail::target_feature::converts_half))
        return static_cast<float>(__builtin_bit_cast(half, bits));
    return ingot::detail::float_of_half(bits);
}
[[clang::sycl_external]] inline ushort ingot_metal_half_of_float(float value) {
    if (ingot::detail::target_has(ingot::detail::target_feature::converts_half))
        return __builtin_bit_cast(ushort, static_cast<half>(value));
    return ingot::detail::half_bits(value);
}
}

// The initial values of threadgroup variables. ingotc calls these functions when a kernel begins.
extern "C" {
[[clang::sycl_external]] inline void ingot_metal_clear_threadgroup(uchar* memory, ulong bytes) {
    for (ulong i = metal::ingot_entry::thread_index(); i < bytes; i += metal::ingot_entry::threads_of_group()) memory[i] = 0;
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
}
[[clang::sycl_external]] inline void ingot_metal_fill_threadgroup(uchar* memory, const uchar* value, ulong bytes) {
    for (ulong i = metal::ingot_entry::thread_index(); i < bytes; i += metal::ingot_entry::threads_of_group())
        memory[i] = value[i];
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
}
}
