// Types for the image tests that kernels and host share.
#pragma once

#include <cstdint>

/// A position in an image: normalised coordinates, integer coordinates (for kernels that read at integers), layer and
/// mip level.
struct image_probe {
    float x, y, z;
    int32_t integer_x, integer_y, integer_z;
    uint32_t layer;
    uint32_t level;
};

/// How a kernel reads: the lowest two bits of its parameter `read_kind` are the address mode, and the other bits are one of
/// these values.
inline constexpr uint32_t read_normalised = 0;
inline constexpr uint32_t read_filtered = 4;
inline constexpr uint32_t read_at_integers = 8;
