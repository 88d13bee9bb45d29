// A buffer object of OpenGL, as the host sees it.
#pragma once

#include <epoxy/gl.h>

#include <cstddef>
#include <ingot/gl_sharing.hpp>
#include <optional>
#include <span>
#include <string>

namespace ingot {

/// What OpenGL runs on: "llvmpipe (LLVM 15.0.6, 256 bits)".
std::string gl_renderer();

class gl_memory {
public:
    /// Makes a buffer object; with `mapped` one that the host can write while OpenGL uses it (GL_ARB_buffer_storage), where there
    /// is such a thing. Throws error with OpenGL's answer.
    gl_memory(size_t bytes, bool mapped);
    /// Uses one that is there. Throws error where there is none of that name.
    explicit gl_memory(gl_buffer_name object);
    gl_memory(const gl_memory&) = delete;
    gl_memory& operator=(const gl_memory&) = delete;
    ~gl_memory();

    GLuint name() const { return object; }
    size_t bytes() const { return size; }

    /// Its bytes in the host's memory, until unmap(). Waits until OpenGL has done what it was given with them. Throws error where
    /// OpenGL refuses.
    std::span<std::byte> map(gl_access access);
    void unmap();

private:
    GLuint object = 0;
    size_t size = 0;
    bool owned = true;
    std::span<std::byte> always;  ///< where it is mapped all its life
};

}  // namespace ingot
