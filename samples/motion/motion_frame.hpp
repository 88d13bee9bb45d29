// The numbers of the motion's filter, and what the kernels are told about a frame.
#pragma once

#include <cstdint>

namespace ingot::samples::motion {

inline constexpr uint32_t group_width = 16;  ///< pixels of a work-group, in both directions
inline constexpr uint32_t group_items = group_width * group_width;
inline constexpr uint32_t radius = 2;  ///< of the filter with five taps
inline constexpr uint32_t tile_width = group_width + 2 * radius;
inline constexpr uint32_t tile_pitch =
    tile_width + 1;  ///< an odd number, so that a column lies in different banks of local memory

/// A Gaussian of five taps; their sum is 65536.
inline constexpr int32_t taps[2 * radius + 1] {3571, 16004, 26386, 16004, 3571};

/// What the kernels are told about a frame.
struct motion_frame {
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t bits = 8;  ///< of a sample
    /// An index behind the end stands for 2 · size - index - far_edge: 1 repeats the last sample, 2 does not.
    uint32_t far_edge = 1;
};

}  // namespace ingot::samples::motion
