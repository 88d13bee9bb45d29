#include "sky.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <string_view>
#include <vector>

#include "random_numbers.hpp"

namespace ingot::samples {

namespace {

constexpr std::string_view vertex_shader = R"(#version 410 core
layout(location = 0) in vec3 direction;
layout(location = 1) in vec4 light;
uniform mat4 view;
uniform mat4 projection;
uniform vec2 picture;  // in pixels
flat out vec3 colour;
out vec2 place;  // position in the star, -1 to 1

void main() {
    vec4 seen = projection * vec4(mat3(view) * direction, 0.0);
    gl_Position = vec4(seen.xy, 0.0, seen.w);
    // Draw squares, as in point_cloud.cpp.
    float size = max(2.0, picture.y / 720.0 * (2.0 + 4.0 * light.a));
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    gl_Position.xy += place * size / picture * gl_Position.w;
    colour = light.rgb * light.a;
}
)";

constexpr std::string_view fragment_shader = R"(#version 410 core
flat in vec3 colour;
in vec2 place;
out vec4 shown;

void main() {
    shown = vec4(colour * exp(-4.0 * dot(place, place)), 0.0);
}
)";

constexpr size_t star_count = 2'200;

}  // namespace

std::vector<star> scattered_stars() {
    random_numbers random(1974);
    std::vector<star> stars(star_count);
    for (star& each : stars) {
        const double3 direction = random.direction();
        const double brightness = 0.028 * std::pow(1.0 - random.uniform(), -0.62);
        const double warmth = random.uniform();
        each = {{static_cast<float>(direction.x), static_cast<float>(direction.y), static_cast<float>(direction.z)},
                {static_cast<float>(0.62 + 0.38 * warmth), 0.75f, static_cast<float>(1.0 - 0.4 * warmth),
                 static_cast<float>(std::min(brightness, 0.5))}};
    }
    return stars;
}

sky::sky()
    : shaders_(opengl::link_program("the sky", {{GL_VERTEX_SHADER, vertex_shader}, {GL_FRAGMENT_SHADER, fragment_shader}})) {
    const std::vector<star> stars = scattered_stars();
    glBindVertexArray(points_.get());
    glBindBuffer(GL_ARRAY_BUFFER, stars_.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(stars.size() * sizeof(star)), stars.data(), GL_STATIC_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(star), nullptr);
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(star), reinterpret_cast<const void*>(offsetof(star, light)));
    for (const GLuint location : {0u, 1u}) {
        glVertexAttribDivisor(location, 1);
        glEnableVertexAttribArray(location);
    }
    glBindVertexArray(0);
}

void sky::draw(const canvas& canvas) const {
    const auto place = [&](const char* name) { return glGetUniformLocation(shaders_.get(), name); };
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glUseProgram(shaders_.get());
    glUniformMatrix4fv(place("view"), 1, GL_FALSE, glm::value_ptr(canvas.view));
    glUniformMatrix4fv(place("projection"), 1, GL_FALSE, glm::value_ptr(canvas.projection));
    glUniform2f(place("picture"), static_cast<float>(canvas.width), static_cast<float>(canvas.height));
    glBindVertexArray(points_.get());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(star_count));
    glBindVertexArray(0);
    glUseProgram(0);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

}  // namespace ingot::samples
