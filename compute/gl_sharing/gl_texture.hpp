// Two-dimensional textures of OpenGL. Only mip level 0 is used.
#pragma once

#include <epoxy/gl.h>

#include <cstddef>
#include <ingot/gl_sharing.hpp>
#include <ingot/runtime/image.hpp>
#include <optional>
#include <span>

#include "gl_import.hpp"

namespace ingot {

/// A texture of OpenGL whose pixels the host can read and write. Needs the same current OpenGL context for its whole
/// life.
class gl_texture {
public:
    /// Creates a texture. Throws error if images with this description cannot be shared, or if OpenGL reports an error.
    explicit gl_texture(const image_description& description);
    /// Creates a texture in memory of a device. Throws error if OpenGL cannot import the memory.
    gl_texture(const image_description& description, backends::exported_memory memory);
    /// Uses an existing texture, and does not delete it. Throws error if there is no GL_TEXTURE_2D of that name, if it
    /// has no pixels, or if textures of its format cannot be shared.
    explicit gl_texture(gl_texture_name object);
    gl_texture(const gl_texture&) = delete;
    gl_texture& operator=(const gl_texture&) = delete;
    ~gl_texture();

    GLuint name() const { return object_; }
    const image_description& description() const { return description_; }

    /// Copy all pixels from the texture to host memory, or from host memory to the texture. The pixels in host memory have no
    /// gaps. read() waits until OpenGL has executed the commands that write the texture.
    void read(std::span<std::byte> destination) const;
    void write(std::span<const std::byte> source);
    /// Does the texture have all levels that its filters need, and filters that its format allows (OpenGL 4.5, section 8.17)?
    bool is_complete() const;
    /// Copies all pixels of a texture with the same description, by a command of OpenGL (4.3). Both textures must be complete.
    /// Does not check for errors.
    void copy_from(const gl_texture& source);

private:
    void create();

    image_description description_;
    std::optional<imported_memory> imported_;  ///< memory of a device, if the texture consists of it
    GLuint object_ = 0;
    bool is_owner_ = true;
};

}  // namespace ingot
