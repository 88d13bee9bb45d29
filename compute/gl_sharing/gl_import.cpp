#include "gl_import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/runtime/error.hpp>

#include "gl_errors.hpp"

namespace ingot {

namespace {

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

}  // namespace ingot
