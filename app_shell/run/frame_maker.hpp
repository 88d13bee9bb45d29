// Makes frames without a window, for `ingot run --headless`, `ingot bench` and the cases of `ingot regress`.
#pragma once

#include <optional>

#include "picture/frame_fence.hpp"
#include "picture/picture.hpp"
#include "session/session.hpp"
#include "statistics/run_statistics.hpp"

namespace ingot::shell {

/// Steps a session and draws it into a picture, always from the same camera.
class frame_maker {
public:
    /// Draws from `camera`, or from the sample's initial camera. The session and the picture must outlive this object.
    frame_maker(session& session, picture& picture, const std::optional<orbit>& camera = {});

    /// Steps and draws one frame, and adds the measured times to `statistics`.
    void make(run_statistics& statistics);

private:
    session& session_;
    picture& picture_;
    glm::mat4 view_ {1.0f};
    glm::mat4 projection_ {1.0f};
    frame_fence fence_;
};

}  // namespace ingot::shell
