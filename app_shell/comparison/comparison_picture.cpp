#include "comparison/comparison_picture.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <ingot/opengl/shaders.hpp>
#include <string_view>

namespace ingot::shell {

namespace {

// Pixels are fetched, not sampled: what is seen is what is measured.
constexpr std::string_view fragment = R"(#version 410 core
out vec4 shown;
uniform sampler2D first;
uniform sampler2D second;
uniform int view;       // as comparison_view
uniform int line;       // the first column of the second picture
uniform int gap;        // columns before it that belong to none
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
    opengl::program shader =
        opengl::link("the comparison", {{GL_VERTEX_SHADER, opengl::covering_vertices}, {GL_FRAGMENT_SHADER, fragment}});
};

comparison_picture::comparison_picture() : graphics(std::make_unique<objects>()) {}

comparison_picture::~comparison_picture() = default;

extent comparison_picture::size_of_each(extent window_size, comparison_view view) {
    if (view != comparison_view::side_by_side) return window_size;
    return {std::max(1, (window_size.width - gap_between) / 2), window_size.height};
}

void comparison_picture::show(const picture& first, const picture& second, const comparison_layout& by, extent window_size,
                              float exposure) const {
    const GLuint textures[] = {first.tone_mapped(exposure), second.tone_mapped(exposure)};
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, window_size.width, window_size.height);
    glUseProgram(graphics->shader.get());
    const auto uniform = [this](const char* name) { return opengl::uniform(graphics->shader, name); };
    for (const int i : {1, 0}) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
        glBindTexture(GL_TEXTURE_2D, textures[i]);
    }
    const bool beside = by.view == comparison_view::side_by_side;
    const int half = window_size.width - size_of_each(window_size, by.view).width;
    const int split = static_cast<int>(by.line * static_cast<float>(window_size.width) + 0.5f);
    glUniform1i(uniform("first"), 0);
    glUniform1i(uniform("second"), 1);
    glUniform1i(uniform("view"), static_cast<int>(by.view));
    glUniform1i(uniform("line"), beside ? half : split);
    glUniform1i(uniform("gap"), window_size.width - 2 * size_of_each(window_size, by.view).width);
    glUniform1f(uniform("amplify"), by.amplify);
    opengl::draw_covering_triangle(graphics->no_vertices);
    glUseProgram(0);
}

}  // namespace ingot::shell
