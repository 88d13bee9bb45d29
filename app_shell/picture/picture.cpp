#include "picture/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/opengl/shaders.hpp>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ingot::shell {

namespace {

/// Of a picture without a sample, which is black. new_picture_version() does not return it.
constexpr uint64_t version_of_black = std::numeric_limits<uint64_t>::max();

// A program begins with the constant `filmic`, because software renderers execute all branches. Without it the shader only
// multiplies by the exposure, clamps to 1 and encodes as sRGB. With `filmic` it applies
// the tone curve of Narkowicz, "ACES Filmic Tone Mapping Curve", 2015. Before the curve, bright colours lose some of
// their saturation, as on film; otherwise a very bright blue area would show no differences of brightness. Dithering
// with an amplitude of one 8-bit step (Jimenez, "Next Generation Post Processing in Call of Duty", 2014: interleaved
// gradient noise) hides the bands of dark gradients. The noise depends only on the position, so that equal pictures stay
// equal. Black stays black.
constexpr std::string_view tone_map_fragment = R"(
in vec2 place;
out vec4 shown;
uniform sampler2D scene;
uniform float exposure;

vec3 curve(vec3 x) { return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }

// 1.055 linear^(1 / 2.4) - 0.055 by two roots, because pow() takes several times as long on a CPU. The numbers are those with the smallest
// largest error between 0.0031308 and 1: 3.5e-5, a hundredth of an 8-bit step.
vec3 encode(vec3 linear) {
    vec3 root = sqrt(linear);
    vec3 fourth = sqrt(root);
    vec3 curved = root * (1.12268099 - 0.33550082 * fourth) + 0.19613609 * fourth + 0.08132968 * linear - 0.06461156;
    return mix(12.92 * linear, curved, step(0.0031308, linear));
}

void main() {
    vec3 light = max(texture(scene, place).rgb, 0.0) * exposure;
    light = mix(light, vec3(0.0), isnan(light));  // mix() with bools selects; a product with 0 would keep NaN
    light = min(light, vec3(6.0e4));
    if (!filmic) {
        shown = vec4(encode(min(light, 1.0)), 1.0);
        return;
    }
    float brightest = max(light.r, max(light.g, light.b));
    float luminance = dot(light, vec3(0.2126, 0.7152, 0.0722));
    light = mix(light, vec3(luminance), 0.6 * brightest / (brightest + 6.0));
    vec3 colour = encode(curve(0.8 * light));
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    shown = vec4(colour + (noise - 0.5) / 255.0 * step(1.0 / 1024.0, colour), 1.0);
}
)";

constexpr std::string_view copy_fragment = R"(#version 410 core
in vec2 place;
out vec4 shown;
uniform sampler2D scene;
void main() { shown = texture(scene, place); }
)";

void attach_texture(GLuint texture, GLenum format, GLenum filter, extent size) {
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), size.width, size.height, 0, GL_RGBA,
                 format == GL_RGBA16F ? GL_HALF_FLOAT : GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(filter));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, static_cast<GLint>(filter));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
}

void require_complete(extent size) {
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw std::runtime_error(fmt::format("OpenGL cannot create a framebuffer of {} x {} pixels", size.width, size.height));
}

opengl::program tone_map(const std::string& is_filmic) {
    const std::string fragment = "#version 410 core\nconst bool filmic = " + is_filmic + ";" + std::string(tone_map_fragment);
    return opengl::link_program("the picture",
                                {{GL_VERTEX_SHADER, opengl::full_screen_vertex_shader}, {GL_FRAGMENT_SHADER, fragment}});
}

void disable(std::initializer_list<GLenum> features) {
    for (const GLenum each : features) glDisable(each);
}

/// Sets the state for drawing over a whole framebuffer.
void prepare_to_draw_over(extent size) {
    glViewport(0, 0, size.width, size.height);
    disable({GL_BLEND, GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB});
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

extent usable(extent size) { return {std::max(size.width, 1), std::max(size.height, 1)}; }

}  // namespace

struct picture::objects {
    opengl::framebuffer framebuffers[2];  // linear colours; 8-bit sRGB
    opengl::framebuffer of_device;        // colours that the sample's device has mapped
    opengl::texture textures[2];
    opengl::renderbuffer depth;
    opengl::vertex_array no_vertices;
    opengl::program filmic = tone_map("true");
    opengl::program without_curve = tone_map("false");
    opengl::program copy = opengl::link_program(
        "the picture", {{GL_VERTEX_SHADER, opengl::full_screen_vertex_shader}, {GL_FRAGMENT_SHADER, copy_fragment}});
};

picture::picture(extent size) : objects_(std::make_unique<objects>()) { resize(size); }

picture::~picture() = default;

void picture::resize(extent size) {
    size = usable(size);
    if (size == size_) return;
    glBindFramebuffer(GL_FRAMEBUFFER, objects_->framebuffers[0].get());
    attach_texture(objects_->textures[0].get(), GL_RGBA16F, GL_LINEAR, size);
    glBindRenderbuffer(GL_RENDERBUFFER, objects_->depth.get());
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, size.width, size.height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, objects_->depth.get());
    require_complete(size);
    glBindFramebuffer(GL_FRAMEBUFFER, objects_->framebuffers[1].get());
    attach_texture(objects_->textures[1].get(), GL_RGBA8, GL_NEAREST, size);
    require_complete(size);
    size_ = size;
    shown_ = kept_ = {};
}

void picture::clear() const {
    glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
    glClearDepth(1.0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

canvas picture::begin(const glm::mat4& view, const glm::mat4& projection, tone_curve tone, const uncovered_part& uncovered,
                      bool has_one_view) {
    tone_curve_ = tone;
    has_one_view_ = has_one_view;
    view_texture_ = {};
    glBindFramebuffer(GL_FRAMEBUFFER, objects_->framebuffers[0].get());
    glViewport(0, 0, size_.width, size_.height);
    disable(
        {GL_BLEND, GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB, GL_PROGRAM_POINT_SIZE});
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glUseProgram(0);
    glBindVertexArray(0);
    glActiveTexture(GL_TEXTURE0);
    if (!has_one_view) clear();
    return {objects_->framebuffers[0].get(),        size_.width, size_.height, view, projection, uncovered,
            has_one_view ? &view_texture_ : nullptr};
}

void picture::make_black() {
    has_one_view_ = true;  // without a texture
    view_texture_ = {};
    view_texture_.version = version_of_black;
    tone_curve_ = tone_curve::filmic;
}

/// Draws a texture over a framebuffer of this size.
void picture::draw(const opengl::program& program, const shared_texture& source, extent size, float exposure) const {
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, source.name);
    // Pixel for pixel, the filter has nothing to do, and on a CPU it takes several times as long.
    const bool is_exact = size == extent {source.width, source.height};
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        glTexParameteri(GL_TEXTURE_2D, filter, is_exact ? GL_NEAREST : GL_LINEAR);
    glUseProgram(program.get());
    glUniform1i(opengl::uniform_location(program, "scene"), 0);
    glUniform1f(opengl::uniform_location(program, "exposure"), exposure);
    opengl::draw_full_screen_triangle(objects_->no_vertices);
    glUseProgram(0);
}

void picture::draw_tone_mapped(extent size, float exposure) const {
    if (has_one_view_ && view_texture_.upload) view_texture_.upload();
    prepare_to_draw_over(size);
    if (has_one_view_ && view_texture_.name == 0) return clear();
    const shared_texture canvas {{}, objects_->textures[0].get(), size_.width, size_.height};
    draw(tone_curve_ == tone_curve::filmic ? objects_->filmic : objects_->without_curve, has_one_view_ ? view_texture_ : canvas,
         size, exposure);
}

picture::mapped_view picture::view_mapped_with(float exposure) const {
    return has_one_view_ ? mapped_view {view_texture_.version, exposure, tone_curve_} : mapped_view {};
}

/// Shows the colours that the sample's device maps. Returns false if it maps none.
bool picture::show_mapped(extent window_size, float exposure) const {
    if (!has_one_view_ || !view_texture_.mapped) return false;
    const auto [width, height] = usable(window_size);
    const GLuint colours = view_texture_.mapped({exposure, tone_curve_}, width, height);
    if (colours == 0) return false;
    prepare_to_draw_over(window_size);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, objects_->of_device.get());
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colours, 0);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    // The first row is the upper one in the texture, and the lower one in a framebuffer. A window has its rows in memory in the
    // order of the texture, so OpenGL on a processor copies them as they are.
    glBlitFramebuffer(0, height, width, 0, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return true;
}

bool picture::shows_the_same(extent window_size, float exposure) const {
    const mapped_view wanted = view_mapped_with(exposure);
    return wanted.version != 0 && wanted == shown_ && window_size == shown_size_;
}

void picture::show(extent window_size, float exposure) {
    const bool was_shown = shows_the_same(window_size, exposure) && window_size == size_;
    const mapped_view wanted = view_mapped_with(exposure);
    shown_ = {};  // unless nothing fails
    if (!show_mapped(window_size, exposure)) {
        if (was_shown && kept_ != wanted) tone_mapped(exposure);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        prepare_to_draw_over(window_size);
        if (was_shown)
            draw(objects_->copy, {{}, objects_->textures[1].get(), size_.width, size_.height}, window_size, exposure);
        else
            draw_tone_mapped(window_size, exposure);
    }
    shown_ = wanted;
    shown_size_ = window_size;
}

uint32_t picture::tone_mapped(float exposure) const {
    glBindFramebuffer(GL_FRAMEBUFFER, objects_->framebuffers[1].get());
    draw_tone_mapped(size_, exposure);
    kept_ = view_mapped_with(exposure);
    return objects_->textures[1].get();
}

std::vector<uint8_t> picture::read(float exposure) const {
    tone_mapped(exposure);
    const size_t row = 3 * static_cast<size_t>(size_.width);
    std::vector<uint8_t> bottom_first(row * static_cast<size_t>(size_.height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size_.width, size_.height, GL_RGB, GL_UNSIGNED_BYTE, bottom_first.data());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    std::vector<uint8_t> rows;
    rows.reserve(bottom_first.size());
    for (int y = size_.height; y-- > 0;) {
        const auto first = bottom_first.begin() + static_cast<std::ptrdiff_t>(row * static_cast<size_t>(y));
        rows.insert(rows.end(), first, first + static_cast<std::ptrdiff_t>(row));
    }
    return rows;
}

}  // namespace ingot::shell
