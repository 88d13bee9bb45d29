// The camera: it stands at a distance from a point and looks at it. It turns around that point, or flies with it.
#pragma once

#include <glm/glm.hpp>
#include <ingot/sample/sample.hpp>

namespace ingot::shell {

class orbit_camera {
public:
    explicit orbit_camera(const orbit& from = {}) { place(from); }

    /// Where it starts, and returns to with home().
    void place(const orbit& from);
    void home() { now = start; }
    /// Looks from elsewhere; home() stays where it is.
    void move_to(const orbit& to);
    bool is_home() const { return now == start; }
    const orbit& position() const { return now; }

    /// Turns by a movement of the mouse, in fractions of the picture's height.
    void turn(glm::vec2 by);
    /// Moves the target in the picture's plane, by fractions of the picture's height.
    void pan(glm::vec2 by);
    /// Goes nearer (positive) or farther, in notches of a mouse wheel.
    void zoom(float notches);

    /// Flying: turns about the eye, by fractions of the picture's height.
    void look(glm::vec2 by);
    /// Flying: moves the eye to the right, up and ahead, and the target with it.
    void fly(glm::vec3 by);
    glm::vec3 eye() const { return now.target + now.distance * direction(); }

    glm::mat4 view() const;
    glm::mat4 projection(int width, int height) const;

private:
    glm::vec3 direction() const;  ///< from the target to the eye

    orbit start;
    orbit now;
};

}  // namespace ingot::shell
