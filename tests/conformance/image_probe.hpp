// What the tests of images read and write: shared by kernels and host.
#pragma once

#include <cstdint>

/// A place in an image: normalised coordinates (or whole numbers, where a kernel reads at integers), layer and mip level.
struct image_probe {
    float x, y, z;
    int32_t integer_x, integer_y, integer_z;
    uint32_t layer;
    uint32_t level;
};

/// How a kernel reads: an address mode in the lowest two bits, and one of these.
inline constexpr uint32_t read_normalised = 0;
inline constexpr uint32_t read_filtered = 4;
inline constexpr uint32_t read_at_integers = 8;
/// The same by read_lod.
inline constexpr uint32_t read_level = 16;
