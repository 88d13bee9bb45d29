// Memory and semaphores of a device that OpenGL imports: the extensions GL_EXT_memory_object_fd and GL_EXT_semaphore_fd.
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

/// Returns how the current OpenGL context and a device whose gl_sharing() returned `support` wait for each other.
backends::gl_order find_gl_order(const backends::gl_support& support);

/// A semaphore of a device, imported into the current OpenGL context.
class imported_semaphore {
public:
    /// Throws error if OpenGL does not take the semaphore.
    explicit imported_semaphore(files::file_descriptor file);
    imported_semaphore(const imported_semaphore&) = delete;
    imported_semaphore& operator=(const imported_semaphore&) = delete;
    ~imported_semaphore();

    GLuint name() const { return object_; }

private:
    GLuint object_ = 0;
};

/// The semaphores by which OpenGL and a device take turns with a buffer or a texture of imported memory.
class imported_turns {
public:
    /// One of the two names is 0.
    imported_turns(backends::exported_semaphores semaphores, GLuint buffer, GLuint texture);

    /// The device waits until OpenGL has executed its commands before this call.
    void signal() const;
    /// OpenGL executes its commands after this call when the device has signalled that it is done.
    void wait() const;

private:
    imported_semaphore of_gl_;
    imported_semaphore of_device_;
    GLuint buffer_;
    GLuint texture_;
};

}  // namespace ingot
