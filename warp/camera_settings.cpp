#include "camera_settings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ingot/warp/warp_error.hpp>
#include <numbers>

namespace ingot::warp {

namespace {

void require(bool good, ingot_warp_status status, const std::string& words) {
    if (!good) throw warp_error(status, words);
}

void check(const ingot_warp_camera& camera) {
    const auto need = [](bool good, const std::string& words) { require(good, INGOT_WARP_INVALID_CAMERA, words); };
    need(camera.screen_width > 0 && camera.screen_height > 0,
         fmt::format("the screen is {} x {} pixels", camera.screen_width, camera.screen_height));
    need(camera.field_of_view > 0.0f && camera.field_of_view < 180.0f,
         fmt::format("field_of_view is {}; it takes degrees above 0 and below 180", camera.field_of_view));
    need(camera.near_plane > 0.0f && std::isfinite(camera.near_plane),
         fmt::format("near_plane is {}; it is above 0", camera.near_plane));
    need(camera.far_plane > camera.near_plane,
         fmt::format("far_plane is {}; it is above near_plane, {}", camera.far_plane, camera.near_plane));
    need(camera.depth_type == INGOT_WARP_DEPTH_NORMALIZED || camera.depth_type == INGOT_WARP_DEPTH_Z_DIV_W ||
             camera.depth_type == INGOT_WARP_DEPTH_LINEAR,
         fmt::format("depth_type {} is none of ingot_warp_depth_type", static_cast<int>(camera.depth_type)));
    need(camera.depth_type != INGOT_WARP_DEPTH_LINEAR || camera.reversed_depth == 0, "a linear depth is not reversed");
    need(camera.origin == INGOT_WARP_ORIGIN_LEFT_BOTTOM || camera.origin == INGOT_WARP_ORIGIN_LEFT_TOP,
         fmt::format("origin {} is none of ingot_warp_origin", static_cast<int>(camera.origin)));
}

void check(const ingot_warp_parameters& given, float delta) {
    const auto need = [](bool good, const std::string& words) { require(good, INGOT_WARP_INVALID_ARGUMENT, words); };
    need(std::isfinite(delta), fmt::format("delta is {}; it is a finite number", delta));
    need(given.search_steps <= 64, fmt::format("search_steps is {}; it is 64 at most", given.search_steps));
    need(given.error_threshold >= 0.0f && given.error_threshold <= 1.0f,
         fmt::format("error_threshold is {}; it is 0 to 1", given.error_threshold));
    need(given.depth_tolerance >= 0.0f && given.depth_tolerance <= 1.0f,
         fmt::format("depth_tolerance is {}; it is 0 to 1", given.depth_tolerance));
    need(given.blur_taps % 2 == 1 && given.blur_taps <= 63,
         fmt::format("blur_taps is {}; it is an odd number, 63 at most", given.blur_taps));
    need(given.hole_radius <= 1024, fmt::format("hole_radius is {}; it is 1024 pixels at most", given.hole_radius));
}

// Projected depth and 1 / distance are linear functions of each other, for every projection.
void set_depth(const ingot_warp_camera& camera, warp_settings& to) {
    const float nearest = 1.0f / camera.near_plane;
    const float farthest = std::isfinite(camera.far_plane) ? 1.0f / camera.far_plane : 0.0f;
    const float at_least = camera.depth_type == INGOT_WARP_DEPTH_Z_DIV_W ? -1.0f : 0.0f;  // the depth range is least to 1
    const float at_0 = camera.reversed_depth != 0 ? farthest : nearest;
    const float at_1 = camera.reversed_depth != 0 ? nearest : farthest;
    to.inverse_scale = (at_1 - at_0) / (1.0f - at_least);
    to.inverse_offset = at_0 - at_least * to.inverse_scale;
    to.least_inverse = std::fmax(farthest, 1e-6f * nearest);
    to.depth_is_distance = camera.depth_type == INGOT_WARP_DEPTH_LINEAR ? 1 : 0;
}

}  // namespace

ingot_warp_parameters default_parameters() {
    return {.search_steps = 3, .error_threshold = 0.0025f, .depth_tolerance = 0.02f, .blur_taps = 11, .hole_radius = 64};
}

warp_settings settings_of(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta) {
    check(camera);
    check(parameters, delta);
    warp_settings made;
    made.width = camera.screen_width;
    made.height = camera.screen_height;
    const bool from_top = camera.origin == INGOT_WARP_ORIGIN_LEFT_TOP;
    const float up = std::tan(camera.field_of_view * (std::numbers::pi_v<float> / 360.0f));
    made.right = up * static_cast<float>(made.width) / static_cast<float>(made.height);
    made.up = from_top ? -up : up;
    made.motion_up = from_top ? -1.0f : 1.0f;
    made.near_plane = camera.near_plane;
    set_depth(camera, made);
    made.delta = delta;
    made.search_steps = parameters.search_steps;
    made.error_limit = parameters.error_threshold * parameters.error_threshold;
    made.depth_tolerance = parameters.depth_tolerance;
    made.blur_taps = parameters.blur_taps;
    made.hole_radius = parameters.hole_radius;
    return made;
}

}  // namespace ingot::warp
