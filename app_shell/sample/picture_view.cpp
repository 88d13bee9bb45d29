#include <epoxy/gl.h>

#include <ingot/sample/picture_view.hpp>
#include <string_view>

namespace ingot {

namespace {

constexpr std::string_view fragment = R"(#version 410 core
in vec2 place;
out vec4 shown;
uniform sampler2D picture;
void main() { shown = texture(picture, place); }
)";

}  // namespace

picture_view::picture_view(const device& device)
    : device_(device),
      shaders_(opengl::link_program("the picture's view",
                                    {{GL_VERTEX_SHADER, opengl::full_screen_vertex_shader}, {GL_FRAGMENT_SHADER, fragment}})) {}

acquired_buffer<float4> picture_view::acquire(queue& queue, uint32_t width, uint32_t height) {
    if (!pixels_ || width_ != width || height_ != height) {
        pixels_.emplace(device_, size_t {width} * height, gl_access::write);
        width_ = width;
        height_ = height;
        glBindTexture(GL_TEXTURE_2D, texture_.get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, static_cast<GLsizei>(width), static_cast<GLsizei>(height), 0, GL_RGBA,
                     GL_FLOAT, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    return pixels_->acquire(queue);
}

void picture_view::draw(const canvas&) {
    if (!pixels_) return;
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.get());
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, pixels_->gl_name());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(width_), static_cast<GLsizei>(height_), GL_RGBA, GL_FLOAT,
                    nullptr);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glUseProgram(shaders_.get());
    glUniform1i(opengl::uniform_location(shaders_, "picture"), 0);
    opengl::draw_full_screen_triangle(no_vertices_);
    glUseProgram(0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace ingot
