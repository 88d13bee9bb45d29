#include "graphics.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace ingot::samples::blur {

namespace {

void attach(const gl_program& to, const shader_text& from) {
    const GLuint shader = glCreateShader(from.stage);
    const GLchar* text = from.source.data();
    const auto length = static_cast<GLint>(from.source.size());
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
    throw std::runtime_error("a shader of the blur was not compiled:\n" + log);
}

}  // namespace

gl_program link_program(const std::vector<shader_text>& shaders) {
    gl_program program;
    for (const shader_text& each : shaders) attach(program, each);
    glLinkProgram(program.get());
    GLint linked = GL_FALSE;
    glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return program;
    std::string log(4096, '\0');
    GLsizei written = 0;
    glGetProgramInfoLog(program.get(), static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<size_t>(written));
    throw std::runtime_error("shaders of the blur were not linked:\n" + log);
}

GLint uniform(const gl_program& of, const char* name) { return glGetUniformLocation(of.get(), name); }

void view_as_texture(const gl_texture& texture, GLuint of, buffer_pixels kind, size_t pixels) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    if (pixels > static_cast<size_t>(most))
        throw std::runtime_error(fmt::format("the picture has {} pixels, and OpenGL shows at most {} here", pixels, most));
    glBindTexture(GL_TEXTURE_BUFFER, texture.get());
    glTexBuffer(GL_TEXTURE_BUFFER, kind == buffer_pixels::floats ? GL_RGBA32F : GL_RGBA16, of);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
}

}  // namespace ingot::samples::blur
