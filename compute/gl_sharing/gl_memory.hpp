// Buffer objects of OpenGL.
#pragma once

#include <epoxy/gl.h>

#include <cstddef>
#include <ingot/gl_sharing.hpp>
#include <optional>
#include <span>
#include <string>

#include "gl_import.hpp"

namespace ingot {

/// Returns the name of OpenGL's renderer: "llvmpipe (LLVM 15.0.6, 256 bits)".
std::string gl_renderer();

/// A buffer object of OpenGL and its mapping into host memory. Needs the same current OpenGL context for its whole
/// life.
class gl_memory {
public:
    /// Creates a buffer object. If `mapped` is true and OpenGL supports GL_ARB_buffer_storage, the buffer is mapped for its
    /// whole life, so that map() only has to wait for OpenGL. Throws error if OpenGL cannot create or map the buffer.
    gl_memory(size_t bytes, bool mapped);
    /// Creates a buffer object in memory of a device. Throws error if OpenGL cannot import the memory.
    gl_memory(size_t bytes, backends::exported_memory memory);
    /// Uses an existing buffer object, and does not delete it. Throws error if there is no buffer object of that name.
    explicit gl_memory(gl_buffer_name object);
    gl_memory(const gl_memory&) = delete;
    gl_memory& operator=(const gl_memory&) = delete;
    ~gl_memory();

    GLuint name() const { return object_; }
    size_t bytes() const { return size_; }

    /// Maps the buffer into host memory; call unmap() afterwards. A buffer that is always mapped stays mapped. Waits
    /// until OpenGL has executed the commands that use the buffer. Only a buffer that is not always mapped may be mapped
    /// without waiting, if `access` is gl_access::write: this buffer loses its contents, so OpenGL may provide fresh memory.
    /// Throws error if OpenGL cannot map the buffer.
    std::span<std::byte> map(gl_access access);
    void unmap();
    /// Copies the contents of a buffer object of the same size, by a command of OpenGL. Does not check for errors.
    void copy_from(const gl_memory& source);

private:
    // Allocates the memory of the new buffer object. Maps it for its whole life as the constructor describes.
    void allocate(bool mapped);

    size_t size_ = 0;
    std::optional<imported_memory> imported_;  ///< memory of a device, if the buffer consists of it
    GLuint object_ = 0;
    bool is_owner_ = true;
    std::span<std::byte> permanent_mapping_;  ///< the mapping of a buffer that is always mapped; otherwise empty
};

}  // namespace ingot
