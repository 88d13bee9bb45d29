// How the work of a step is divided: the template parameters of the kernels.
#pragma once

#include <cstdint>

namespace ingot::samples {

/// The division of all pairs among work-items. A work-group moves bodies_per_group() bodies, and each of its work-items has
/// `bodies_per_item` of them in registers. The group copies all bodies into local memory, one tile after the other. A
/// work-item that reads a body from the tile uses it for all of its own bodies. If there are too few bodies to fill a
/// device, several work-items have the same bodies, and each of them reads only its own slice of every tile.
struct tiling {
    uint32_t local_size = 256;     ///< work-items per group, and bodies per tile in local memory
    uint32_t bodies_per_item = 1;  ///< bodies per work-item, at most 16
    uint32_t slices_per_tile = 1;  ///< number of work-items that have the same bodies; divides local_size
    uint32_t unroll = 1;           ///< unroll factor of the loop over a slice; used for PTX, and up to 16 for Vulkan

    /// Returns the number of work-items of a group that have different bodies.
    constexpr uint32_t lanes() const { return local_size / slices_per_tile; }
    constexpr uint32_t bodies_per_group() const { return lanes() * bodies_per_item; }
    constexpr uint32_t slice_size() const { return local_size / slices_per_tile; }
    friend constexpr bool operator==(const tiling&, const tiling&) = default;
};

/// The tilings for which kernels are compiled.
inline constexpr tiling tilings[] {
    {32, 1, 1, 32}, {64, 1, 1, 64},  {128, 1, 1, 128}, {256, 1, 1, 128}, {512, 1, 1, 128}, {256, 4, 1, 8},
    {512, 4, 1, 8}, {512, 4, 4, 16}, {512, 4, 8, 16},  {512, 4, 16, 32}, {512, 1, 16, 32},
};

/// Buffers are padded with massless bodies to a multiple of this number, which is a multiple of every tile size and of
/// every bodies_per_group().
inline constexpr uint32_t padding = 2048;

}  // namespace ingot::samples
