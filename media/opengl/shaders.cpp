#include <fmt/format.h>

#include <ingot/opengl/shaders.hpp>
#include <stdexcept>
#include <string>

namespace ingot::opengl {

namespace {

template <typename Ask>
std::string log_of(GLuint name, Ask ask) {
    std::string log(4096, '\0');
    GLsizei written = 0;
    ask(name, static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<size_t>(written));
    return log;
}

void attach(const program& to, const shader& from, std::string_view purpose) {
    const GLuint compiled = glCreateShader(from.stage);
    const GLchar* text = from.source.data();
    const auto length = static_cast<GLint>(from.source.size());
    glShaderSource(compiled, 1, &text, &length);
    glCompileShader(compiled);
    glAttachShader(to.get(), compiled);
    glDeleteShader(compiled);  // as soon as the program lets go of it
    GLint good = GL_FALSE;
    glGetShaderiv(compiled, GL_COMPILE_STATUS, &good);
    if (good != GL_TRUE)
        throw std::runtime_error(
            fmt::format("{}: OpenGL does not compile a shader:\n{}", purpose, log_of(compiled, glGetShaderInfoLog)));
}

}  // namespace

program link(std::string_view purpose, std::initializer_list<shader> shaders) {
    program made;
    for (const shader& each : shaders) attach(made, each, purpose);
    glLinkProgram(made.get());
    GLint good = GL_FALSE;
    glGetProgramiv(made.get(), GL_LINK_STATUS, &good);
    if (good != GL_TRUE)
        throw std::runtime_error(
            fmt::format("{}: OpenGL does not link the shaders:\n{}", purpose, log_of(made.get(), glGetProgramInfoLog)));
    return made;
}

const std::string_view covering_vertices = R"(#version 330 core
out vec2 place;
void main() {
    place = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}
)";

void draw_covering_triangle(const vertex_array& none) {
    glBindVertexArray(none.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
}

}  // namespace ingot::opengl
