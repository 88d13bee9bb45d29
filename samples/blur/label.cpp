#include "label.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "lettering.hpp"

namespace ingot::samples::blur {

namespace {

constexpr std::string_view vertex_shader = R"(#version 410 core
uniform vec4 area;  // left, bottom, width, height as shares of the canvas
out vec2 place;
void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = vec4((area.xy + place * area.zw) * 2.0 - 1.0, 0.0, 1.0);
}
)";

constexpr std::string_view fragment_shader = R"(#version 410 core
in vec2 place;
out vec4 shown;
uniform sampler2D letters;
void main() {
    float ink = texture(letters, vec2(place.x, 1.0 - place.y)).r;
    shown = vec4(vec3(0.86) * ink, 0.72 + 0.28 * ink);  // letters over a dark background
}
)";

// Margins around the letters, in units of the height of capitals.
constexpr float margin_across = 1.0f;
constexpr float margin_down = 0.8f;

}  // namespace

label::label()
    : program_(opengl::link_program("the blur's labels",
                                    {{GL_VERTEX_SHADER, vertex_shader}, {GL_FRAGMENT_SHADER, fragment_shader}})) {}

void label::write(const std::string& text, int capital) {
    const auto size = static_cast<float>(capital);
    const float pen = std::max(0.6f, 0.07f * size);
    width_ = static_cast<int>(std::ceil(width_of(text, size) + 2.0f * margin_across * size));
    height_ = static_cast<int>(std::ceil(size + 2.0f * margin_down * size));
    ink_.assign(static_cast<size_t>(width_) * static_cast<size_t>(height_), 0);
    for (const stroke& line : strokes_of(text, size)) {
        float minimum = static_cast<float>(width_);
        float maximum = 0.0f;
        for (const point& each : line) {
            minimum = std::min(minimum, each.x);
            maximum = std::max(maximum, each.x);
        }
        const int first = std::max(0, static_cast<int>(minimum + margin_across * size - pen - 1.0f));
        const int end = std::min(width_, static_cast<int>(maximum + margin_across * size + pen + 2.0f));
        for (int y = 0; y < height_; ++y) {
            for (int x = first; x < end; ++x) {
                const point position {static_cast<float>(x) + 0.5f - margin_across * size,
                                      static_cast<float>(y) + 0.5f - margin_down * size};
                const float covered = std::clamp(0.5f + pen - distance_to(line, position), 0.0f, 1.0f);
                uint8_t& pixel = ink_[static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x)];
                pixel = std::max(pixel, static_cast<uint8_t>(255.0f * covered));
            }
        }
    }
    is_uploaded_ = false;
    text_ = text;
    text_height_ = capital;
}

void label::upload() {
    if (std::exchange(is_uploaded_, true)) return;
    glBindTexture(GL_TEXTURE_2D, letters_.get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width_, height_, 0, GL_RED, GL_UNSIGNED_BYTE, ink_.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

label_area label::place(const canvas& canvas, const std::string& text, side alignment, float from_side, float from_bottom) {
    const int capital = std::max(6, static_cast<int>(std::lround(static_cast<float>(canvas.height) / 65.0f)));
    if (text != text_ || capital != text_height_) write(text, capital);
    const auto canvas_width = static_cast<float>(canvas.width);
    const float left = alignment == side::left ? canvas.uncovered.left * canvas_width + from_side
                                               : canvas.uncovered.right * canvas_width - from_side - static_cast<float>(width_);
    return {.left = static_cast<int32_t>(std::lround(left)),
            .bottom = static_cast<int32_t>(std::lround(from_bottom)),
            .width = width_,
            .height = height_,
            .canvas = {canvas.width, canvas.height}};
}

void label::draw(const canvas& canvas, const std::string& text, side alignment, float from_side, float from_bottom) {
    const label_area area = place(canvas, text, alignment, from_side, from_bottom);
    upload();
    const auto share = [](int32_t pixels, int size) { return static_cast<float>(pixels) / static_cast<float>(size); };
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, letters_.get());
    glUseProgram(program_.get());
    glUniform1i(opengl::uniform_location(program_, "letters"), 0);
    glUniform4f(opengl::uniform_location(program_, "area"), share(area.left, canvas.width), share(area.bottom, canvas.height),
                share(area.width, canvas.width), share(area.height, canvas.height));
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(no_vertices_.get());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindVertexArray(0);
    glDisable(GL_BLEND);
    glUseProgram(0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace ingot::samples::blur
