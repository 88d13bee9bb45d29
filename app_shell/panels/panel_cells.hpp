// Finds the parts of the window in which the panels have changed since the last frame.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <vector>

#include "window/window.hpp"

namespace ingot::shell {

/// A rectangle of pixels. Rows count from the top.
struct pixel_area {
    int left = 0;
    int top = 0;
    int right = 0;  ///< one past the last column
    int bottom = 0;
    friend bool operator==(const pixel_area&, const pixel_area&) = default;
};

/// What the panels draw in one frame: the window in cells, with a number for each cell that is computed from the triangles that
/// may touch it. Cells with equal numbers look the same.
class panel_cells {
public:
    static constexpr int cell_width = 32;  // pixels
    static constexpr int cell_height = 16;

    /// `pixels` is the size of the window.
    panel_cells(const ImDrawData& data, extent pixels);

    /// The cells in which something is drawn, as rectangles that do not overlap.
    std::vector<pixel_area> drawn() const;
    /// The cells that look different from those of an earlier frame of the same size, as rectangles that do not overlap.
    std::vector<pixel_area> changed_since(const panel_cells& earlier) const;

private:
    std::vector<pixel_area> areas_of(const std::vector<bool>& chosen) const;

    extent pixels_;
    int columns_;
    int rows_;
    std::vector<uint64_t> cells_;  // 0: nothing is drawn there
};

/// Leaves only those triangles in Dear ImGui's lists that are drawn in some areas, and clips them to these. The destructor
/// restores the lists.
class clipped_draw_data {
public:
    clipped_draw_data(ImDrawData& data, const std::vector<pixel_area>& areas);
    clipped_draw_data(const clipped_draw_data&) = delete;
    clipped_draw_data& operator=(const clipped_draw_data&) = delete;
    ~clipped_draw_data();

private:
    struct commands {
        ImVector<ImDrawCmd> draws;
        ImVector<ImDrawIdx> indices;
    };
    ImDrawData& data_;
    std::vector<commands> whole_;  // the lists as they were
};

}  // namespace ingot::shell
