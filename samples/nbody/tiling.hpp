// How the work of a step is cut: what the kernels are made with.
#pragma once

#include <cstdint>

namespace ingot::samples {

/// How the pairs of all bodies are shared out. A group moves bodies_of_group() bodies; each of its work-items keeps `bodies` of
/// them in registers while tiles of all bodies pass through local memory, so that one read of a body in the tile serves them all.
/// Where there are few bodies for a device, several work-items take the same bodies, each with its own slice of every tile.
struct tiling {
    uint32_t group_size = 256;  ///< work-items in a group, and bodies of a tile in local memory
    uint32_t bodies = 1;        ///< that a work-item moves; at most 16
    uint32_t slices = 1;        ///< of a tile; divides group_size
    uint32_t unroll = 1;        ///< how often a GPU's loop over a slice is unrolled

    constexpr uint32_t lanes() const { return group_size / slices; }
    constexpr uint32_t bodies_of_group() const { return lanes() * bodies; }
    constexpr uint32_t slice_size() const { return group_size / slices; }
    friend constexpr bool operator==(const tiling&, const tiling&) = default;
};

/// The tilings that there are kernels for.
inline constexpr tiling tilings[] {
    {32, 1, 1, 32}, {64, 1, 1, 64},  {128, 1, 1, 128}, {256, 1, 1, 128}, {512, 1, 1, 128}, {256, 4, 1, 8},
    {512, 4, 1, 8}, {512, 4, 4, 16}, {512, 4, 8, 16},  {512, 4, 16, 32}, {512, 1, 16, 32},
};

/// Buffers are padded with massless bodies to a multiple of this, which every tile and every group's bodies divide.
inline constexpr uint32_t padding = 2048;

}  // namespace ingot::samples
