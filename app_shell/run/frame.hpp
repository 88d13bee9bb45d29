// A frame without a window: what a run, a benchmark and a regression case repeat.
#pragma once

#include <optional>

#include "picture/frame_fence.hpp"
#include "picture/picture.hpp"
#include "session/session.hpp"
#include "statistics/run_statistics.hpp"

namespace ingot::shell {

class frame_maker {
public:
    /// The camera stands where it is asked for, or where the sample wants it at first. Both outlive this object.
    frame_maker(session& of, picture& into, const std::optional<orbit>& camera = {});

    /// Steps and draws one frame, and adds what it took to `figures`.
    void make(run_statistics& figures);

private:
    session& running;
    picture& painting;
    glm::mat4 view {1.0f};
    glm::mat4 projection {1.0f};
    frame_fence fence;
};

}  // namespace ingot::shell
