#include "timeline.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

namespace ingot::samples::warping {

namespace {

glm::mat4 view_between(const glm::mat4& from, const glm::mat4& to, float share) {
    if (from == to) return from;
    const glm::vec3 eye = glm::mix(glm::vec3(glm::inverse(from)[3]), glm::vec3(glm::inverse(to)[3]), share);
    const glm::quat turned = glm::slerp(glm::quat_cast(glm::mat3(from)), glm::quat_cast(glm::mat3(to)), share);
    glm::mat4 made = glm::mat4_cast(turned);
    made[3] = glm::vec4(-(glm::mat3(made) * eye), 1.0f);
    return made;
}

}  // namespace

between timeline::at(double time, double rate, double speed, const glm::mat4& mouse) {
    const double interval = 1.0 / rate;
    const double now = std::floor(time / interval + 1e-6);
    if (!known || interval != spacing || (now != number && now != number + 1.0)) {
        mouse_before = mouse;
        mouse_after = mouse;
    } else if (now == number + 1.0) {
        mouse_before = mouse_after;
        mouse_after = mouse;
    }
    known = true;
    spacing = interval;
    number = now;

    const auto moment = [&](double frame) { return frame * interval; };
    const auto view = [&](double when, const glm::mat4& by_mouse) { return by_mouse * flight_at(speed * when); };
    between made;
    made.share = std::clamp(time / interval - now, 0.0, 1.0);
    made.before.times = {moment(now), moment(now - 1.0), moment(now + 1.0)};
    made.before.views = {view(moment(now), mouse_before), view(moment(now - 1.0), mouse_before),
                         view(moment(now + 1.0), mouse_after)};
    made.after.times = {moment(now + 1.0), moment(now), moment(now + 2.0)};
    made.after.views = {view(moment(now + 1.0), mouse_after), view(moment(now), mouse_before),
                        view(moment(now + 2.0), mouse_after)};
    made.here.times = {time, time, time};
    made.here.views.fill(view(time, view_between(mouse_before, mouse_after, static_cast<float>(made.share))));
    return made;
}

bool serves_before(const moments& have, const moments& wanted) {
    return have.times[0] == wanted.times[0] && have.views[0] == wanted.views[0] && have.times[2] == wanted.times[2] &&
           have.views[2] == wanted.views[2];
}

bool serves_after(const moments& have, const moments& wanted) {
    return have.times[0] == wanted.times[0] && have.views[0] == wanted.views[0] && have.times[1] == wanted.times[1] &&
           have.views[1] == wanted.views[1];
}

}  // namespace ingot::samples::warping
