// Keeps the panels' picture, so that only what has changed is drawn again.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "panels/panel_cells.hpp"

namespace ingot::shell {

/// A texture with the panels. Most of them look the same from frame to frame, and a software renderer takes many times as long
/// for texts and rounded corners as for a copy of the pixels. Requires a current OpenGL context, and Dear ImGui's backend for it.
class panel_picture {
public:
    panel_picture();
    panel_picture(const panel_picture&) = delete;
    panel_picture& operator=(const panel_picture&) = delete;
    ~panel_picture();

    /// Brings the picture up to date with what Dear ImGui draws in this frame. `pixels` is the size of the window.
    void update(ImDrawData& data, extent pixels);
    /// Draws the picture over that of the window's framebuffer.
    void draw() const;
    /// The next update() draws everything again. Call this when a texture of the panels has other contents.
    void forget() { shown_.reset(); }
    /// The number of pixels that the latest update() has drawn again.
    size_t redrawn_pixels() const { return redrawn_pixels_; }

private:
    struct objects;

    void resize(extent pixels);
    void draw_again(ImDrawData& data, const std::vector<pixel_area>& areas);

    std::unique_ptr<objects> objects_;
    extent size_;
    std::optional<panel_cells> shown_;  // what the texture shows; nothing if that is unknown
    size_t redrawn_pixels_ = 0;
};

}  // namespace ingot::shell
