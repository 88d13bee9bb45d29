// Frames that are not shown have nothing that makes the program wait for OpenGL.
#pragma once

#include <epoxy/gl.h>

namespace ingot::shell {

/// Keeps OpenGL at most one frame behind, as showing the frames would: without it a run of many frames piles them up in the
/// driver.
class frame_fence {
public:
    frame_fence() = default;
    frame_fence(const frame_fence&) = delete;
    frame_fence& operator=(const frame_fence&) = delete;
    ~frame_fence() { glDeleteSync(previous); }

    /// After a frame was drawn: waits until the one before it is done.
    void end_frame() {
        const GLsync drawn = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        constexpr GLuint64 nanoseconds = 1'000'000'000;
        while (previous && glClientWaitSync(previous, GL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds) == GL_TIMEOUT_EXPIRED) {
        }
        glDeleteSync(previous);
        previous = drawn;
    }

private:
    GLsync previous = nullptr;
};

}  // namespace ingot::shell
