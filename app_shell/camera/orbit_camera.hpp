// A camera that looks at a target point from a distance. In orbit it turns around the target. In flight the camera and
// the target move together.
#pragma once

#include <glm/glm.hpp>
#include <ingot/sample/sample.hpp>

namespace ingot::shell {

/// The limits of a camera's position. They also hold for positions as text (camera_text.hpp).
namespace camera_limits {
inline constexpr float nearest = 1e-3f;   ///< the smallest distance
inline constexpr float farthest = 1e6f;   ///< the largest distance, and the largest coordinate of the target
inline constexpr double narrowest = 1.0;  ///< the smallest field of view, in degrees
inline constexpr double widest = 170.0;   ///< the largest field of view, in degrees
}  // namespace camera_limits

/// The position of the camera, the position to which home() returns, and the movements of the camera. The position stays within
/// camera_limits, and the pitch within 1.55 radians up and down, which is slightly less than a right angle.
class orbit_camera {
public:
    explicit orbit_camera(const orbit& home = {}) { set_home(home); }

    /// Sets the position, and the position to which home() returns.
    void set_home(const orbit& home);
    void home() { position_ = home_; }
    /// Sets only the position.
    void move_to(const orbit& orbit);
    bool is_home() const { return position_ == home_; }
    const orbit& position() const { return position_; }

    /// Turns the camera around the target by a movement of the mouse, in fractions of the picture's height.
    void turn(glm::vec2 drag);
    /// Moves the camera and the target parallel to the picture, in fractions of the picture's height.
    void pan(glm::vec2 drag);
    /// Moves the camera towards the target (positive) or away from it, in notches of a mouse wheel.
    void zoom(float notches);

    /// In flight: turns the view around the eye, in fractions of the picture's height.
    void look(glm::vec2 drag);
    /// In flight: moves the eye right, up and forward, together with the target.
    void fly(glm::vec3 offset);
    glm::vec3 eye() const { return position_.target + position_.distance * direction(); }

    glm::mat4 view() const;
    glm::mat4 projection(int width, int height) const;

private:
    glm::vec3 direction() const;  ///< from the target to the eye

    orbit home_;
    orbit position_;
};

}  // namespace ingot::shell
