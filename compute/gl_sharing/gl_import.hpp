// Memory of a device that OpenGL imports: the extensions GL_EXT_memory_object and GL_EXT_memory_object_fd.
#pragma once

#include <epoxy/gl.h>

#include <string>

#include "backend.hpp"

namespace ingot {

/// Returns the reason why the current OpenGL context cannot import memory of a device whose gl_sharing() returned `support`;
/// empty if it can. It can if both belong to the same device and the same driver.
std::string import_problem(const backends::gl_support& support);

/// Exported memory, imported into the current OpenGL context.
class imported_memory {
public:
    /// Throws error if OpenGL does not take the memory.
    explicit imported_memory(backends::exported_memory memory);
    imported_memory(const imported_memory&) = delete;
    imported_memory& operator=(const imported_memory&) = delete;
    ~imported_memory();

    GLuint name() const { return object_; }

private:
    GLuint object_ = 0;
};

}  // namespace ingot
