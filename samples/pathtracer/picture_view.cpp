#include "picture_view.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <string>

namespace ingot::samples::pathtracer {

namespace {

constexpr const char* covering_vertex = R"(#version 410 core
out vec2 place;
void main() {
    place = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}
)";

constexpr const char* fragment = R"(#version 410 core
in vec2 place;
out vec4 shown;
uniform sampler2D picture;
void main() { shown = texture(picture, place); }
)";

GLuint compiled(GLenum stage, const char* text) {
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    return shader;
}

GLuint linked() {
    const GLuint program = glCreateProgram();
    for (const GLuint shader : {compiled(GL_VERTEX_SHADER, covering_vertex), compiled(GL_FRAGMENT_SHADER, fragment)}) {
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    GLint good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good == GL_TRUE) return program;
    std::array<char, 1024> log {};
    glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
    glDeleteProgram(program);
    throw std::runtime_error(fmt::format("OpenGL refuses the picture's shaders: {}", log.data()));
}

}  // namespace

picture_view::picture_view(const device& on) : from(on), shaders(linked()) {
    glGenTextures(1, &texture);
    glGenVertexArrays(1, &no_vertices);
}

picture_view::~picture_view() {
    glDeleteTextures(1, &texture);
    glDeleteVertexArrays(1, &no_vertices);
    glDeleteProgram(shaders);
}

acquired_buffer<float4> picture_view::acquire(queue& in, uint32_t width, uint32_t height) {
    if (!pixels || wide != width || high != height) {
        pixels.emplace(from, size_t {width} * height, gl_access::write);
        wide = width;
        high = height;
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, static_cast<GLsizei>(width), static_cast<GLsizei>(height), 0, GL_RGBA,
                     GL_FLOAT, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    return pixels->acquire(in);
}

void picture_view::draw(const canvas&) {
    if (!pixels) return;
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, pixels->gl_name());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(wide), static_cast<GLsizei>(high), GL_RGBA, GL_FLOAT, nullptr);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glUseProgram(shaders);
    glUniform1i(glGetUniformLocation(shaders, "picture"), 0);
    glBindVertexArray(no_vertices);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glUseProgram(0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace ingot::samples::pathtracer
