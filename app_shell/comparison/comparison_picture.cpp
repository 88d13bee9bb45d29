#include "comparison/comparison_picture.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
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
uniform int begin;      // side by side: the first column that shows the first picture
uniform int width;      // side by side: the number of columns of each picture
uniform float amplify;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 in_first = ivec2(at.x - begin, at.y);
    ivec2 in_second = ivec2(at.x - line, at.y);
    vec3 colour = vec3(0.0);
    if (view == 0)
        colour = at.x < line ? texelFetch(first, at, 0).rgb : texelFetch(second, at, 0).rgb;
    else if (view == 1 && in_first.x >= 0 && in_first.x < width)
        colour = texelFetch(first, in_first, 0).rgb;
    else if (view == 1 && in_second.x >= 0 && in_second.x < width)
        colour = texelFetch(second, in_second, 0).rgb;
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

comparison_columns comparison_picture::columns_of(int window_width, const comparison_layout& layout) {
    if (layout.view != comparison_view::side_by_side) return {0, 0, window_width};
    const auto column_at = [window_width](float share) {
        return static_cast<int>(std::lround(share * static_cast<float>(window_width)));
    };
    const int left = column_at(layout.shared_part.left);
    const int right = column_at(layout.shared_part.right);
    const int width = std::max(1, (right - left - gap_between) / 2);
    return {left, right - width, width};
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
    const comparison_columns columns = columns_of(window_size.width, layout);
    const int split = static_cast<int>(layout.line * static_cast<float>(window_size.width) + 0.5f);
    glUniform1i(uniform("first"), 0);
    glUniform1i(uniform("second"), 1);
    glUniform1i(uniform("view"), static_cast<int>(layout.view));
    glUniform1i(uniform("line"), beside ? columns.second : split);
    glUniform1i(uniform("begin"), columns.first);
    glUniform1i(uniform("width"), columns.width);
    glUniform1f(uniform("amplify"), layout.amplify);
    opengl::draw_full_screen_triangle(objects_->no_vertices);
    glUseProgram(0);
}

}  // namespace ingot::shell
