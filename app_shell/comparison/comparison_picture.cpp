#include "comparison/comparison_picture.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <ingot/opengl/shaders.hpp>
#include <string_view>

namespace ingot::shell {

namespace {

// texelFetch reads pixels without filtering, so that the window shows exactly the values that are compared.
constexpr std::string_view fragment = R"(#version 410 core
out vec4 shown;
uniform sampler2D first;
uniform sampler2D second;
uniform int view;       // a comparison_view
uniform int line;       // the first column of the window that shows the second picture
uniform int gap;        // side by side: number of black columns between the pictures
uniform float amplify;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 beside = ivec2(at.x - line, at.y);
    vec3 colour = vec3(0.0);
    if (view == 0)
        colour = at.x < line ? texelFetch(first, at, 0).rgb : texelFetch(second, at, 0).rgb;
    else if (view == 1 && at.x < line - gap)
        colour = texelFetch(first, at, 0).rgb;
    else if (view == 1 && at.x >= line)
        colour = texelFetch(second, beside, 0).rgb;
    else if (view == 2)
        colour = amplify * abs(texelFetch(first, at, 0).rgb - texelFetch(second, at, 0).rgb);
    shown = vec4(colour, 1.0);
}
)";

constexpr int gap_between = 2;

}  // namespace

struct comparison_picture::objects {
    opengl::vertex_array no_vertices;
    opengl::program shader = opengl::link_program(
        "the comparison", {{GL_VERTEX_SHADER, opengl::full_screen_vertex_shader}, {GL_FRAGMENT_SHADER, fragment}});
};

comparison_picture::comparison_picture() : objects_(std::make_unique<objects>()) {}

comparison_picture::~comparison_picture() = default;

extent comparison_picture::size_of_each(extent window_size, comparison_view view) {
    if (view != comparison_view::side_by_side) return window_size;
    return {std::max(1, (window_size.width - gap_between) / 2), window_size.height};
}

void comparison_picture::show(const picture& first, const picture& second, const comparison_layout& layout, extent window_size,
                              float exposure) const {
    const GLuint textures[] = {first.tone_mapped(exposure), second.tone_mapped(exposure)};
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, window_size.width, window_size.height);
    glUseProgram(objects_->shader.get());
    const auto uniform = [this](const char* name) { return opengl::uniform_location(objects_->shader, name); };
    for (const int i : {1, 0}) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
        glBindTexture(GL_TEXTURE_2D, textures[i]);
    }
    const bool beside = layout.view == comparison_view::side_by_side;
    const int half = window_size.width - size_of_each(window_size, layout.view).width;
    const int split = static_cast<int>(layout.line * static_cast<float>(window_size.width) + 0.5f);
    glUniform1i(uniform("first"), 0);
    glUniform1i(uniform("second"), 1);
    glUniform1i(uniform("view"), static_cast<int>(layout.view));
    glUniform1i(uniform("line"), beside ? half : split);
    glUniform1i(uniform("gap"), window_size.width - 2 * size_of_each(window_size, layout.view).width);
    glUniform1f(uniform("amplify"), layout.amplify);
    opengl::draw_full_screen_triangle(objects_->no_vertices);
    glUseProgram(0);
}

}  // namespace ingot::shell
