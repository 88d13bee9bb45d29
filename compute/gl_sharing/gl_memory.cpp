#include "gl_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/runtime/error.hpp>

namespace ingot {

namespace {

// GL_COPY_WRITE_BUFFER is nobody's else: binding to it disturbs no vertex array.
constexpr GLenum binding = GL_COPY_WRITE_BUFFER;

class bound {
public:
    explicit bound(GLuint object) { glBindBuffer(binding, object); }
    bound(const bound&) = delete;
    bound& operator=(const bound&) = delete;
    ~bound() { glBindBuffer(binding, 0); }
};

void forget_errors() {
    while (glGetError() != GL_NO_ERROR) {
    }
}

[[noreturn]] void refuse(const char* doing, size_t bytes) {
    throw error(fmt::format("{} a buffer of {} bytes: OpenGL on {} answers 0x{:04x}", doing, bytes, gl_renderer(),
                            static_cast<unsigned int>(glGetError())));
}

// Coherent: what the host writes is seen without a further call.
constexpr GLbitfield persistent = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;

bool has_persistent_mapping() { return epoxy_gl_version() >= 44 || epoxy_has_gl_extension("GL_ARB_buffer_storage"); }

std::span<std::byte> bytes_at(void* address, size_t count) { return {static_cast<std::byte*>(address), count}; }

void wait_for_gl() {
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    constexpr GLuint64 a_second = 1'000'000'000;
    while (glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, a_second) == GL_TIMEOUT_EXPIRED) {
    }
    glDeleteSync(fence);
}

GLbitfield flags_of(gl_access access) {
    switch (access) {
        case gl_access::read:
            return GL_MAP_READ_BIT;
        case gl_access::write:
            return GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT;
        case gl_access::read_write:
            break;
    }
    return GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
}

}  // namespace

std::string gl_renderer() {
    const auto* const text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return text ? text : "a lost context";
}

gl_memory::gl_memory(size_t bytes, bool mapped) : size(bytes) {
    glGenBuffers(1, &object);
    const bound here(object);
    // OpenGL makes no object of 0 bytes.
    const auto allocated = static_cast<GLsizeiptr>(std::max<size_t>(bytes, 1));
    forget_errors();
    if (mapped && has_persistent_mapping()) {
        glBufferStorage(binding, allocated, nullptr, persistent | GL_DYNAMIC_STORAGE_BIT);  // glBufferSubData stays allowed
        always = bytes_at(glMapBufferRange(binding, 0, allocated, persistent), bytes);
        if (!always.data()) refuse("mapping", bytes);
    } else {
        glBufferData(binding, allocated, nullptr, GL_DYNAMIC_DRAW);
        if (glGetError() != GL_NO_ERROR) refuse("making", bytes);
    }
}

gl_memory::gl_memory(gl_buffer_name of) : object(of.value), owned(false) {
    if (glIsBuffer(object) == GL_FALSE) throw error(fmt::format("{} is no buffer of the current OpenGL context", object));
    const bound here(object);
    GLint64 bytes = 0;
    glGetBufferParameteri64v(binding, GL_BUFFER_SIZE, &bytes);
    size = static_cast<size_t>(bytes);
}

gl_memory::~gl_memory() {
    if (owned) glDeleteBuffers(1, &object);  // which also ends a mapping
}

std::span<std::byte> gl_memory::map(gl_access access) {
    if (always.data()) {
        wait_for_gl();
        return always;
    }
    if (size == 0) return {};
    const bound here(object);
    forget_errors();
    void* const address = glMapBufferRange(binding, 0, static_cast<GLsizeiptr>(size), flags_of(access));
    if (!address) refuse("mapping", size);
    return bytes_at(address, size);
}

void gl_memory::unmap() {
    if (always.data() || size == 0) return;
    const bound here(object);
    glUnmapBuffer(binding);
}

}  // namespace ingot
