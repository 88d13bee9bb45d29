// Compiles shader programs of OpenGL from GLSL.
#pragma once

#include <ingot/opengl/objects.hpp>
#include <initializer_list>
#include <string_view>

namespace ingot::opengl {

/// The source of one shader. `stage` is GL_VERTEX_SHADER or GL_FRAGMENT_SHADER, for example.
struct shader {
    GLenum stage = GL_VERTEX_SHADER;
    std::string_view source;
};

/// Compiles the shaders and links them to a program. Throws std::runtime_error with the driver's log if this fails; the
/// message begins with `purpose`, such as "the path tracer's view".
program link_program(std::string_view purpose, std::initializer_list<shader> shaders);

/// Returns the location of a uniform. Returns -1, which OpenGL's functions ignore, if the program uses no uniform of
/// this name.
inline GLint uniform_location(const program& linked, const char* name) { return glGetUniformLocation(linked.get(), name); }

/// The source of a vertex shader (GLSL 3.30) for one triangle that covers the whole viewport. The shader computes the
/// corners from gl_VertexID and needs no vertex attributes. Its output `out vec2 place` is 0 at the left and bottom
/// edge and 1 at the right and top edge of the viewport.
extern const std::string_view full_screen_vertex_shader;

/// Draws the triangle of full_screen_vertex_shader with the current program. `empty` is a vertex array without attributes:
/// the core profile of OpenGL draws nothing unless a vertex array is bound.
void draw_full_screen_triangle(const vertex_array& empty);

}  // namespace ingot::opengl
