#include "gl_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/runtime/error.hpp>

#include "gl_errors.hpp"

namespace ingot {

namespace {

// All operations bind the buffer to GL_COPY_WRITE_BUFFER, and copies their source to GL_COPY_READ_BUFFER. No other code of Ingot
// uses these binding points, and they are not part of the state of vertex arrays.
constexpr GLenum binding = GL_COPY_WRITE_BUFFER;

// Binds a buffer object to GL_COPY_WRITE_BUFFER until the end of the scope.
class bound {
public:
    explicit bound(GLuint object) { glBindBuffer(binding, object); }
    bound(const bound&) = delete;
    bound& operator=(const bound&) = delete;
    ~bound() { glBindBuffer(binding, 0); }
};

[[noreturn]] void throw_gl_error(const char* operation, size_t bytes, GLenum code) {
    throw error(fmt::format("{} a buffer of {} bytes: OpenGL on {} reports error 0x{:04x}", operation, bytes, gl_renderer(),
                            static_cast<unsigned int>(code)));
}

void check_error(const char* operation, size_t bytes) {
    if (const GLenum code = glGetError(); code != GL_NO_ERROR) throw_gl_error(operation, bytes, code);
}

// The flags of a buffer that is always mapped. GL_MAP_COHERENT_BIT makes what the host writes visible to OpenGL without a
// further call.
constexpr GLbitfield persistent = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;

bool has_persistent_mapping() { return epoxy_gl_version() >= 44 || epoxy_has_gl_extension("GL_ARB_buffer_storage"); }

std::span<std::byte> bytes_at(void* address, size_t count) { return {static_cast<std::byte*>(address), count}; }

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

gl_memory::gl_memory(size_t bytes, bool mapped) : size_(bytes) {
    glGenBuffers(1, &object_);
    try {
        allocate(mapped);
    } catch (...) {
        glDeleteBuffers(1, &object_);  // the destructor does not run if the constructor throws
        throw;
    }
}

void gl_memory::allocate(bool mapped) {
    const bound bound_buffer(object_);
    // glBufferStorage and glMapBufferRange do not accept 0 bytes.
    const auto allocated = static_cast<GLsizeiptr>(std::max<size_t>(size_, 1));
    clear_gl_errors();
    if (mapped && has_persistent_mapping()) {
        glBufferStorage(binding, allocated, nullptr, persistent | GL_DYNAMIC_STORAGE_BIT);  // allows glBufferSubData
        check_error("creating", size_);
        void* const address = glMapBufferRange(binding, 0, allocated, persistent);
        if (!address) throw_gl_error("mapping", size_, glGetError());
        permanent_mapping_ = bytes_at(address, size_);
    } else {
        glBufferData(binding, allocated, nullptr, GL_DYNAMIC_DRAW);
        check_error("creating", size_);
    }
}

gl_memory::gl_memory(size_t bytes, backends::exported_memory memory) : size_(bytes), imported_(std::move(memory)) {
    glGenBuffers(1, &object_);
    const bound bound_buffer(object_);
    clear_gl_errors();
    glBufferStorageMemEXT(binding, static_cast<GLsizeiptr>(bytes), imported_->name(), 0);
    if (const GLenum code = glGetError(); code != GL_NO_ERROR) {
        glDeleteBuffers(1, &object_);
        throw_gl_error("importing", bytes, code);
    }
}

gl_memory::gl_memory(gl_buffer_name name) : object_(name.value), is_owner_(false) {
    if (glIsBuffer(object_) == GL_FALSE) throw error(fmt::format("{} is not a buffer of the current OpenGL context", object_));
    const bound bound_buffer(object_);
    GLint64 bytes = 0;
    glGetBufferParameteri64v(binding, GL_BUFFER_SIZE, &bytes);
    size_ = static_cast<size_t>(bytes);
}

gl_memory::~gl_memory() {
    if (is_owner_) glDeleteBuffers(1, &object_);  // also unmaps the buffer
}

std::span<std::byte> gl_memory::map(gl_access access) {
    if (permanent_mapping_.data()) {
        wait_for_gl();
        return permanent_mapping_;
    }
    if (size_ == 0) return {};
    const bound bound_buffer(object_);
    clear_gl_errors();
    void* const address = glMapBufferRange(binding, 0, static_cast<GLsizeiptr>(size_), flags_of(access));
    if (!address) throw_gl_error("mapping", size_, glGetError());
    return bytes_at(address, size_);
}

void gl_memory::unmap() {
    if (permanent_mapping_.data() || size_ == 0) return;
    const bound bound_buffer(object_);
    glUnmapBuffer(binding);
}

void gl_memory::copy_from(const gl_memory& source) {
    const bound bound_buffer(object_);
    glBindBuffer(GL_COPY_READ_BUFFER, source.object_);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, binding, 0, 0, static_cast<GLsizeiptr>(size_));
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
}

}  // namespace ingot
