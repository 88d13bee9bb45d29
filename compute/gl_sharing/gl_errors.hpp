// OpenGL's errors, and waiting for OpenGL.
#pragma once

#include <epoxy/gl.h>

namespace ingot {

/// Removes errors of earlier calls, so that the next glGetError() reports the next call's error.
inline void clear_gl_errors() {
    while (glGetError() != GL_NO_ERROR) {
    }
}

/// Waits until OpenGL has executed all commands that it received.
inline void wait_for_gl() {
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    constexpr GLuint64 one_second = 1'000'000'000;
    while (glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, one_second) == GL_TIMEOUT_EXPIRED) {
    }
    glDeleteSync(fence);
}

}  // namespace ingot
