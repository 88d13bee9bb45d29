// Programs of OpenGL, from GLSL.
#pragma once

#include <ingot/opengl/objects.hpp>
#include <initializer_list>
#include <string_view>

namespace ingot::opengl {

struct shader {
    GLenum stage = GL_VERTEX_SHADER;
    std::string_view source;
};

/// Compiled and linked. Throws std::runtime_error with the driver's log; `purpose` begins it: "the path tracer's view".
program link(std::string_view purpose, std::initializer_list<shader> shaders);

/// The place of a uniform; -1, which OpenGL ignores, where the program uses none of that name.
inline GLint uniform(const program& of, const char* name) { return glGetUniformLocation(of.get(), name); }

/// A vertex shader (GLSL 3.30) for one triangle that covers the whole viewport, made from the vertex's number: it gives
/// `out vec2 place`, from 0 at the left and bottom to 1 at the right and top.
extern const std::string_view covering_vertices;

/// Draws that triangle with the program in use; `none` is a vertex array without attributes.
void draw_covering_triangle(const vertex_array& none);

}  // namespace ingot::opengl
