// Objects of OpenGL that delete themselves. Each wants the context that it was made in to be current, always.
#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace ingot::opengl {

/// The name of an object, owned. `create` makes one, `remove` takes it back.
template <GLuint (*create)(), void (*remove)(GLuint)>
class object {
public:
    object() : name(create()) {}
    object(object&& other) noexcept : name(std::exchange(other.name, 0)) {}
    object& operator=(object&& other) noexcept {
        std::swap(name, other.name);
        return *this;
    }
    ~object() {
        if (name != 0) remove(name);
    }

    GLuint get() const { return name; }

private:
    GLuint name;
};

namespace detail {
inline GLuint create_buffer() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return name;
}
inline void remove_buffer(GLuint name) { glDeleteBuffers(1, &name); }
inline GLuint create_texture() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return name;
}
inline void remove_texture(GLuint name) { glDeleteTextures(1, &name); }
inline GLuint create_vertex_array() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return name;
}
inline void remove_vertex_array(GLuint name) { glDeleteVertexArrays(1, &name); }
inline GLuint create_framebuffer() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return name;
}
inline void remove_framebuffer(GLuint name) { glDeleteFramebuffers(1, &name); }
inline GLuint create_renderbuffer() {
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    return name;
}
inline void remove_renderbuffer(GLuint name) { glDeleteRenderbuffers(1, &name); }
inline GLuint create_query() {
    GLuint name = 0;
    glGenQueries(1, &name);
    return name;
}
inline void remove_query(GLuint name) { glDeleteQueries(1, &name); }
inline GLuint create_sampler() {
    GLuint name = 0;
    glGenSamplers(1, &name);
    return name;
}
inline void remove_sampler(GLuint name) { glDeleteSamplers(1, &name); }
inline GLuint create_program() { return glCreateProgram(); }
inline void remove_program(GLuint name) { glDeleteProgram(name); }
}  // namespace detail

using buffer = object<detail::create_buffer, detail::remove_buffer>;
using texture = object<detail::create_texture, detail::remove_texture>;
using vertex_array = object<detail::create_vertex_array, detail::remove_vertex_array>;
using framebuffer = object<detail::create_framebuffer, detail::remove_framebuffer>;
using renderbuffer = object<detail::create_renderbuffer, detail::remove_renderbuffer>;
using query = object<detail::create_query, detail::remove_query>;
using sampler = object<detail::create_sampler, detail::remove_sampler>;
using program = object<detail::create_program, detail::remove_program>;

}  // namespace ingot::opengl
