#include "camera/orbit_camera.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

namespace ingot::shell {

namespace {

constexpr float steepest = 1.55f;           // radians; less than a right angle, beyond which left and right would swap
constexpr float radians_per_height = 3.2f;  // a drag over the whole height turns by about 180 degrees
constexpr float factor_per_notch = 0.88f;
constexpr float look_factor = 0.4f;  // a drag in flight turns less than a drag in orbit

// Keeps a position within the limits that the text of a camera has (camera_text.hpp), so that a copied command line is accepted.
orbit within_limits(orbit position) {
    constexpr auto radians = [](double degrees) { return static_cast<float>(degrees * (std::numbers::pi / 180.0)); };
    position.target = glm::clamp(position.target, -camera_limits::farthest, camera_limits::farthest);
    position.distance = std::clamp(position.distance, camera_limits::nearest, camera_limits::farthest);
    position.pitch = std::clamp(position.pitch, -steepest, steepest);
    position.field_of_view =
        std::clamp(position.field_of_view, radians(camera_limits::narrowest), radians(camera_limits::widest));
    return position;
}

}  // namespace

void orbit_camera::set_home(const orbit& home) {
    move_to(home);
    home_ = position_;
}

void orbit_camera::move_to(const orbit& orbit) { position_ = within_limits(orbit); }

void orbit_camera::turn(glm::vec2 offset) {
    position_.yaw = std::remainder(position_.yaw - offset.x * radians_per_height, 2.0f * 3.14159265f);
    position_.pitch = std::clamp(position_.pitch + offset.y * radians_per_height, -steepest, steepest);
}

void orbit_camera::pan(glm::vec2 offset) {
    const glm::vec3 right = glm::normalize(glm::cross(glm::vec3(0.0f, 1.0f, 0.0f), direction()));
    const glm::vec3 up = glm::cross(direction(), right);
    // The height of the part of space that the picture shows, at the distance of the target.
    const float height = 2.0f * position_.distance * std::tan(0.5f * position_.field_of_view);
    position_.target += (-offset.x * right + offset.y * up) * height;
    position_ = within_limits(position_);
}

void orbit_camera::zoom(float notches) {
    position_.distance *= std::pow(factor_per_notch, notches);
    position_ = within_limits(position_);
}

void orbit_camera::look(glm::vec2 offset) {
    const glm::vec3 fixed_eye = eye();
    turn(offset * look_factor);
    position_.target = fixed_eye - position_.distance * direction();
    position_ = within_limits(position_);
}

void orbit_camera::fly(glm::vec3 offset) {
    const glm::vec3 ahead = -direction();
    const glm::vec3 right = glm::normalize(glm::cross(ahead, glm::vec3(0.0f, 1.0f, 0.0f)));
    position_.target += offset.x * right + offset.y * glm::cross(right, ahead) + offset.z * ahead;
    position_ = within_limits(position_);
}

glm::vec3 orbit_camera::direction() const {
    return {std::sin(position_.yaw) * std::cos(position_.pitch), std::sin(position_.pitch),
            std::cos(position_.yaw) * std::cos(position_.pitch)};
}

glm::mat4 orbit_camera::view() const { return glm::lookAt(eye(), position_.target, glm::vec3(0.0f, 1.0f, 0.0f)); }

glm::mat4 orbit_camera::projection(int width, int height) const {
    const float aspect = static_cast<float>(std::max(width, 1)) / static_cast<float>(std::max(height, 1));
    return glm::perspective(position_.field_of_view, aspect, position_.distance * 1e-3f, position_.distance * 1e3f);
}

}  // namespace ingot::shell
