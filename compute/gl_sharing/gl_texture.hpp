// A two-dimensional texture of OpenGL with one level, as the host sees it.
#pragma once

#include <epoxy/gl.h>

#include <cstddef>
#include <ingot/gl_sharing.hpp>
#include <ingot/runtime/image.hpp>
#include <span>

namespace ingot {

class gl_texture {
public:
    /// Makes a texture. Throws error with OpenGL's answer, or where OpenGL has no such format.
    explicit gl_texture(const image_description& what);
    /// Uses one that is there. Throws error where there is none of that name, or its format is none of ours.
    explicit gl_texture(gl_texture_name object);
    gl_texture(const gl_texture&) = delete;
    gl_texture& operator=(const gl_texture&) = delete;
    ~gl_texture();

    GLuint name() const { return object; }
    const image_description& description() const { return described; }

    /// All pixels without gaps. The host waits for OpenGL.
    void read(std::span<std::byte> to) const;
    void write(std::span<const std::byte> from);

private:
    GLuint object = 0;
    bool owned = true;
    image_description described;
};

}  // namespace ingot
