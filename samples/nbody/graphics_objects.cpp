#include "graphics_objects.hpp"

#include <stdexcept>
#include <string>

namespace ingot::samples {

namespace {

void attach(const shading_program& to, GLenum stage, std::string_view source) {
    const GLuint shader = glCreateShader(stage);
    const GLchar* text = source.data();
    const auto length = static_cast<GLint>(source.size());
    glShaderSource(shader, 1, &text, &length);
    glCompileShader(shader);
    glAttachShader(to.get(), shader);
    glDeleteShader(shader);  // as soon as the program lets go of it

    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) return;
    std::string log(4096, '\0');
    GLsizei written = 0;
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<size_t>(written));
    throw std::runtime_error("a shader of the N-body sample was not compiled:\n" + log);
}

}  // namespace

shading_program link_shaders(std::string_view vertex, std::string_view fragment) {
    shading_program program;
    attach(program, GL_VERTEX_SHADER, vertex);
    attach(program, GL_FRAGMENT_SHADER, fragment);
    glLinkProgram(program.get());

    GLint linked = GL_FALSE;
    glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return program;
    std::string log(4096, '\0');
    GLsizei written = 0;
    glGetProgramInfoLog(program.get(), static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<size_t>(written));
    throw std::runtime_error("the shaders of the N-body sample were not linked:\n" + log);
}

}  // namespace ingot::samples
