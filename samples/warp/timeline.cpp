#include "timeline.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

namespace ingot::samples::warping {

namespace {

// Interpolates between two views: the position of the eye linearly, the rotation spherically.
glm::mat4 view_between(const glm::mat4& from, const glm::mat4& to, float share) {
    if (from == to) return from;
    const glm::vec3 eye = glm::mix(glm::vec3(glm::inverse(from)[3]), glm::vec3(glm::inverse(to)[3]), share);
    const glm::quat turned = glm::slerp(glm::quat_cast(glm::mat3(from)), glm::quat_cast(glm::mat3(to)), share);
    glm::mat4 view = glm::mat4_cast(turned);
    view[3] = glm::vec4(-(glm::mat3(view) * eye), 1.0f);
    return view;
}

}  // namespace

displayed_moment timeline::moment_at(double time, double rate, double speed, const glm::mat4& mouse) {
    const double interval = 1.0 / rate;
    const double current_frame = std::floor(time / interval + 1e-6);
    // The displayed moment lies between two rendered frames, the previous one and the next one. mouse_before_ and
    // mouse_after_ are the camera transforms that the mouse had set for them. At the start, after a change of the frame rate
    // and after a jump in time, both get the current transform. When the time reaches the next frame, that frame becomes the
    // previous one and keeps its transform; the new next frame gets the current transform, unless it was rendered ahead.
    if (!has_mouse_views_ || interval != frame_interval_ ||
        (current_frame != frame_index_ && current_frame != frame_index_ + 1.0)) {
        mouse_before_ = mouse;
        mouse_after_ = mouse;
        mouse_ahead_.clear();
    } else if (current_frame == frame_index_ + 1.0) {
        mouse_before_ = mouse_after_;
        mouse_after_ = mouse_ahead_.empty() ? mouse : mouse_ahead_.front();
        if (!mouse_ahead_.empty()) mouse_ahead_.pop_front();
    }
    has_mouse_views_ = true;
    frame_interval_ = interval;
    frame_index_ = current_frame;
    speed_ = speed;

    const auto moment = [&](double frame) { return frame * interval; };
    const glm::mat4& mouse_ahead = mouse_ahead_.empty() ? mouse_after_ : mouse_ahead_.front();
    displayed_moment result;
    result.fraction = std::clamp(time / interval - current_frame, 0.0, 1.0);
    result.previous_frame.times = {moment(current_frame), moment(current_frame - 1.0), moment(current_frame + 1.0)};
    result.previous_frame.views = {view_of_frame(current_frame, mouse_before_), view_of_frame(current_frame - 1.0, mouse_before_),
                                   view_of_frame(current_frame + 1.0, mouse_after_)};
    result.next_frame.times = {moment(current_frame + 1.0), moment(current_frame), moment(current_frame + 2.0)};
    result.next_frame.views = {view_of_frame(current_frame + 1.0, mouse_after_), view_of_frame(current_frame, mouse_before_),
                               view_of_frame(current_frame + 2.0, mouse_ahead)};
    result.displayed.times = {time, time, time};
    result.mouse = view_between(mouse_before_, mouse_after_, static_cast<float>(result.fraction));
    result.previous_mouse = mouse_before_;
    result.displayed.views.fill(result.mouse * flight_transform(speed * time));
    return result;
}

moments timeline::frame_ahead(const glm::mat4& mouse) {
    if (mouse_ahead_.empty()) mouse_ahead_.push_back(mouse_after_);  // where the motion of the frame after leads
    if (mouse_ahead_.size() < 2) mouse_ahead_.push_back(mouse);
    const double frame = frame_index_ + 2.0;
    return {.times = {frame * frame_interval_, (frame - 1.0) * frame_interval_, (frame + 1.0) * frame_interval_},
            .views = {view_of_frame(frame, mouse_ahead_[0]), view_of_frame(frame - 1.0, mouse_after_),
                      view_of_frame(frame + 1.0, mouse_ahead_[1])}};
}

glm::mat4 timeline::view_of_frame(double frame, const glm::mat4& mouse) const {
    return mouse * flight_transform(speed_ * (frame * frame_interval_));
}

glm::mat3 places_seen_from(const glm::mat4& wanted, const glm::mat4& of_picture, float aspect) {
    if (wanted == of_picture) return glm::mat3(1.0f);
    // The plane is at the distance of the middle of the temple. A ray whose depth is 1 meets it at `distance` times the ray.
    constexpr float least_distance = 20.0f;  // if the camera is in the middle, or looks away from it
    const float distance = std::max(-(wanted * glm::vec4(initial_view().target, 1.0f)).z, least_distance);
    const glm::mat4 to_picture = of_picture * glm::inverse(wanted);
    glm::mat3 rays(to_picture);  // from rays of the wanted view to rays of the picture; the depth of a ray is minus its z
    rays[2] -= glm::vec3(to_picture[3]) / distance;
    const float up = std::tan(0.5f * glm::radians(field_of_view));
    // A place (x, y, 1) is the ray ((2 x - 1) up aspect, (2 y - 1) up, -1).
    const glm::mat3 ray_of_place {{2.0f * up * aspect, 0.0f, 0.0f}, {0.0f, 2.0f * up, 0.0f}, {-up * aspect, -up, -1.0f}};
    return glm::inverse(ray_of_place) * rays * ray_of_place;
}

bool is_usable_as_previous(const moments& have, const moments& expected) {
    return have.times[0] == expected.times[0] && have.views[0] == expected.views[0] && have.times[2] == expected.times[2] &&
           have.views[2] == expected.views[2];
}

bool is_usable_as_next(const moments& have, const moments& expected) {
    return have.times[0] == expected.times[0] && have.views[0] == expected.views[0] && have.times[1] == expected.times[1] &&
           have.views[1] == expected.views[1];
}

}  // namespace ingot::samples::warping
