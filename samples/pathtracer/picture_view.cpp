#include "picture_view.hpp"

#include <string_view>

namespace ingot::samples::pathtracer {

namespace {

constexpr std::string_view fragment = R"(#version 410 core
in vec2 place;
out vec4 shown;
uniform sampler2D picture;
void main() { shown = texture(picture, place); }
)";

}  // namespace

picture_view::picture_view(const device& on)
    : from(on),
      shaders(opengl::link("the path tracer's view",
                           {{GL_VERTEX_SHADER, opengl::covering_vertices}, {GL_FRAGMENT_SHADER, fragment}})) {}

acquired_buffer<float4> picture_view::acquire(queue& in, uint32_t width, uint32_t height) {
    if (!pixels || wide != width || high != height) {
        pixels.emplace(from, size_t {width} * height, gl_access::write);
        wide = width;
        high = height;
        glBindTexture(GL_TEXTURE_2D, texture.get());
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
    glBindTexture(GL_TEXTURE_2D, texture.get());
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, pixels->gl_name());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(wide), static_cast<GLsizei>(high), GL_RGBA, GL_FLOAT, nullptr);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glUseProgram(shaders.get());
    glUniform1i(opengl::uniform(shaders, "picture"), 0);
    opengl::draw_covering_triangle(no_vertices);
    glUseProgram(0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace ingot::samples::pathtracer
