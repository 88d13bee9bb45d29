#include "picture/shader_program.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace ingot::shell {

namespace {

/// A shader object that lives until the program is linked.
class compiled_shader {
public:
    compiled_shader(GLenum stage, std::string_view source) : object(glCreateShader(stage)) {
        const char* text = source.data();
        const auto length = static_cast<GLint>(source.size());
        glShaderSource(object, 1, &text, &length);
        glCompileShader(object);
        GLint done = GL_FALSE;
        glGetShaderiv(object, GL_COMPILE_STATUS, &done);
        if (done == GL_TRUE) return;
        std::string log(4096, '\0');
        GLsizei written = 0;
        glGetShaderInfoLog(object, static_cast<GLsizei>(log.size()), &written, log.data());
        log.resize(static_cast<size_t>(written));
        glDeleteShader(object);
        throw std::runtime_error(fmt::format("a shader of the shell does not compile: {}", log));
    }
    compiled_shader(const compiled_shader&) = delete;
    compiled_shader& operator=(const compiled_shader&) = delete;
    ~compiled_shader() { glDeleteShader(object); }

    GLuint id() const { return object; }

private:
    GLuint object;
};

}  // namespace

shader_program::shader_program(std::string_view vertex, std::string_view fragment) {
    const compiled_shader first(GL_VERTEX_SHADER, vertex);
    const compiled_shader second(GL_FRAGMENT_SHADER, fragment);
    linked = glCreateProgram();
    glAttachShader(linked, first.id());
    glAttachShader(linked, second.id());
    glLinkProgram(linked);
    glDetachShader(linked, first.id());
    glDetachShader(linked, second.id());
    GLint done = GL_FALSE;
    glGetProgramiv(linked, GL_LINK_STATUS, &done);
    if (done == GL_TRUE) return;
    std::string log(4096, '\0');
    GLsizei written = 0;
    glGetProgramInfoLog(linked, static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<size_t>(written));
    glDeleteProgram(linked);
    throw std::runtime_error(fmt::format("a shader program of the shell does not link: {}", log));
}

}  // namespace ingot::shell
