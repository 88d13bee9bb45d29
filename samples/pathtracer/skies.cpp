#include "skies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/glm.hpp>
#include <numbers>
#include <stdexcept>

namespace ingot::samples::pathtracer {

namespace {

using glm::vec3;

constexpr int width = 512;
constexpr int height = 256;

// Rises smoothly from 0 to 1 between `edge_0` and `edge_1` (the smoothstep of GLSL).
float smooth(float edge_0, float edge_1, float value) {
    const float t = std::clamp((value - edge_0) / (edge_1 - edge_0), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

// Returns the brightness, 0 to 1, that a round lamp with a soft edge, seen in the direction `towards`, has in `direction`. The
// angle between the two directions decides: the brightness is 1 up to 0.7 · radius and 0 beyond `radius`, in radians.
float lamp(const vec3& direction, const vec3& towards, float radius) {
    return 1.0f - smooth(0.7f * radius, radius, std::acos(std::clamp(glm::dot(direction, glm::normalize(towards)), -1.0f, 1.0f)));
}

// A studio: a large white light from the upper left, a bluish one from the right, and a smaller one from behind the objects.
vec3 studio(const vec3& direction) {
    const vec3 room = vec3(0.10f, 0.11f, 0.13f) * (0.6f + 0.7f * smooth(-0.6f, 0.9f, direction.y));
    return room + lamp(direction, vec3(-0.7f, 0.75f, 0.5f), 0.55f) * vec3(7.0f, 6.3f, 5.4f) +
           lamp(direction, vec3(0.95f, 0.25f, 0.25f), 0.40f) * vec3(1.4f, 1.9f, 2.6f) +
           lamp(direction, vec3(0.2f, 0.5f, -0.9f), 0.30f) * vec3(4.0f, 3.6f, 3.4f);
}

// A blue sky over a grey ground, with a sun.
vec3 daylight(const vec3& direction) {
    const vec3 sun_direction(-0.5f, 0.62f, 0.6f);
    const float up = std::max(direction.y, 0.0f);
    vec3 sky = glm::mix(vec3(0.95f, 0.98f, 1.0f), vec3(0.22f, 0.42f, 0.85f), std::pow(up, 0.45f));
    sky = glm::mix(vec3(0.23f, 0.21f, 0.18f), sky, smooth(-0.03f, 0.03f, direction.y));
    const float near_sun = std::max(glm::dot(direction, glm::normalize(sun_direction)), 0.0f);
    sky += vec3(1.0f, 0.85f, 0.6f) * (0.6f * std::pow(near_sun, 40.0f));
    return sky + lamp(direction, sun_direction, 0.035f) * vec3(1100.0f, 980.0f, 800.0f);
}

// A dark sky with a red glow over the horizon, approximately in direction -z.
vec3 dusk(const vec3& direction) {
    const float up = std::max(direction.y, 0.0f);
    const float west = 0.5f + 0.5f * glm::dot(direction, glm::normalize(vec3(0.4f, 0.0f, -1.0f)));
    vec3 sky = glm::mix(vec3(0.016f, 0.020f, 0.042f), vec3(0.002f, 0.0035f, 0.011f), std::pow(up, 0.5f));
    sky += vec3(0.20f, 0.062f, 0.024f) * (std::exp(-9.0f * up) * std::pow(west, 6.0f));
    return glm::mix(vec3(0.006f, 0.006f, 0.008f), sky, smooth(-0.02f, 0.02f, direction.y));
}

// Evaluates a function of the direction for each pixel of an equirectangular image.
media::picture painted(const std::function<vec3(const vec3&)>& light) {
    media::picture picture(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const float down = std::numbers::pi_v<float> * (static_cast<float>(y) + 0.5f) / height;
            const float azimuth = 2.0f * std::numbers::pi_v<float> * ((static_cast<float>(x) + 0.5f) / width - 0.5f);
            const vec3 colour = light({std::sin(down) * std::sin(azimuth), std::cos(down), -std::sin(down) * std::cos(azimuth)});
            picture.at(x, y) = {colour.r, colour.g, colour.b, 1.0f};
        }
    return picture;
}

}  // namespace

std::vector<std::string> sky_names() { return {"studio", "daylight", "dusk", "white"}; }

media::picture make_sky(std::string_view name) {
    if (name == "studio") return painted(studio);
    if (name == "daylight") return painted(daylight);
    if (name == "dusk") return painted(dusk);
    if (name == "white") return {1, 1, {{1.0f, 1.0f, 1.0f, 1.0f}}};
    throw std::invalid_argument(fmt::format("unknown sky '{}'", name));
}

}  // namespace ingot::samples::pathtracer
