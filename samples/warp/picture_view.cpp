#include "picture_view.hpp"

#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <ingot/sample/picture_view.hpp>
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

// A canvas stores linear light: decode sRGB. The polynomial for ((colour + 0.055) / 1.055)^2.4 has an error of a twentieth of an
// 8-bit step. A software renderer takes several times as long for pow().
constexpr std::string_view light_of_colour = R"(
vec3 light_of(vec3 colour) {
    vec3 curved = 0.00104627 + colour * (0.02840425 + colour * (0.56037135 + colour * (0.52651214 - 0.11679131 * colour)));
    return mix(colour / 12.92, curved, step(0.04045, colour));
}
)";

constexpr std::string_view write_light = R"(
vec3 written(vec3 colour) { return light_of(colour); }
)";

constexpr std::string_view write_colour = R"(
vec3 written(vec3 colour) { return colour; }
)";

// The shell encodes light as sRGB with the same polynomial.
constexpr std::string_view write_exposed_colour = R"(
uniform float exposure;
vec3 written(vec3 colour) {
    vec3 exposed = min(light_of(colour) * exposure, 1.0);
    vec3 root = sqrt(exposed);
    vec3 fourth = sqrt(root);
    vec3 curved = root * (1.12268099 - 0.33550082 * fourth) + 0.19613609 * fourth + 0.08132968 * exposed - 0.06461156;
    return mix(12.92 * exposed, curved, step(0.0031308, exposed));
}
)";

constexpr std::string_view after_picture = R"(
uniform bool has_upper_row_first;
void main() {
    vec2 at = vec2(place.x, has_upper_row_first ? 1.0 - place.y : place.y);
    vec3 distances = abs(at.xxy - lines) * pixels.xxy;
    bool on_line = min(distances.x, min(distances.y, distances.z)) < 1.2;
    light = vec4(written(on_line ? vec3(line_colour) : picture(fract(repeats * at))), 1.0);
}
)";

opengl::program program_with(std::string_view picture, std::string_view write) {
    std::string source;
    for (const std::string_view each : {before_picture, picture, light_of_colour, write, after_picture}) source += each;
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

/// The textures that the shell takes, and the framebuffer through which they are drawn.
struct picture_view::handed_textures {
    opengl::framebuffer framebuffer;
    std::shared_ptr<const opengl::texture> light = std::make_shared<opengl::texture>();
    opengl::texture colours;
    glm::ivec2 size_of_light {0};
    glm::ivec2 size_of_colours {0};
    uint64_t version = 0;        // that was handed over last
    uint64_t drawn_version = 0;  // that `light` has

    /// Makes a texture the target of drawing, until the end of the scope.
    class target {
    public:
        target(const handed_textures& handed, GLuint texture) {
            glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before_);
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, handed.framebuffer.get());
            glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
            for (const GLenum each : {GL_BLEND, GL_STENCIL_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB}) glDisable(each);
            glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
            constexpr float black[] {0.0f, 0.0f, 0.0f, 1.0f};
            glClearBufferfv(GL_COLOR, 0, black);
        }
        target(const target&) = delete;
        target& operator=(const target&) = delete;
        ~target() { glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before_)); }

    private:
        GLint before_ = 0;
    };
};

picture_view::shaders::shaders(output colours)
    : plain(program_with(plain_picture, colours == output::light     ? write_light
                                        : colours == output::display ? write_colour
                                                                     : write_exposed_colour)),
      difference(program_with(difference_picture, colours == output::light     ? write_light
                                                  : colours == output::display ? write_colour
                                                                               : write_exposed_colour)) {}

picture_view::picture_view() = default;
picture_view::~picture_view() = default;

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

const opengl::program& picture_view::use_program_for(const shaders& chosen, view_kind shown, const pictures& textures) {
    const opengl::program& program = shown == view_kind::difference ? chosen.difference : chosen.plain;
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

void picture_view::draw(const canvas& canvas, view_kind kind, const pictures& textures) {
    const drawing drawn {kind, textures, canvas.uncovered};
    if (canvas.view_texture) return hand_over(canvas, drawn);
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    draw_over({canvas.width, canvas.height}, drawn, light_, 1.0f, false);
}

/// Draws into the framebuffer that is bound.
void picture_view::draw_over(glm::ivec2 size, const drawing& drawn, const shaders& chosen, float exposure,
                             bool has_upper_row_first) const {
    const auto left = static_cast<GLint>(std::lround(drawn.uncovered.left * static_cast<float>(size.x)));
    const auto right = static_cast<GLint>(std::lround(drawn.uncovered.right * static_cast<float>(size.x)));
    const glm::vec2 pixels(right - left, size.y);
    glViewport(left, 0, right - left, size.y);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_SCISSOR_TEST);
    const layout divided = layout_of(drawn.kind);
    for (const part& each : divided.parts) {
        // The pixels whose middles are in the part.
        const glm::ivec2 first = glm::ceil(each.low * pixels - 0.5f);
        const glm::ivec2 end = glm::ceil(each.high * pixels - 0.5f);
        glScissor(left + first.x, has_upper_row_first ? size.y - end.y : first.y, end.x - first.x, end.y - first.y);
        const opengl::program& program = use_program_for(chosen, each.shown, drawn.textures);
        glUniform1f(opengl::uniform_location(program, "repeats"), divided.repeats);
        glUniform3fv(opengl::uniform_location(program, "lines"), 1, glm::value_ptr(divided.lines));
        glUniform1f(opengl::uniform_location(program, "line_colour"), divided.line_colour);
        glUniform2f(opengl::uniform_location(program, "pixels"), pixels.x, pixels.y);
        glUniform1f(opengl::uniform_location(program, "exposure"), exposure);
        glUniform1i(opengl::uniform_location(program, "has_upper_row_first"), has_upper_row_first ? 1 : 0);
        opengl::draw_full_screen_triangle(no_vertices_);
    }
    glActiveTexture(GL_TEXTURE0);
    glDisable(GL_SCISSOR_TEST);
    glViewport(0, 0, size.x, size.y);
    glUseProgram(0);
}

void picture_view::hand_over(const canvas& canvas, const drawing& drawn) {
    if (!handed_) handed_ = std::make_shared<handed_textures>();
    const glm::ivec2 canvas_size {canvas.width, canvas.height};
    const auto resize = [](const opengl::texture& texture, glm::ivec2& size, glm::ivec2 wanted, GLint format, GLenum order,
                           GLenum type) {
        if (std::exchange(size, wanted) == wanted) return;
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, texture.get());
        glTexImage2D(GL_TEXTURE_2D, 0, format, wanted.x, wanted.y, 0, order, type, nullptr);
        for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
            glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
        glBindTexture(GL_TEXTURE_2D, 0);
    };
    resize(*handed_->light, handed_->size_of_light, canvas_size, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT);
    handed_->version = new_picture_version();
    // These functions are called before the next picture is handed over, while the textures of this one exist.
    const auto current = [weak = std::weak_ptr(handed_), version = handed_->version] {
        const auto found = weak.lock();
        return found && found->version == version ? found : nullptr;
    };
    *canvas.view_texture = {handed_->light, handed_->light->get(), canvas.width, canvas.height, handed_->version};
    canvas.view_texture->upload = [this, current, drawn, canvas_size] {
        const auto found = current();
        if (!found || std::exchange(found->drawn_version, found->version) == found->version) return;
        const handed_textures::target target(*found, found->light->get());
        draw_over(canvas_size, drawn, light_, 1.0f, false);
    };
    canvas.view_texture->mapped = [this, current, drawn, resize](const tone_mapping& mapping, int width, int height) -> uint32_t {
        const auto found = current();
        if (!found) return 0;
        // The order of bytes of a window, as for the colours of picture_view in the shell.
        resize(found->colours, found->size_of_colours, {width, height}, GL_RGBA, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV);
        const bool is_exposed = mapping.exposure != 1.0f;
        auto& chosen = is_exposed ? exposed_display_ : display_;
        if (!chosen) chosen = std::make_unique<shaders>(is_exposed ? output::exposed_display : output::display);
        const handed_textures::target target(*found, found->colours.get());
        draw_over({width, height}, drawn, *chosen, mapping.exposure, true);
        return found->colours.get();
    };
}

}  // namespace ingot::samples::warping
