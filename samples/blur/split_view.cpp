#include "split_view.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <string>
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

// The shaders read the picture's pixels by index. If they are smaller than the canvas's pixels, a shader averages several. If
// they are up to three times as large, it interpolates. If they are larger still, or lie exactly on the canvas's pixels, each
// appears as it is. Software renderers execute all branches of a shader, so each way has its own, and so has each picture.
constexpr std::string_view before_colour = R"(#version 410 core
in vec2 place;
out vec4 shown;
uniform samplerBuffer picture;
uniform ivec2 size;
uniform float split;
uniform vec2 across;  // picture pixels per canvas pixel

vec4 pixel(ivec2 at) {
    at = clamp(at, ivec2(0), size - 1);
    return texelFetch(picture, at.y * size.x + at.x);
}
)";

constexpr std::string_view averaged_colour = R"(
uniform ivec2 steps;
vec4 colour_at(vec2 at) {
    vec4 sum = vec4(0.0);
    for (int y = 0; y < steps.y; ++y)
        for (int x = 0; x < steps.x; ++x)
            sum += pixel(ivec2(floor(at + ((vec2(x, y) + 0.5) / vec2(steps) - 0.5) * across)));
    return sum / float(steps.x * steps.y);
}
)";

constexpr std::string_view interpolated_colour = R"(
vec4 colour_at(vec2 at) {
    vec2 corner = floor(at - 0.5);
    vec2 share = at - 0.5 - corner;
    ivec2 first = ivec2(corner);
    return mix(mix(pixel(first), pixel(first + ivec2(1, 0)), share.x),
               mix(pixel(first + ivec2(0, 1)), pixel(first + ivec2(1, 1)), share.x), share.y);
}
)";

constexpr std::string_view single_colour = R"(
vec4 colour_at(vec2 at) { return pixel(ivec2(floor(at))); }
)";

constexpr std::string_view after_colour = R"(
void main() {
    vec4 colour = colour_at(place * vec2(size));
    float squares = mod(floor(gl_FragCoord.x / 8.0) + floor(gl_FragCoord.y / 8.0), 2.0);
    vec3 light = max(colour.rgb, 0.0) + (1.0 - clamp(colour.a, 0.0, 1.0)) * mix(0.10, 0.16, squares);
    float line = abs(place.x - split) * float(size.x) / across.x;
    if (split > 0.0 && split < 1.0) light = mix(vec3(0.95), light, smoothstep(0.6, 1.4, line));
    shown = vec4(light, 1.0);
}
)";

opengl::program program_with(std::string_view colour) {
    const std::string source = std::string(before_colour) + std::string(colour) + std::string(after_colour);
    return opengl::link_program("the blur's view", {{GL_VERTEX_SHADER, vertex_shader}, {GL_FRAGMENT_SHADER, source}});
}

constexpr float distance_at_first = 2.0f;

/// Returns half of the width and of the height of the rectangle, in the units of the camera.
glm::vec2 half_size(const canvas& canvas, const picture_size& size) {
    const float half_height = distance_at_first * std::tan(0.5f * initial_camera().field_of_view);
    const float half_width = half_height * static_cast<float>(canvas.width) / static_cast<float>(canvas.height);
    const float fitted = std::min(half_width / static_cast<float>(size.width), half_height / static_cast<float>(size.height));
    return {fitted * static_cast<float>(size.width), fitted * static_cast<float>(size.height)};
}

/// Returns the place of a point of the plane z = 0 on the canvas, in pixels.
glm::vec2 place_on_canvas(const canvas& canvas, const glm::vec2& point) {
    const glm::vec4 clip = canvas.projection * canvas.view * glm::vec4(point, 0.0f, 1.0f);
    const glm::vec2 share = clip.w > 0.0f ? 0.5f + 0.5f * glm::vec2(clip) / clip.w : glm::vec2(0.0f);
    return share * glm::vec2(canvas.width, canvas.height);
}

bool is_whole(const glm::vec2& number) {
    return glm::all(glm::lessThan(glm::abs(number - glm::round(number)), glm::vec2(1e-3f)));
}

}  // namespace

orbit initial_camera() { return {.distance = distance_at_first}; }

std::pair<float, float> edges_on_canvas(const canvas& canvas, const picture_size& size) {
    const float half_width = half_size(canvas, size).x;
    const auto share_of = [&](float x) { return place_on_canvas(canvas, {x, 0.0f}).x / static_cast<float>(canvas.width); };
    return {share_of(-half_width), share_of(half_width)};
}

split_layout layout_on(const canvas& canvas, const picture_size& size, float split) {
    const glm::vec2 half = half_size(canvas, size);
    const glm::vec2 low = place_on_canvas(canvas, -half);
    const glm::vec2 high = place_on_canvas(canvas, half);
    // The camera does not turn: the picture's pixels have the same size everywhere.
    const glm::vec2 across = glm::vec2(size.width, size.height) / glm::max(high - low, glm::vec2(1e-6f));
    const float largest = std::max(across.x, across.y);
    const float smallest = std::min(across.x, across.y);
    const bool is_exact = largest < 1.0001f && smallest > 0.9999f && is_whole(low);
    // Subtract a small number before rounding up, so that a rounding error does not add a step.
    const glm::ivec2 steps = glm::clamp(glm::ceil(across - 0.01f), 1.0f, 6.0f);
    const float line = low.x + split * (high.x - low.x);
    return {.low = {low.x, low.y},
            .high = {high.x, high.y},
            .across = {across.x, across.y},
            .steps = {steps.x, steps.y},
            .canvas = {canvas.width, canvas.height},
            .picture = size,
            .way = largest > 1.001f                ? sampling::averaged
                   : smallest > 0.34f && !is_exact ? sampling::interpolated
                                                   : sampling::single,
            .first_right = std::clamp(static_cast<int>(std::ceil(std::clamp(line, -1e6f, 1e6f) - 0.5f)), 0, canvas.width),
            .split = split};
}

split_view::split_view()
    : averaged_(program_with(averaged_colour)),
      interpolated_(program_with(interpolated_colour)),
      single_(program_with(single_colour)) {}

void split_view::draw(const canvas& canvas, const picture_size& size, const opengl::texture& left, const opengl::texture& right,
                      float split) const {
    const glm::vec2 half = half_size(canvas, size);
    const split_layout layout = layout_on(canvas, size, split);
    const opengl::program& program = layout.way == sampling::averaged       ? averaged_
                                     : layout.way == sampling::interpolated ? interpolated_
                                                                            : single_;
    const auto uniform = [&](const char* name) { return opengl::uniform_location(program, name); };
    glUseProgram(program.get());
    glUniformMatrix4fv(uniform("camera"), 1, GL_FALSE, glm::value_ptr(canvas.projection * canvas.view));
    glUniform2f(uniform("half_size"), half.x, half.y);
    glUniform1i(uniform("picture"), 0);
    glUniform2i(uniform("size"), size.width, size.height);
    glUniform1f(uniform("split"), split);
    glUniform2f(uniform("across"), layout.across.x, layout.across.y);
    glUniform2i(uniform("steps"), layout.steps.x, layout.steps.y);
    glActiveTexture(GL_TEXTURE0);
    glBindVertexArray(no_vertices_.get());
    // Draw both pictures, each up to the line.
    glEnable(GL_SCISSOR_TEST);
    const auto draw_picture = [&](const opengl::texture& picture, int from, int to) {
        if (from >= to) return;
        glBindTexture(GL_TEXTURE_BUFFER, picture.get());
        glScissor(from, 0, to - from, canvas.height);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    };
    draw_picture(left, 0, layout.first_right);
    draw_picture(right, layout.first_right, canvas.width);
    glDisable(GL_SCISSOR_TEST);
    glBindVertexArray(0);
    glUseProgram(0);
}

}  // namespace ingot::samples::blur
