#include "trails.hpp"

#include <glm/gtc/type_ptr.hpp>
#include <string_view>

namespace ingot::samples {

namespace {

constexpr std::string_view vertex_shader = R"(#version 410 core
layout(location = 0) in vec3 body;
layout(location = 1) in vec3 tint;
uniform mat4 view;
uniform mat4 projection;
out vec3 colour;

void main() {
    gl_Position = projection * view * vec4(body, 1.0);
    colour = tint;
}
)";

constexpr std::string_view fragment_shader = R"(#version 410 core
in vec3 colour;
out vec4 shown;
void main() { shown = vec4(colour, 0.0); }
)";

struct vertex {
    glm::vec3 place;
    glm::vec3 colour;
};

constexpr float ellipse_brightness = 0.035f;
constexpr size_t longest = 1'200;  // positions in a trail; each drawn step adds one

}  // namespace

trails::trails()
    : shaders_(opengl::link_program("the trails", {{GL_VERTEX_SHADER, vertex_shader}, {GL_FRAGMENT_SHADER, fragment_shader}})) {
    glBindVertexArray(lines_.get());
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.get());
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(vertex), nullptr);
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(vertex), reinterpret_cast<const void*>(sizeof(glm::vec3)));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glBindVertexArray(0);
}

void trails::begin(const std::vector<glm::vec4>& lights) {
    places_.clear();
    colours_.clear();
    ellipses_.clear();
    if (lights.size() > most_bodies) return;
    for (const glm::vec4& light : lights) colours_.emplace_back(light);
}

void trails::add(const bodies& bodies) {
    std::vector<glm::vec3>& latest = places_.emplace_back();
    for (const double3& place : bodies.positions) latest.emplace_back(place.x, place.y, place.z);
    if (places_.size() > longest) places_.pop_front();
}

void trails::draw(const canvas& canvas, float brightness) const {
    if (!is_active()) return;
    std::vector<vertex> all;
    std::vector<GLint> starts;
    std::vector<GLsizei> lengths;
    // A closed line ends with its first point.
    for (const std::vector<glm::vec3>& ellipse : ellipses_) {
        starts.push_back(static_cast<GLint>(all.size()));
        lengths.push_back(static_cast<GLsizei>(ellipse.size() + 1));
        for (size_t i = 0; i <= ellipse.size(); ++i)
            all.push_back({ellipse[i % ellipse.size()], glm::vec3(ellipse_brightness * brightness)});
    }
    for (size_t body = 0; body < colours_.size(); ++body) {
        starts.push_back(static_cast<GLint>(all.size()));
        lengths.push_back(static_cast<GLsizei>(places_.size()));
        for (size_t i = 0; i < places_.size(); ++i) {
            const float fresh = static_cast<float>(i + 1 + longest - places_.size()) / static_cast<float>(longest);
            all.push_back({places_[i][body], colours_[body] * (0.22f * brightness * fresh * fresh)});
        }
    }

    glBindBuffer(GL_ARRAY_BUFFER, vertices_.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(all.size() * sizeof(vertex)), all.data(), GL_STREAM_DRAW);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glUseProgram(shaders_.get());
    glUniformMatrix4fv(glGetUniformLocation(shaders_.get(), "view"), 1, GL_FALSE, glm::value_ptr(canvas.view));
    glUniformMatrix4fv(glGetUniformLocation(shaders_.get(), "projection"), 1, GL_FALSE, glm::value_ptr(canvas.projection));
    glBindVertexArray(lines_.get());
    glMultiDrawArrays(GL_LINE_STRIP, starts.data(), lengths.data(), static_cast<GLsizei>(starts.size()));
    glBindVertexArray(0);
    glUseProgram(0);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

}  // namespace ingot::samples
