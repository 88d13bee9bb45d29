// Implements the kernels of image_reads_*.kernels.cpp: reads at any position of an image of any shape, with every
// address mode and filter. The kernels are in several files, because a driver builds all kernels of a file together, and a test
// of one shape need not wait until the kernels for all other shapes are built.
#pragma once

#include <ingot/kernel.hpp>

#include "image_probe.hpp"

using namespace ingot;

template <uint32_t components>
static auto normalised(const image_probe& probe) {
    if constexpr (components == 1)
        return probe.x;
    else if constexpr (components == 2)
        return float2 {probe.x, probe.y};
    else
        return float3 {probe.x, probe.y, probe.z};
}

template <uint32_t components>
static auto integers(const image_probe& probe) {
    if constexpr (components == 1)
        return probe.integer_x;
    else if constexpr (components == 2)
        return int2 {probe.integer_x, probe.integer_y};
    else
        return int3 {probe.integer_x, probe.integer_y, probe.integer_z};
}

template <address_mode mode, bool is_array, bool linear, bool with_level, typename Image, typename Coordinate>
static auto read_at(const Image& source, const Coordinate& coordinate, const image_probe& probe) {
    if constexpr (linear && is_array && with_level)
        return source.template read_linear_lod<mode>(coordinate, probe.layer, probe.level);
    else if constexpr (linear && with_level)
        return source.template read_linear_lod<mode>(coordinate, probe.level);
    else if constexpr (linear && is_array)
        return source.template read_linear<mode>(coordinate, probe.layer);
    else if constexpr (linear)
        return source.template read_linear<mode>(coordinate);
    else if constexpr (is_array && with_level)
        return source.template read_lod<mode>(coordinate, probe.layer, probe.level);
    else if constexpr (with_level)
        return source.template read_lod<mode>(coordinate, probe.level);
    else if constexpr (is_array)
        return source.template read<mode>(coordinate, probe.layer);
    else
        return source.template read<mode>(coordinate);
}

template <address_mode mode, uint32_t components, bool is_array, bool with_level, typename Image>
static auto read_by(const Image& source, const image_probe& probe, uint32_t method) {
    constexpr bool filters = Image::type().sample == sample_kind::floating;
    constexpr bool is_buffer = Image::type().shape == image_shape::image_1d_buffer;
    if constexpr (!is_buffer) {
        if (method == read_normalised)
            return read_at<mode, is_array, false, with_level>(source, normalised<components>(probe), probe);
        if constexpr (filters) {
            if (method == read_filtered)
                return read_at<mode, is_array, true, with_level>(source, normalised<components>(probe), probe);
        }
    }
    // A buffer image has no border: read<address_mode::border>() does not compile.
    if constexpr (is_buffer && mode == address_mode::border)
        return typename Image::value_type {};
    else
        return read_at<mode, is_array, false, with_level>(source, integers<components>(probe), probe);
}

// Converts a texel of any type to a vector of four components.
template <typename T>
static vector<T, 4> four(const vector<T, 4>& value) {
    return value;
}
template <typename T>
static vector<T, 4> four(T value) {
    return {value, T(0), T(0), T(1)};
}

template <uint32_t components, bool is_array, bool with_level = false, typename Image, typename Result>
static void read_all(const Image& source, buffer<const image_probe> probes, buffer<Result> results, uint32_t read_kind,
                     uint32_t count) {
    if (global_id.x >= count) return;
    const image_probe probe = probes[global_id.x];
    const uint32_t method = read_kind & 12u;
    switch (read_kind & 3u) {
        case 0:
            results[global_id.x] = four(read_by<address_mode::edge, components, is_array, with_level>(source, probe, method));
            break;
        case 1:
            results[global_id.x] = four(read_by<address_mode::repeat, components, is_array, with_level>(source, probe, method));
            break;
        case 2:
            results[global_id.x] =
                four(read_by<address_mode::mirrored_repeat, components, is_array, with_level>(source, probe, method));
            break;
        default:
            results[global_id.x] = four(read_by<address_mode::border, components, is_array, with_level>(source, probe, method));
    }
}

// Returns the number of coordinates of a position. The position on a cube map is a direction.
constexpr uint32_t coordinates_of(image_shape shape) { return detail::is_cube(shape) ? 3 : detail::dimensions_of(shape); }

template <image_shape shape, typename T>
kernel void read_image(basic_image<shape, T, image_access::read> source, buffer<const image_probe> probes,
                       buffer<vector<T, 4>> results, param<uint32_t> read_kind, param<uint32_t> count) {
    read_all<coordinates_of(shape), detail::is_array(shape)>(source, probes, results, read_kind, count);
}

template <image_shape... shapes>
using reads_of = instances<read_image<shapes, float>..., read_image<shapes, int32_t>..., read_image<shapes, uint32_t>...>;
