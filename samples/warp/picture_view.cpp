#include "picture_view.hpp"

#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <string_view>
#include <utility>

namespace ingot::samples::warping {

namespace {

constexpr std::string_view fragment = R"(#version 410 core
in vec2 place;
out vec4 light;
uniform sampler2D truth;
uniform sampler2D warped;
uniform sampler2D warped_then;
uniform sampler2D repeated;
uniform mat3 in_truth;
uniform mat3 in_warped;
uniform mat3 in_repeated;
uniform int what;
uniform vec2 pixels;

// A colour map from black over purple and orange to light yellow, similar to matplotlib's "inferno" (Smith and van der
// Walt 2015).
vec3 heat(float error) {
    vec3 a = vec3(0.008, 0.006, 0.016), b = vec3(0.34, 0.06, 0.43), c = vec3(0.73, 0.21, 0.33), d = vec3(0.98, 0.56, 0.04),
         e = vec3(0.99, 1.0, 0.64);
    float x = 4.0 * clamp(error, 0.0, 1.0);
    vec3 low = mix(mix(a, b, clamp(x, 0.0, 1.0)), c, clamp(x - 1.0, 0.0, 1.0));
    return mix(mix(low, d, clamp(x - 2.0, 0.0, 1.0)), e, clamp(x - 3.0, 0.0, 1.0));
}

// Returns the colour of a picture at a place that is given as the camera sees it now.
vec3 colour_at(sampler2D picture, mat3 places, vec2 at) {
    vec3 there = places * vec3(at, 1.0);
    return texture(picture, there.xy / there.z).rgb;
}

vec3 difference(vec2 at) {
    vec3 error = abs(colour_at(warped_then, in_truth, at) - colour_at(truth, in_truth, at));
    return heat(4.0 * max(error.r, max(error.g, error.b)));
}

vec3 picture(int which, vec2 at) {
    if (which == 2) return colour_at(warped, in_warped, at);
    if (which == 3) return colour_at(truth, in_truth, at);
    if (which == 4) return colour_at(repeated, in_repeated, at);
    return difference(at);
}

// Four pictures. At the top: true and warped. At the bottom: the last frame repeated, and the error of the warped
// picture.
vec3 compared(vec2 at) {
    vec2 middle = abs(at - 0.5) * pixels;
    if (min(middle.x, middle.y) < 1.2) return vec3(0.03);
    vec2 part = fract(2.0 * at);
    if (at.y >= 0.5) return picture(at.x < 0.5 ? 3 : 2, part);
    return picture(at.x < 0.5 ? 4 : 5, part);
}

// One picture: a third of it true, a third warped, and a third the error of the warped picture.
vec3 strips(vec2 at) {
    vec2 edges = abs(vec2(at.x - 1.0 / 3.0, at.x - 2.0 / 3.0)) * pixels.x;
    if (min(edges.x, edges.y) < 1.2) return vec3(0.92);
    return picture(at.x < 1.0 / 3.0 ? 3 : at.x < 2.0 / 3.0 ? 2 : 5, at);
}

// The canvas stores linear light: decode sRGB.
vec3 light_of(vec3 colour) { return mix(colour / 12.92, pow((colour + 0.055) / 1.055, vec3(2.4)), step(0.04045, colour)); }

void main() {
    vec3 colour = what == 0 ? compared(place) : what == 1 ? strips(place) : picture(what, place);
    light = vec4(light_of(colour), 1.0);
}
)";

}  // namespace

std::vector<std::string> view_names() { return {"compare", "strips", "warped", "true", "repeated", "difference"}; }

picture_view::picture_view()
    : program_(opengl::link_program("the warp's view",
                                    {{GL_VERTEX_SHADER, opengl::full_screen_vertex_shader}, {GL_FRAGMENT_SHADER, fragment}})) {}

void picture_view::draw(const canvas& canvas, view_kind kind, const pictures& textures) const {
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    const auto left = static_cast<GLint>(std::lround(canvas.uncovered.left * static_cast<float>(canvas.width)));
    const auto right = static_cast<GLint>(std::lround(canvas.uncovered.right * static_cast<float>(canvas.width)));
    glViewport(left, 0, right - left, canvas.height);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(program_.get());
    GLint unit = 0;
    for (const auto& [name, texture] :
         {std::pair {"truth", textures.truth}, std::pair {"warped", textures.warped},
          std::pair {"warped_then", textures.compared}, std::pair {"repeated", textures.repeated}}) {
        glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
        glBindTexture(GL_TEXTURE_2D, texture);
        glUniform1i(opengl::uniform_location(program_, name), unit++);
    }
    glActiveTexture(GL_TEXTURE0);
    for (const auto& [name, places] : {std::pair {"in_truth", &textures.in_truth}, std::pair {"in_warped", &textures.in_warped},
                                       std::pair {"in_repeated", &textures.in_repeated}})
        glUniformMatrix3fv(opengl::uniform_location(program_, name), 1, GL_FALSE, glm::value_ptr(*places));
    glUniform1i(opengl::uniform_location(program_, "what"), static_cast<GLint>(kind));
    glUniform2f(opengl::uniform_location(program_, "pixels"), static_cast<float>(right - left),
                static_cast<float>(canvas.height));
    opengl::draw_full_screen_triangle(no_vertices_);
    glViewport(0, 0, canvas.width, canvas.height);
    glUseProgram(0);
}

}  // namespace ingot::samples::warping
