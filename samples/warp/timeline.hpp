// Which frames are rendered, and from where: the camera flies by itself, and the mouse moves it besides.
#pragma once

#include <glm/glm.hpp>

#include "frame_renderer.hpp"

namespace ingot::samples::warping {

/// A picture between two rendered frames.
struct between {
    moments before;      ///< the frame before: its motion forwards counts
    moments after;       ///< the frame after: its motion backwards counts
    moments here;        ///< the picture itself
    double share = 0.0;  ///< of the way, 0 up to 1
    /// No frame was rendered at this very time.
    bool is_between() const { return share > 1e-3 && share < 1.0 - 1e-3; }
    /// The frame before was rendered at this very time.
    bool is_rendered() const { return share < 1e-3; }
};

class timeline {
public:
    /// `rate` frames a second; the camera flies `speed` times as fast as it does. The mouse is looked at once for each frame, one
    /// frame ahead; between frames its way is interpolated.
    between at(double time, double rate, double speed, const glm::mat4& mouse);
    void forget() { known = false; }

private:
    bool known = false;
    double spacing = 0.0;
    double number = 0.0;  ///< of the frame before
    glm::mat4 mouse_before {1.0f};
    glm::mat4 mouse_after {1.0f};
};

/// A frame that was rendered for one place in time may serve in another.
bool serves_before(const moments& have, const moments& wanted);
bool serves_after(const moments& have, const moments& wanted);

}  // namespace ingot::samples::warping
