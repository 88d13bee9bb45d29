// Limits the number of frames that OpenGL has not finished yet, for runs without a window. In a window, presenting a frame
// waits for the display, which has the same effect.
#pragma once

#include <epoxy/gl.h>

namespace ingot::shell {

/// Lets the host begin a frame only when OpenGL has finished the frame before the previous one. Otherwise, in a run without
/// a window, more and more unfinished frames would wait in the driver.
class frame_fence {
public:
    frame_fence() = default;
    frame_fence(const frame_fence&) = delete;
    frame_fence& operator=(const frame_fence&) = delete;
    ~frame_fence() { glDeleteSync(previous_); }

    /// Call this after drawing a frame. Waits until OpenGL has finished the previous frame.
    void end_frame() {
        const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        constexpr GLuint64 nanoseconds = 1'000'000'000;
        while (previous_ && glClientWaitSync(previous_, GL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds) == GL_TIMEOUT_EXPIRED) {
        }
        glDeleteSync(previous_);
        previous_ = fence;
    }

private:
    GLsync previous_ = nullptr;
};

}  // namespace ingot::shell
