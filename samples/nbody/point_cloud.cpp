#include "point_cloud.hpp"

#include <glm/gtc/type_ptr.hpp>
#include <string_view>

namespace ingot::samples {

namespace {

constexpr std::string_view vertex_shader = R"(#version 410 core
layout(location = 0) in vec4 body;  // position in xyz, speed in w
layout(location = 1) in vec4 light;

uniform mat4 view;
uniform mat4 projection;
uniform float diameter;      // in pixels, at distance 1
uniform float largest;       // in pixels
uniform vec2 picture;        // in pixels
uniform float brightness;
uniform float middle_speed;  // 0: use each body's own colour
uniform bool haze;

flat out vec3 colour;
out vec2 place;  // position in the point, -1 to 1

// From dark red through gold and white to blue, as the colour of a heated body.
vec3 colour_of_speed(float share) {
    const vec3 ramp[5] = vec3[5](vec3(0.55, 0.05, 0.04), vec3(1.0, 0.30, 0.06), vec3(1.0, 0.72, 0.34), vec3(0.85, 0.92, 1.0),
                                 vec3(0.30, 0.52, 1.0));
    float place = clamp(share, 0.0, 1.0) * 4.0;
    int first = min(int(place), 3);
    return mix(ramp[first], ramp[first + 1], place - float(first));
}

void main() {
    vec4 seen = view * vec4(body.xyz, 1.0);
    gl_Position = projection * seen;

    float speed_share = body.w / max(middle_speed, 1e-30);
    vec3 tint = middle_speed > 0.0 ? colour_of_speed(speed_share / (1.0 + speed_share)) : light.rgb;

    float flux = haze ? 1.0 : light.a;
    // Brighter points are larger. A point that would be smaller than three pixels is drawn with three pixels, but fainter.
    float wanted = diameter * pow(flux, 0.3) / max(-seen.z, 1e-30);
    float size = clamp(wanted, 3.0, largest);
    // Draw squares instead of GL_POINTS: drivers differ in how they clip points and which sizes they support.
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    gl_Position.xy += place * size / picture * gl_Position.w;
    float shrunk = min(wanted / size, 1.0);
    // A body is too near if its point would be larger than `largest`. It fades out as it comes nearer.
    float near = min(largest / wanted, 1.0);
    colour = tint * (brightness * flux * shrunk * shrunk * near * near);
}
)";

constexpr std::string_view fragment_shader = R"(#version 410 core
flat in vec3 colour;
in vec2 place;
uniform bool haze;
out vec4 shown;

void main() {
    float distance_squared = dot(place, place);
    float edge = max(1.0 - distance_squared, 0.0);
    // A point is a sharp core in a wide halo. The haze consists of halos only.
    float light = haze ? edge * edge * edge : exp(-13.0 * distance_squared) + 0.04 * edge * edge;
    shown = vec4(colour * light, 0.0);
}
)";

// Spreads the picture of the haze over the canvas.
constexpr std::string_view spreading_shader = R"(#version 410 core
in vec2 place;
uniform sampler2D haze;
out vec4 shown;
void main() { shown = texture(haze, place); }
)";

}  // namespace

point_cloud::point_cloud(const device& device)
    : shaders_(opengl::link_program("the bodies", {{GL_VERTEX_SHADER, vertex_shader}, {GL_FRAGMENT_SHADER, fragment_shader}})),
      device_(device),
      points_(device, 0, gl_access::write),
      spreading_shaders_(opengl::link_program("the haze of the bodies", {{GL_VERTEX_SHADER, opengl::full_screen_vertex_shader},
                                                                         {GL_FRAGMENT_SHADER, spreading_shader}})) {}

void point_cloud::set_lights(const std::vector<glm::vec4>& lights) {
    count_ = lights.size();
    if (points_.size() != count_) points_ = shared_buffer<float4>(device_, count_, gl_access::write);
    glBindBuffer(GL_ARRAY_BUFFER, light_buffer_.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(count_ * sizeof(glm::vec4)), lights.data(), GL_STATIC_DRAW);
    set_vertex_layout(all_points_, 1);
    set_vertex_layout(haze_points_, measures_of_haze(count_, {}, 1.0f).step);
}

void point_cloud::set_vertex_layout(const opengl::vertex_array& points, size_t step) const {
    glBindVertexArray(points.get());
    GLuint location = 0;
    for (const GLuint buffer : {points_.gl_name(), light_buffer_.get()}) {
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        glVertexAttribPointer(location, 4, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(step * sizeof(float4)), nullptr);
        glVertexAttribDivisor(location, 1);
        glEnableVertexAttribArray(location);
        ++location;
    }
    glBindVertexArray(0);
}

void point_cloud::draw(const canvas& canvas, const point_style& style) {
    if (count_ == 0) return;
    const auto height = static_cast<float>(canvas.height);
    const point_measures haze = measures_of_haze(count_, style, height);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    if (haze.points > 0) draw_haze(canvas, style, haze);
    draw_points(canvas, style, measures_of_points(count_, style, height), false);
    glUseProgram(0);
    glBindVertexArray(0);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

void point_cloud::draw_haze(const canvas& canvas, const point_style& style, const point_measures& measures) {
    glBindFramebuffer(GL_FRAMEBUFFER, haze_target_.get());
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, haze_light_.get());
    constexpr auto pixel = static_cast<int>(pixels_of_haze_pixel);
    const auto parts = [](int pixels) { return (pixels + pixel - 1) / pixel; };
    if (haze_width_ != parts(canvas.width) || haze_height_ != parts(canvas.height)) {
        haze_width_ = parts(canvas.width);
        haze_height_ = parts(canvas.height);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16F, haze_width_, haze_height_, 0, GL_RGBA, GL_FLOAT, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, haze_light_.get(), 0);
    }
    glViewport(0, 0, haze_width_, haze_height_);
    constexpr float black[4] = {};
    glClearBufferfv(GL_COLOR, 0, black);
    draw_points(canvas, style, measures, true);

    glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    glViewport(0, 0, canvas.width, canvas.height);
    glUseProgram(spreading_shaders_.get());
    glUniform1i(opengl::uniform_location(spreading_shaders_, "haze"), 0);
    opengl::draw_full_screen_triangle(no_vertices_);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void point_cloud::draw_points(const canvas& canvas, const point_style& style, const point_measures& measures, bool haze) const {
    const auto place = [&](const char* name) { return opengl::uniform_location(shaders_, name); };
    glUseProgram(shaders_.get());
    glUniformMatrix4fv(place("view"), 1, GL_FALSE, glm::value_ptr(canvas.view));
    glUniformMatrix4fv(place("projection"), 1, GL_FALSE, glm::value_ptr(canvas.projection));
    glUniform1f(place("diameter"), measures.diameter);
    glUniform1f(place("largest"), measures.largest);
    glUniform2f(place("picture"), static_cast<float>(canvas.width), static_cast<float>(canvas.height));
    glUniform1f(place("brightness"), measures.brightness);
    glUniform1f(place("middle_speed"), style.is_coloured_by_speed ? style.middle_speed : 0.0f);
    glUniform1i(place("haze"), haze ? 1 : 0);
    glBindVertexArray((haze ? haze_points_ : all_points_).get());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(measures.points));
}

}  // namespace ingot::samples
