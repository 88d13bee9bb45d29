#include "gl_import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/runtime/error.hpp>

#include "gl_errors.hpp"

namespace ingot {

namespace {

// Devices keep the pixels of images in this layout.
constexpr GLenum texture_layout = GL_LAYOUT_GENERAL_EXT;

bool is_on_device(const backends::driver_identity& device) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_DEVICE_UUIDS_EXT, &count);
    for (GLint i = 0; i < count; ++i) {
        backends::driver_identity found {};
        glGetUnsignedBytei_vEXT(GL_DEVICE_UUID_EXT, static_cast<GLuint>(i), found.data());
        if (found == device) return true;
    }
    return false;
}

}  // namespace

std::string import_problem(const backends::gl_support& support) {
    if (!epoxy_has_gl_extension("GL_EXT_memory_object_fd")) return "OpenGL lacks GL_EXT_memory_object_fd";
    backends::driver_identity driver {};
    glGetUnsignedBytevEXT(GL_DRIVER_UUID_EXT, driver.data());
    if (!is_on_device(support.device)) return "OpenGL runs on another device";
    if (driver != support.driver) return "OpenGL has another driver, or another version of it";
    return {};
}

imported_memory::imported_memory(backends::exported_memory memory) {
    clear_gl_errors();
    glCreateMemoryObjectsEXT(1, &object_);
    if (memory.is_dedicated) {
        const GLint dedicated = GL_TRUE;
        glMemoryObjectParameterivEXT(object_, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated);
    }
    glImportMemoryFdEXT(object_, memory.bytes, GL_HANDLE_TYPE_OPAQUE_FD_EXT, memory.file.get());
    if (const GLenum code = glGetError(); code != GL_NO_ERROR) {
        glDeleteMemoryObjectsEXT(1, &object_);
        throw error(fmt::format("importing {} bytes of a device's memory: OpenGL reports error 0x{:04x}", memory.bytes,
                                static_cast<unsigned int>(code)));
    }
    static_cast<void>(memory.file.release());  // it belongs to OpenGL now
}

imported_memory::~imported_memory() { glDeleteMemoryObjectsEXT(1, &object_); }

backends::gl_order find_gl_order(const backends::gl_support& support) {
    const bool has_semaphores = support.can_export_semaphores && epoxy_has_gl_extension("GL_EXT_semaphore_fd");
    return has_semaphores ? backends::gl_order::by_semaphores : backends::gl_order::by_host;
}

imported_semaphore::imported_semaphore(files::file_descriptor file) {
    clear_gl_errors();
    glGenSemaphoresEXT(1, &object_);
    glImportSemaphoreFdEXT(object_, GL_HANDLE_TYPE_OPAQUE_FD_EXT, file.get());
    if (const GLenum code = glGetError(); code != GL_NO_ERROR) {
        glDeleteSemaphoresEXT(1, &object_);
        throw error(
            fmt::format("importing a semaphore of a device: OpenGL reports error 0x{:04x}", static_cast<unsigned int>(code)));
    }
    static_cast<void>(file.release());  // it belongs to OpenGL now
}

imported_semaphore::~imported_semaphore() { glDeleteSemaphoresEXT(1, &object_); }

imported_turns::imported_turns(backends::exported_semaphores semaphores, GLuint buffer, GLuint texture)
    : of_gl_(std::move(semaphores.of_gl)), of_device_(std::move(semaphores.of_device)), buffer_(buffer), texture_(texture) {}

void imported_turns::signal() const {
    glSignalSemaphoreEXT(of_gl_.name(), buffer_ != 0 ? 1 : 0, &buffer_, texture_ != 0 ? 1 : 0, &texture_, &texture_layout);
    glFlush();  // the device may only wait for what OpenGL's driver has received
}

void imported_turns::wait() const {
    glWaitSemaphoreEXT(of_device_.name(), buffer_ != 0 ? 1 : 0, &buffer_, texture_ != 0 ? 1 : 0, &texture_, &texture_layout);
}

}  // namespace ingot
