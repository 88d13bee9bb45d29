#include "camera/orbit_camera.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace ingot::shell {

namespace {

constexpr float steepest = 1.55f;           // just short of the pole, where left and right would swap
constexpr float radians_per_height = 3.2f;  // a drag over the whole height turns by about half a circle
constexpr float factor_per_notch = 0.88f;
constexpr float looking = 0.4f;  // a drag turns the head less than it turns a thing in front
constexpr float nearest = 1e-3f;
constexpr float farthest = 1e6f;

}  // namespace

void orbit_camera::place(const orbit& from) {
    move_to(from);
    start = now;
}

void orbit_camera::move_to(const orbit& to) {
    now = to;
    now.distance = std::clamp(now.distance, nearest, farthest);
    now.pitch = std::clamp(now.pitch, -steepest, steepest);
}

void orbit_camera::turn(glm::vec2 by) {
    now.yaw = std::remainder(now.yaw - by.x * radians_per_height, 2.0f * 3.14159265f);
    now.pitch = std::clamp(now.pitch + by.y * radians_per_height, -steepest, steepest);
}

void orbit_camera::pan(glm::vec2 by) {
    const glm::vec3 right = glm::normalize(glm::cross(glm::vec3(0.0f, 1.0f, 0.0f), direction()));
    const glm::vec3 up = glm::cross(direction(), right);
    const float height = 2.0f * now.distance * std::tan(0.5f * now.field_of_view);  // of the picture, at the target
    now.target += (-by.x * right + by.y * up) * height;
}

void orbit_camera::zoom(float notches) {
    now.distance = std::clamp(now.distance * std::pow(factor_per_notch, notches), nearest, farthest);
}

void orbit_camera::look(glm::vec2 by) {
    const glm::vec3 stays = eye();
    turn(by * looking);
    now.target = stays - now.distance * direction();
}

void orbit_camera::fly(glm::vec3 by) {
    const glm::vec3 ahead = -direction();
    const glm::vec3 right = glm::normalize(glm::cross(ahead, glm::vec3(0.0f, 1.0f, 0.0f)));
    now.target += by.x * right + by.y * glm::cross(right, ahead) + by.z * ahead;
}

glm::vec3 orbit_camera::direction() const {
    return {std::sin(now.yaw) * std::cos(now.pitch), std::sin(now.pitch), std::cos(now.yaw) * std::cos(now.pitch)};
}

glm::mat4 orbit_camera::view() const { return glm::lookAt(eye(), now.target, glm::vec3(0.0f, 1.0f, 0.0f)); }

glm::mat4 orbit_camera::projection(int width, int height) const {
    const float aspect = static_cast<float>(std::max(width, 1)) / static_cast<float>(std::max(height, 1));
    return glm::perspective(now.field_of_view, aspect, now.distance * 1e-3f, now.distance * 1e3f);
}

}  // namespace ingot::shell
