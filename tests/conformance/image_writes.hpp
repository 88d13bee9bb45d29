// Implements the kernels of image_writes.kernels.cpp, image_signed_writes.kernels.cpp and
// image_unsigned_writes.kernels.cpp: writes at any position of an image of any shape.
#pragma once

#include <ingot/kernel.hpp>

#include "image_probe.hpp"

using namespace ingot;

template <uint32_t components>
static auto integers(const image_probe& probe) {
    if constexpr (components == 1)
        return probe.integer_x;
    else if constexpr (components == 2)
        return int2 {probe.integer_x, probe.integer_y};
    else
        return int3 {probe.integer_x, probe.integer_y, probe.integer_z};
}

template <image_shape shape, typename T>
kernel void write_image(basic_image<shape, T, image_access::write> target, buffer<const image_probe> probes,
                        buffer<const vector<T, 4>> values) {
    // The third coordinate of a cube map is the face.
    constexpr uint32_t components = detail::is_cube(shape) ? 3 : detail::dimensions_of(shape);
    const image_probe probe = probes[global_id.x];
    typename decltype(target)::value_type value {};
    if constexpr (std::is_same_v<decltype(value), T>)
        value = values[global_id.x].x;
    else
        value = values[global_id.x];
    if constexpr (detail::is_array(shape))
        target.write(integers<components>(probe), probe.layer, value);
    else
        target.write(integers<components>(probe), value);
}

template <typename T, image_shape... shapes>
using writes_of = instances<write_image<shapes, T>...>;
