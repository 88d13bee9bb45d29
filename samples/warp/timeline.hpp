// Determines which frames are rendered and from which position. The camera flies on its own path, and the mouse moves it in
// addition.
#pragma once

#include <deque>
#include <glm/glm.hpp>

#include "frame_renderer.hpp"

namespace ingot::samples::warping {

/// A displayed picture and the two rendered frames around it.
struct displayed_moment {
    moments previous_frame;           ///< the frame before; the warps use its forward motion
    moments next_frame;               ///< the frame after; the gather uses its backward motion
    moments displayed;                ///< the picture itself
    double fraction = 0.0;            ///< time of the picture: 0 at the frame before, 1 at the frame after
    glm::mat4 mouse {1.0f};           ///< the part of the picture's view that the mouse has set
    glm::mat4 previous_mouse {1.0f};  ///< the same of the frame before
    /// Returns true if the picture is at the time of neither frame.
    bool is_between() const { return fraction > 1e-3 && fraction < 1.0 - 1e-3; }
    /// Returns true if the picture is at the time of the frame before.
    bool is_rendered() const { return fraction < 1e-3; }
};

/// Maps a time to a picture. It stores which view the mouse had set for each of the two rendered frames, and for frames that are
/// rendered ahead.
class timeline {
public:
    /// Returns the picture at a time in seconds, for `rate` rendered frames per second. The camera flies `speed` times
    /// as fast as usual. `mouse` is the view that the mouse sets now. It is used for the next frame that will be rendered;
    /// pictures between two frames interpolate between the views of these frames.
    displayed_moment moment_at(double time, double rate, double speed, const glm::mat4& mouse);
    /// Returns what the frame that follows the frame after of the last picture is rendered for. `mouse` is then the view of the
    /// frame that follows this one, because the motion of a frame leads to the next one: a frame is rendered only once. The views
    /// of both frames are kept.
    moments frame_ahead(const glm::mat4& mouse);
    /// Makes the next call of moment_at() use the current view of the mouse for both frames.
    void forget() { has_mouse_views_ = false; }

private:
    glm::mat4 view_of_frame(double frame, const glm::mat4& mouse) const;

    bool has_mouse_views_ = false;
    double frame_interval_ = 0.0;
    double speed_ = 0.0;
    double frame_index_ = 0.0;  ///< index of the frame before
    glm::mat4 mouse_before_ {1.0f};
    glm::mat4 mouse_after_ {1.0f};
    std::deque<glm::mat4> mouse_ahead_;  ///< of the frames that follow the frame after, as far as they are known
};

/// Returns where a picture of the view `of_picture` shows what the view `wanted` sees: a transformation of places, 0 to 1 in x
/// and y, which are homogeneous. It is exact for directions, and for the plane through the middle of the temple that faces the
/// camera.
glm::mat3 places_seen_from(const glm::mat4& wanted, const glm::mat4& of_picture, float aspect);

/// Return whether a frame that was rendered for the moments `have` can be used as the frame before, or as the frame after.
/// Its time and view must be the expected ones. The warps use the motion from the frame before to the frame after, or the
/// reverse, so the time and view of the other frame must be the expected ones too.
bool is_usable_as_previous(const moments& have, const moments& expected);
bool is_usable_as_next(const moments& have, const moments& expected);

}  // namespace ingot::samples::warping
