#include "split_view.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <string_view>

namespace ingot::samples::blur {

namespace {

constexpr std::string_view vertex_shader = R"(#version 410 core
uniform mat4 camera;
uniform vec2 half_size;
out vec2 place;
void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = camera * vec4((place * 2.0 - 1.0) * half_size, 0.0, 1.0);
    place.y = 1.0 - place.y;  // rows are stored from the top
}
)";

// The shader reads the picture's pixels by index. If they are smaller than the canvas's pixels, it averages several. If
// they are up to three times as large, it interpolates. If they are larger still, they appear as squares.
constexpr std::string_view fragment_shader = R"(#version 410 core
in vec2 place;
out vec4 shown;
uniform samplerBuffer left_picture;
uniform samplerBuffer right_picture;
uniform ivec2 size;
uniform float split;

vec4 pixel(bool on_left, ivec2 at) {
    at = clamp(at, ivec2(0), size - 1);
    int index = at.y * size.x + at.x;
    return on_left ? texelFetch(left_picture, index) : texelFetch(right_picture, index);
}

vec4 interpolated(bool on_left, vec2 at) {
    vec2 corner = floor(at - 0.5);
    vec2 share = at - 0.5 - corner;
    ivec2 first = ivec2(corner);
    return mix(mix(pixel(on_left, first), pixel(on_left, first + ivec2(1, 0)), share.x),
               mix(pixel(on_left, first + ivec2(0, 1)), pixel(on_left, first + ivec2(1, 1)), share.x), share.y);
}

vec4 averaged(bool on_left, vec2 at, vec2 across) {
    // Subtract a small number before rounding up, so that a rounding error of fwidth() does not add a step.
    ivec2 steps = ivec2(clamp(ceil(across - 0.01), vec2(1.0), vec2(6.0)));
    vec4 sum = vec4(0.0);
    for (int y = 0; y < steps.y; ++y)
        for (int x = 0; x < steps.x; ++x)
            sum += pixel(on_left, ivec2(floor(at + ((vec2(x, y) + 0.5) / vec2(steps) - 0.5) * across)));
    return sum / float(steps.x * steps.y);
}

void main() {
    vec2 at = place * vec2(size);
    vec2 across = max(fwidth(at), vec2(1e-6));  // picture pixels per canvas pixel
    bool on_left = place.x < split;
    vec4 colour = max(across.x, across.y) > 1.001  ? averaged(on_left, at, across)
                  : min(across.x, across.y) > 0.34 ? interpolated(on_left, at)
                                                   : pixel(on_left, ivec2(floor(at)));
    float squares = mod(floor(gl_FragCoord.x / 8.0) + floor(gl_FragCoord.y / 8.0), 2.0);
    vec3 light = max(colour.rgb, 0.0) + (1.0 - clamp(colour.a, 0.0, 1.0)) * mix(0.10, 0.16, squares);
    float line = abs(place.x - split) * float(size.x) / across.x;
    if (split > 0.0 && split < 1.0) light = mix(vec3(0.95), light, smoothstep(0.6, 1.4, line));
    shown = vec4(light, 1.0);
}
)";

constexpr float distance_at_first = 2.0f;

/// Returns half of the width and of the height of the rectangle, in the units of the camera.
glm::vec2 half_size(const canvas& canvas, const picture_size& size) {
    const float half_height = distance_at_first * std::tan(0.5f * initial_camera().field_of_view);
    const float half_width = half_height * static_cast<float>(canvas.width) / static_cast<float>(canvas.height);
    const float fitted = std::min(half_width / static_cast<float>(size.width), half_height / static_cast<float>(size.height));
    return {fitted * static_cast<float>(size.width), fitted * static_cast<float>(size.height)};
}

void bind(GLuint unit, const opengl::texture& texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_BUFFER, texture.get());
}

}  // namespace

orbit initial_camera() { return {.distance = distance_at_first}; }

std::pair<float, float> edges_on_canvas(const canvas& canvas, const picture_size& size) {
    const float half_width = half_size(canvas, size).x;
    const auto share_of = [&](float x) {
        const glm::vec4 clip = canvas.projection * canvas.view * glm::vec4(x, 0.0f, 0.0f, 1.0f);
        return clip.w > 0.0f ? 0.5f + 0.5f * clip.x / clip.w : 0.0f;
    };
    return {share_of(-half_width), share_of(half_width)};
}

split_view::split_view()
    : program_(
          opengl::link_program("the blur's view", {{GL_VERTEX_SHADER, vertex_shader}, {GL_FRAGMENT_SHADER, fragment_shader}})) {}

void split_view::draw(const canvas& canvas, const picture_size& size, const opengl::texture& left, const opengl::texture& right,
                      float split) const {
    const glm::vec2 half = half_size(canvas, size);
    bind(0, left);
    bind(1, right);
    glUseProgram(program_.get());
    glUniformMatrix4fv(opengl::uniform_location(program_, "camera"), 1, GL_FALSE,
                       glm::value_ptr(canvas.projection * canvas.view));
    glUniform2f(opengl::uniform_location(program_, "half_size"), half.x, half.y);
    glUniform1i(opengl::uniform_location(program_, "left_picture"), 0);
    glUniform1i(opengl::uniform_location(program_, "right_picture"), 1);
    glUniform2i(opengl::uniform_location(program_, "size"), size.width, size.height);
    glUniform1f(opengl::uniform_location(program_, "split"), split);
    glBindVertexArray(no_vertices_.get());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindVertexArray(0);
    glUseProgram(0);
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace ingot::samples::blur
