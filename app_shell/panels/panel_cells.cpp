#include "panels/panel_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace ingot::shell {

namespace {

/// A rectangle in pixels with fractions.
struct bounds {
    ImVec2 low;
    ImVec2 high;
    bool is_empty() const { return low.x >= high.x || low.y >= high.y; }
};

/// Combines two numbers into one that looks random.
uint64_t mixed(uint64_t before, uint64_t value) {
    const uint64_t product = (before ^ value) * 0x9e37'79b9'7f4a'7c15;
    return product ^ (product >> 29);
}

/// Returns a number for the bytes of an object without padding.
template <typename T>
uint64_t mixed_bytes(uint64_t before, const T& object) {
    static_assert(sizeof(T) % sizeof(uint32_t) == 0);
    std::array<uint32_t, sizeof(T) / sizeof(uint32_t)> words {};
    std::memcpy(words.data(), &object, sizeof(T));
    for (const uint32_t each : words) before = mixed(before, each);
    return before;
}

/// The triangles of one command, and how places in Dear ImGui's coordinates become pixels.
class command_triangles {
public:
    command_triangles(const ImDrawData& data, const ImDrawList& list, const ImDrawCmd& command)
        : vertices_(list.VtxBuffer.Data + command.VtxOffset),
          indices_(list.IdxBuffer.Data + command.IdxOffset),
          count_(command.ElemCount / 3),
          corner_(data.DisplayPos),
          scale_(data.FramebufferScale),
          clip_ {pixel({command.ClipRect.x, command.ClipRect.y}), pixel({command.ClipRect.z, command.ClipRect.w})} {}

    uint32_t count() const { return count_; }
    const bounds& clip() const { return clip_; }
    const ImDrawIdx* indices_of(uint32_t triangle) const { return indices_ + size_t {3} * triangle; }
    const ImDrawVert& vertex(uint32_t triangle, uint32_t corner) const { return vertices_[indices_of(triangle)[corner]]; }

    /// Returns the rectangle around a triangle, cut off by the command's clipping.
    bounds bounds_of(uint32_t triangle) const {
        const ImVec2 a = pixel(vertex(triangle, 0).pos);
        const ImVec2 b = pixel(vertex(triangle, 1).pos);
        const ImVec2 c = pixel(vertex(triangle, 2).pos);
        return {{std::max(clip_.low.x, std::min({a.x, b.x, c.x})), std::max(clip_.low.y, std::min({a.y, b.y, c.y}))},
                {std::min(clip_.high.x, std::max({a.x, b.x, c.x})), std::min(clip_.high.y, std::max({a.y, b.y, c.y}))}};
    }

private:
    ImVec2 pixel(const ImVec2& place) const { return {(place.x - corner_.x) * scale_.x, (place.y - corner_.y) * scale_.y}; }

    const ImDrawVert* vertices_;
    const ImDrawIdx* indices_;
    uint32_t count_;
    ImVec2 corner_;
    ImVec2 scale_;
    bounds clip_;
};

bool overlap(const bounds& a, const pixel_area& b) {
    return a.low.x < static_cast<float>(b.right) && static_cast<float>(b.left) < a.high.x &&
           a.low.y < static_cast<float>(b.bottom) && static_cast<float>(b.top) < a.high.y;
}

/// Appends the triangles of a command that touch an area, as a command that is clipped to the area.
void append(ImVector<ImDrawCmd>& draws, ImVector<ImDrawIdx>& indices, const command_triangles& triangles, ImDrawCmd command,
            const pixel_area& area, const ImDrawData& data) {
    if (!overlap(triangles.clip(), area)) return;
    const int first = indices.Size;
    for (uint32_t i = 0; i < triangles.count(); ++i)
        if (const bounds around = triangles.bounds_of(i); !around.is_empty() && overlap(around, area))
            for (int corner = 0; corner < 3; ++corner) indices.push_back(triangles.indices_of(i)[corner]);
    if (indices.Size == first) return;
    command.IdxOffset = static_cast<unsigned>(first);
    command.ElemCount = static_cast<unsigned>(indices.Size - first);
    const auto x = [&](int pixel) { return data.DisplayPos.x + static_cast<float>(pixel) / data.FramebufferScale.x; };
    const auto y = [&](int pixel) { return data.DisplayPos.y + static_cast<float>(pixel) / data.FramebufferScale.y; };
    command.ClipRect = {std::max(command.ClipRect.x, x(area.left)), std::max(command.ClipRect.y, y(area.top)),
                        std::min(command.ClipRect.z, x(area.right)), std::min(command.ClipRect.w, y(area.bottom))};
    draws.push_back(command);
}

}  // namespace

panel_cells::panel_cells(const ImDrawData& data, extent pixels)
    : pixels_(pixels),
      columns_((pixels.width + cell_width - 1) / cell_width),
      rows_((pixels.height + cell_height - 1) / cell_height),
      cells_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_)) {
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const command_triangles triangles(data, list, command);
            const uint64_t of_command = mixed_bytes(mixed_bytes(1, command.GetTexID()), command.ClipRect);
            for (uint32_t triangle = 0; triangle < triangles.count(); ++triangle) {
                const bounds around = triangles.bounds_of(triangle);
                if (around.is_empty()) continue;
                uint64_t number = of_command;
                for (uint32_t corner = 0; corner < 3; ++corner) number = mixed_bytes(number, triangles.vertex(triangle, corner));
                const auto cell = [](float place, int size, int count) {
                    return std::clamp(static_cast<int>(place) / size, 0, count - 1);
                };
                const int last_column = cell(around.high.x, cell_width, columns_);
                const int last_row = cell(around.high.y, cell_height, rows_);
                for (int row = cell(around.low.y, cell_height, rows_); row <= last_row; ++row)
                    for (int column = cell(around.low.x, cell_width, columns_); column <= last_column; ++column) {
                        uint64_t& found = cells_[static_cast<size_t>(row * columns_ + column)];
                        found = mixed(found, number);
                    }
            }
        }
    }
}

/// Returns the chosen cells as rectangles: runs of a row, joined with equal runs of the rows above.
std::vector<pixel_area> panel_cells::areas_of(const std::vector<bool>& chosen) const {
    std::vector<pixel_area> areas;
    std::vector<size_t> above;  // areas that end with the row before
    for (int row = 0; row < rows_; ++row) {
        std::vector<size_t> here;
        const auto is_chosen = [&](int column) {
            return column < columns_ && chosen[static_cast<size_t>(row * columns_ + column)];
        };
        for (int column = 0; column < columns_; ++column) {
            if (!is_chosen(column)) continue;
            const int first = column;
            while (is_chosen(column)) ++column;
            const pixel_area run {first * cell_width, row * cell_height, std::min(column * cell_width, pixels_.width),
                                  std::min((row + 1) * cell_height, pixels_.height)};
            const auto longer = std::ranges::find_if(
                above, [&](size_t each) { return areas[each].left == run.left && areas[each].right == run.right; });
            if (longer == above.end()) areas.push_back(run);
            here.push_back(longer == above.end() ? areas.size() - 1 : *longer);
            areas[here.back()].bottom = run.bottom;
        }
        above = std::move(here);
    }
    return areas;
}

std::vector<pixel_area> panel_cells::drawn() const {
    std::vector<bool> chosen;
    for (const uint64_t each : cells_) chosen.push_back(each != 0);
    return areas_of(chosen);
}

std::vector<pixel_area> panel_cells::changed_since(const panel_cells& earlier) const {
    std::vector<bool> chosen;
    for (size_t i = 0; i < cells_.size(); ++i) chosen.push_back(cells_[i] != earlier.cells_[i]);
    return areas_of(chosen);
}

clipped_draw_data::clipped_draw_data(ImDrawData& data, const std::vector<pixel_area>& areas)
    : data_(data), whole_(static_cast<size_t>(data.CmdListsCount)) {
    for (int i = 0; i < data.CmdListsCount; ++i) {
        ImDrawList& list = *data.CmdLists[i];
        commands& kept = whole_[static_cast<size_t>(i)];
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback) {
                kept.draws.push_back(command);
                continue;
            }
            const command_triangles triangles(data, list, command);
            for (const pixel_area& area : areas) append(kept.draws, kept.indices, triangles, command, area, data);
        }
        list.CmdBuffer.swap(kept.draws);
        list.IdxBuffer.swap(kept.indices);
    }
}

clipped_draw_data::~clipped_draw_data() {
    for (int i = 0; i < data_.CmdListsCount; ++i) {
        commands& whole = whole_[static_cast<size_t>(i)];
        data_.CmdLists[i]->CmdBuffer.swap(whole.draws);
        data_.CmdLists[i]->IdxBuffer.swap(whole.indices);
    }
}

}  // namespace ingot::shell
