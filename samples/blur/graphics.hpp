// OpenGL objects that delete themselves, and programs.
#pragma once

#include <epoxy/gl.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ingot::samples::blur {

/// The name of an OpenGL object, owned. `remove` takes one name back.
template <void (*create)(GLuint*), void (*remove)(GLuint)>
class graphics_object {
public:
    graphics_object() { create(&name); }
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
    GLuint name = 0;
};

namespace detail {
inline void make_buffer(GLuint* name) { glGenBuffers(1, name); }
inline void remove_buffer(GLuint name) { glDeleteBuffers(1, &name); }
inline void make_texture(GLuint* name) { glGenTextures(1, name); }
inline void remove_texture(GLuint name) { glDeleteTextures(1, &name); }
inline void make_vertices(GLuint* name) { glGenVertexArrays(1, name); }
inline void remove_vertices(GLuint name) { glDeleteVertexArrays(1, &name); }
inline void make_query(GLuint* name) { glGenQueries(1, name); }
inline void remove_query(GLuint name) { glDeleteQueries(1, &name); }
inline void make_program(GLuint* name) { *name = glCreateProgram(); }
inline void remove_program(GLuint name) { glDeleteProgram(name); }
}  // namespace detail

using gl_buffer = graphics_object<detail::make_buffer, detail::remove_buffer>;
using gl_texture = graphics_object<detail::make_texture, detail::remove_texture>;
using gl_vertices = graphics_object<detail::make_vertices, detail::remove_vertices>;
using gl_query = graphics_object<detail::make_query, detail::remove_query>;
using gl_program = graphics_object<detail::make_program, detail::remove_program>;

struct shader_text {
    GLenum stage = GL_VERTEX_SHADER;
    std::string_view source;
};

/// Compiled and linked. Throws std::runtime_error with the driver's log.
gl_program link_program(const std::vector<shader_text>& shaders);

GLint uniform(const gl_program& of, const char* name);

/// Pixels of a picture in a buffer of OpenGL, as shaders read them by number: four floats, or four numbers of 16 bits for 0 to 1.
enum class buffer_pixels { floats, whole };

/// A view of the buffer `of` as a buffer texture. Throws std::runtime_error where it has more pixels than OpenGL can address.
void view_as_texture(const gl_texture& texture, GLuint of, buffer_pixels kind, size_t pixels);

}  // namespace ingot::samples::blur
