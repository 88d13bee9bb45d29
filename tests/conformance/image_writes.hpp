// Writes at any place of an image of any shape: what the kernels of image_writes.kernels.cpp and image_signed_writes.kernels.cpp
// do.
#pragma once

#include <ingot/kernel.hpp>

#include "image_probe.hpp"

using namespace ingot;

template <uint32_t components>
static auto integers(const image_probe& at) {
    if constexpr (components == 1)
        return at.integer_x;
    else if constexpr (components == 2)
        return int2 {at.integer_x, at.integer_y};
    else
        return int3 {at.integer_x, at.integer_y, at.integer_z};
}

template <uint32_t components, bool is_array, typename Image, typename T>
static void write_one(const Image& target, buffer<const image_probe> probes, buffer<const vector<T, 4>> values) {
    const image_probe at = probes[global_id.x];
    typename Image::value_type value {};
    if constexpr (std::is_same_v<typename Image::value_type, T>)
        value = values[global_id.x].x;
    else
        value = values[global_id.x];
    if constexpr (is_array)
        target.write(integers<components>(at), at.layer, value);
    else
        target.write(integers<components>(at), value);
}

#define WRITE_KERNEL(shape, name, T, components, is_array)                                      \
    kernel void write_##shape##_##name(shape<T, true> target, buffer<const image_probe> probes, \
                                       buffer<const vector<T, 4>> values) {                     \
        write_one<components, is_array, shape<T, true>, T>(target, probes, values);             \
    }
