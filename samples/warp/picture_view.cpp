#include "picture_view.hpp"

#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace ingot::samples::warping {

namespace {

// The shaders of one picture and of a difference have these parts in common. Software renderers execute all branches of a shader,
// so there is a shader for each, and each part of a view is drawn by its own.
constexpr std::string_view before_picture = R"(#version 410 core
in vec2 place;
out vec4 light;
uniform sampler2D first;
uniform sampler2D second;
uniform mat3 in_first;
uniform mat3 in_second;
uniform float repeats;
uniform vec3 lines;
uniform float line_colour;
uniform vec2 pixels;

// Returns the colour of a picture at a place that is given as the camera sees it now.
vec3 colour_at(sampler2D picture, mat3 places, vec2 at) {
    vec3 there = places * vec3(at, 1.0);
    return texture(picture, there.xy / there.z).rgb;
}
)";

constexpr std::string_view plain_picture = R"(
vec3 picture(vec2 at) { return colour_at(first, in_first, at); }
)";

constexpr std::string_view difference_picture = R"(
// A colour map from black over purple and orange to light yellow, similar to matplotlib's "inferno" (Smith and van der
// Walt 2015).
vec3 heat(float error) {
    vec3 a = vec3(0.008, 0.006, 0.016), b = vec3(0.34, 0.06, 0.43), c = vec3(0.73, 0.21, 0.33), d = vec3(0.98, 0.56, 0.04),
         e = vec3(0.99, 1.0, 0.64);
    float x = 4.0 * clamp(error, 0.0, 1.0);
    vec3 low = mix(mix(a, b, clamp(x, 0.0, 1.0)), c, clamp(x - 1.0, 0.0, 1.0));
    return mix(mix(low, d, clamp(x - 2.0, 0.0, 1.0)), e, clamp(x - 3.0, 0.0, 1.0));
}

vec3 picture(vec2 at) {
    vec3 error = abs(colour_at(first, in_first, at) - colour_at(second, in_second, at));
    return heat(4.0 * max(error.r, max(error.g, error.b)));
}
)";

constexpr std::string_view after_picture = R"(
// The canvas stores linear light: decode sRGB. The polynomial for ((colour + 0.055) / 1.055)^2.4 has an error of a twentieth of an
// 8-bit step. A software renderer takes several times as long for pow().
vec3 light_of(vec3 colour) {
    vec3 curved = 0.00104627 + colour * (0.02840425 + colour * (0.56037135 + colour * (0.52651214 - 0.11679131 * colour)));
    return mix(colour / 12.92, curved, step(0.04045, colour));
}

void main() {
    vec3 distances = abs(place.xxy - lines) * pixels.xxy;
    bool on_line = min(distances.x, min(distances.y, distances.z)) < 1.2;
    light = vec4(light_of(on_line ? vec3(line_colour) : picture(fract(repeats * place))), 1.0);
}
)";

opengl::program program_with(std::string_view picture) {
    const std::string source = std::string(before_picture) + std::string(picture) + std::string(after_picture);
    return opengl::link_program("the warp's view",
                                {{GL_VERTEX_SHADER, opengl::full_screen_vertex_shader}, {GL_FRAGMENT_SHADER, source}});
}

void bind(const opengl::program& program, GLint unit, const char* sampler, GLuint texture, const char* matrix,
          const glm::mat3& places) {
    glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
    glBindTexture(GL_TEXTURE_2D, texture);
    glUniform1i(opengl::uniform_location(program, sampler), unit);
    glUniformMatrix3fv(opengl::uniform_location(program, matrix), 1, GL_FALSE, glm::value_ptr(places));
}

}  // namespace

std::vector<std::string> view_names() { return {"compare", "strips", "warped", "true", "repeated", "difference"}; }

picture_view::picture_view() : plain_(program_with(plain_picture)), difference_(program_with(difference_picture)) {}

picture_view::layout picture_view::layout_of(view_kind kind) {
    constexpr float half = 0.5f;
    constexpr float third = 1.0f / 3.0f;
    switch (kind) {
        case view_kind::compare:
            // At the top true and warped, at the bottom the last frame repeated and the difference.
            return {.parts = {{view_kind::truth, {0.0f, half}, {half, 1.0f}},
                              {view_kind::warped, {half, half}, {1.0f, 1.0f}},
                              {view_kind::repeated, {0.0f, 0.0f}, {half, half}},
                              {view_kind::difference, {half, 0.0f}, {1.0f, half}}},
                    .repeats = 2.0f,
                    .lines = {half, -1.0f, half},
                    .line_colour = 0.03f};
        case view_kind::strips:
            // One picture: a third of it true, a third warped, and a third the difference.
            return {.parts = {{view_kind::truth, {0.0f, 0.0f}, {third, 1.0f}},
                              {view_kind::warped, {third, 0.0f}, {2.0f * third, 1.0f}},
                              {view_kind::difference, {2.0f * third, 0.0f}, {1.0f, 1.0f}}},
                    .lines = {third, 2.0f * third, -1.0f},
                    .line_colour = 0.92f};
        default:
            return {.parts = {{kind, {0.0f, 0.0f}, {1.0f, 1.0f}}}};
    }
}

const opengl::program& picture_view::use_program_for(view_kind shown, const pictures& textures) const {
    const opengl::program& program = shown == view_kind::difference ? difference_ : plain_;
    glUseProgram(program.get());
    if (shown == view_kind::difference) {
        bind(program, 0, "first", textures.compared, "in_first", textures.in_truth);
        bind(program, 1, "second", textures.truth, "in_second", textures.in_truth);
    } else if (shown == view_kind::truth) {
        bind(program, 0, "first", textures.truth, "in_first", textures.in_truth);
    } else if (shown == view_kind::repeated) {
        bind(program, 0, "first", textures.repeated, "in_first", textures.in_repeated);
    } else {
        bind(program, 0, "first", textures.warped, "in_first", textures.in_warped);
    }
    return program;
}

void picture_view::draw(const canvas& canvas, view_kind kind, const pictures& textures) const {
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    const auto left = static_cast<GLint>(std::lround(canvas.uncovered.left * static_cast<float>(canvas.width)));
    const auto right = static_cast<GLint>(std::lround(canvas.uncovered.right * static_cast<float>(canvas.width)));
    const glm::vec2 pixels(right - left, canvas.height);
    glViewport(left, 0, right - left, canvas.height);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_SCISSOR_TEST);
    const layout divided = layout_of(kind);
    for (const part& each : divided.parts) {
        // The pixels whose middles are in the part.
        const glm::ivec2 first = glm::ceil(each.low * pixels - 0.5f);
        const glm::ivec2 end = glm::ceil(each.high * pixels - 0.5f);
        glScissor(left + first.x, first.y, end.x - first.x, end.y - first.y);
        const opengl::program& program = use_program_for(each.shown, textures);
        glUniform1f(opengl::uniform_location(program, "repeats"), divided.repeats);
        glUniform3fv(opengl::uniform_location(program, "lines"), 1, glm::value_ptr(divided.lines));
        glUniform1f(opengl::uniform_location(program, "line_colour"), divided.line_colour);
        glUniform2f(opengl::uniform_location(program, "pixels"), pixels.x, pixels.y);
        opengl::draw_full_screen_triangle(no_vertices_);
    }
    glActiveTexture(GL_TEXTURE0);
    glDisable(GL_SCISSOR_TEST);
    glViewport(0, 0, canvas.width, canvas.height);
    glUseProgram(0);
}

}  // namespace ingot::samples::warping
