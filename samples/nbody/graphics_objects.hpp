// OpenGL objects that delete themselves.
#pragma once

#include <epoxy/gl.h>

#include <string_view>
#include <utility>

namespace ingot::samples {

namespace detail {
inline GLuint generate_buffer() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return name;
}
inline void delete_buffer(GLuint name) { glDeleteBuffers(1, &name); }
inline GLuint generate_vertex_array() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return name;
}
inline void delete_vertex_array(GLuint name) { glDeleteVertexArrays(1, &name); }
inline GLuint create_program() { return glCreateProgram(); }
inline void delete_program(GLuint name) { glDeleteProgram(name); }
}  // namespace detail

/// The name of an OpenGL object, owned.
template <GLuint (*create)(), void (*remove)(GLuint)>
class graphics_object {
public:
    graphics_object() : name(create()) {}
    graphics_object(graphics_object&& other) noexcept : name(std::exchange(other.name, 0)) {}
    graphics_object& operator=(graphics_object&& other) noexcept {
        std::swap(name, other.name);
        return *this;
    }
    ~graphics_object() {
        if (name != 0) remove(name);
    }

    GLuint get() const { return name; }

private:
    GLuint name;
};

using vertex_buffer = graphics_object<detail::generate_buffer, detail::delete_buffer>;
using vertex_array = graphics_object<detail::generate_vertex_array, detail::delete_vertex_array>;
using shading_program = graphics_object<detail::create_program, detail::delete_program>;

/// A vertex and a fragment shader, linked. Throws std::runtime_error with the driver's log.
shading_program link_shaders(std::string_view vertex, std::string_view fragment);

}  // namespace ingot::samples
