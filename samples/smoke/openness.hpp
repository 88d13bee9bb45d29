// How open the six faces of a cell are, in one word, shared by the kernels and the host.
#pragma once

#include <cstdint>

namespace ingot::samples::smoke {

/// A grid of the multigrid solver.
struct pressure_level {
    uint32_t width = 0;   ///< cells
    uint32_t height = 0;  ///< cells
    uint32_t depth = 0;   ///< cells

    constexpr uint32_t cells() const { return width * height * depth; }
    constexpr uint32_t layer() const { return width * height; }
    constexpr uint32_t index(uint32_t x, uint32_t y, uint32_t z) const { return (z * height + y) * width + x; }
    constexpr pressure_level halved() const { return {width / 2, height / 2, depth / 2}; }
};

/// The faces of a cell. Those towards larger coordinates are odd.
enum cell_face : uint32_t { left_face, right_face, lower_face, upper_face, near_face, far_face };

/// Five bits for each face hold 16 times the share of it that is open. So relaxation reads one word for each cell, where six
/// numbers would be most of what it reads. Shares of coarser grids are rounded in the same way for both cells of a face, so that
/// the equations stay symmetric.
inline constexpr uint32_t openness_bits = 5;
inline constexpr uint32_t fully_open = 16;

constexpr uint32_t packed_openness(uint32_t face, uint32_t sixteenths) { return sixteenths << (openness_bits * face); }
constexpr uint32_t sixteenths_of(uint32_t openness, uint32_t face) { return (openness >> (openness_bits * face)) & 31u; }
constexpr float open_share(uint32_t openness, uint32_t face) {
    return 0.0625f * static_cast<float>(sixteenths_of(openness, face));
}

inline constexpr uint32_t coarse_group_size = 256;
inline constexpr uint32_t most_coarse_cells = 4096;  ///< 16 KiB of local memory

}  // namespace ingot::samples::smoke
