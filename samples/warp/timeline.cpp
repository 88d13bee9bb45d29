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
    // previous one and keeps its transform; the new next frame gets the current transform.
    if (!has_mouse_views_ || interval != frame_interval_ ||
        (current_frame != frame_index_ && current_frame != frame_index_ + 1.0)) {
        mouse_before_ = mouse;
        mouse_after_ = mouse;
    } else if (current_frame == frame_index_ + 1.0) {
        mouse_before_ = mouse_after_;
        mouse_after_ = mouse;
    }
    has_mouse_views_ = true;
    frame_interval_ = interval;
    frame_index_ = current_frame;

    const auto moment = [&](double frame) { return frame * interval; };
    const auto view = [&](double view_time, const glm::mat4& by_mouse) { return by_mouse * flight_transform(speed * view_time); };
    displayed_moment result;
    result.fraction = std::clamp(time / interval - current_frame, 0.0, 1.0);
    result.previous_frame.times = {moment(current_frame), moment(current_frame - 1.0), moment(current_frame + 1.0)};
    result.previous_frame.views = {view(moment(current_frame), mouse_before_), view(moment(current_frame - 1.0), mouse_before_),
                                   view(moment(current_frame + 1.0), mouse_after_)};
    result.next_frame.times = {moment(current_frame + 1.0), moment(current_frame), moment(current_frame + 2.0)};
    result.next_frame.views = {view(moment(current_frame + 1.0), mouse_after_), view(moment(current_frame), mouse_before_),
                               view(moment(current_frame + 2.0), mouse_after_)};
    result.displayed.times = {time, time, time};
    result.displayed.views.fill(view(time, view_between(mouse_before_, mouse_after_, static_cast<float>(result.fraction))));
    return result;
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
