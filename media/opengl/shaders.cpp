#include <fmt/format.h>

#include <ingot/opengl/shaders.hpp>
#include <stdexcept>
#include <string>

namespace ingot::opengl {

namespace {

template <typename Query>
std::string query_log(GLuint name, Query query) {
    std::string log(4096, '\0');
    GLsizei length = 0;
    query(name, static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<size_t>(length));
    return log;
}

void attach(const program& target, const shader& source, std::string_view purpose) {
    const GLuint shader_name = glCreateShader(source.stage);
    const GLchar* text = source.source.data();
    const auto length = static_cast<GLint>(source.source.size());
    glShaderSource(shader_name, 1, &text, &length);
    glCompileShader(shader_name);
    glAttachShader(target.get(), shader_name);
    glDeleteShader(shader_name);  // OpenGL deletes the shader when the program is deleted
    GLint succeeded = GL_FALSE;
    glGetShaderiv(shader_name, GL_COMPILE_STATUS, &succeeded);
    if (succeeded != GL_TRUE)
        throw std::runtime_error(
            fmt::format("{}: OpenGL cannot compile a shader:\n{}", purpose, query_log(shader_name, glGetShaderInfoLog)));
}

}  // namespace

program link_program(std::string_view purpose, std::initializer_list<shader> shaders) {
    program linked;
    for (const shader& each : shaders) attach(linked, each, purpose);
    glLinkProgram(linked.get());
    GLint succeeded = GL_FALSE;
    glGetProgramiv(linked.get(), GL_LINK_STATUS, &succeeded);
    if (succeeded != GL_TRUE)
        throw std::runtime_error(
            fmt::format("{}: OpenGL cannot link the shaders:\n{}", purpose, query_log(linked.get(), glGetProgramInfoLog)));
    return linked;
}

const std::string_view full_screen_vertex_shader = R"(#version 330 core
out vec2 place;
void main() {
    place = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}
)";

void draw_full_screen_triangle(const vertex_array& empty) {
    glBindVertexArray(empty.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
}

}  // namespace ingot::opengl
