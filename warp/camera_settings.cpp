#include "camera_settings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ingot/warp/warp_error.hpp>
#include <numbers>

namespace ingot::warp {

namespace {

void require(bool good, ingot_warp_status status, const std::string& message) {
    if (!good) throw warp_error(status, message);
}

void check(const ingot_warp_camera& camera) {
    const auto check_field = [](bool good, const std::string& message) { require(good, INGOT_WARP_INVALID_CAMERA, message); };
    check_field(
        camera.screen_width > 0 && camera.screen_height > 0,
        fmt::format("the screen has {} x {} pixels; both sizes must be above 0", camera.screen_width, camera.screen_height));
    check_field(camera.field_of_view > 0.0f && camera.field_of_view < 180.0f,
                fmt::format("field_of_view is {}; it must be above 0 and below 180 degrees", camera.field_of_view));
    check_field(camera.near_plane > 0.0f && std::isfinite(camera.near_plane),
                fmt::format("near_plane is {}; it must be a finite number above 0", camera.near_plane));
    check_field(camera.far_plane > camera.near_plane,
                fmt::format("far_plane is {}; it must be above near_plane, which is {}", camera.far_plane, camera.near_plane));
    check_field(
        camera.depth_type == INGOT_WARP_DEPTH_NORMALIZED || camera.depth_type == INGOT_WARP_DEPTH_Z_DIV_W ||
            camera.depth_type == INGOT_WARP_DEPTH_LINEAR,
        fmt::format("depth_type is {}; it must be a value of ingot_warp_depth_type", static_cast<int>(camera.depth_type)));
    check_field(camera.depth_type != INGOT_WARP_DEPTH_LINEAR || camera.reversed_depth == 0,
                "reversed_depth must be 0 for a linear depth");
    check_field(camera.origin == INGOT_WARP_ORIGIN_LEFT_BOTTOM || camera.origin == INGOT_WARP_ORIGIN_LEFT_TOP,
                fmt::format("origin is {}; it must be a value of ingot_warp_origin", static_cast<int>(camera.origin)));
}

void check(const ingot_warp_parameters& parameters, float delta) {
    const auto check_field = [](bool good, const std::string& message) { require(good, INGOT_WARP_INVALID_ARGUMENT, message); };
    check_field(std::isfinite(delta), fmt::format("delta is {}; it must be a finite number", delta));
    check_field(parameters.search_steps <= 64, fmt::format("search_steps is {}; it must be at most 64", parameters.search_steps));
    check_field(parameters.error_threshold >= 0.0f && parameters.error_threshold <= 1.0f,
                fmt::format("error_threshold is {}; it must be 0 to 1", parameters.error_threshold));
    check_field(parameters.depth_tolerance >= 0.0f && parameters.depth_tolerance <= 1.0f,
                fmt::format("depth_tolerance is {}; it must be 0 to 1", parameters.depth_tolerance));
    check_field(parameters.blur_taps % 2 == 1 && parameters.blur_taps <= 63,
                fmt::format("blur_taps is {}; it must be odd and at most 63", parameters.blur_taps));
    check_field(parameters.hole_radius <= 1024,
                fmt::format("hole_radius is {}; it must be at most 1024 pixels", parameters.hole_radius));
}

// Sets the scale and the offset of the function from a projected depth to 1 / distance. This function is linear for every
// perspective projection, so its values at the near plane and at the far plane determine it.
void set_depth(const ingot_warp_camera& camera, warp_settings& settings) {
    const float nearest = 1.0f / camera.near_plane;
    const float farthest = std::isfinite(camera.far_plane) ? 1.0f / camera.far_plane : 0.0f;
    const float min_depth = camera.depth_type == INGOT_WARP_DEPTH_Z_DIV_W ? -1.0f : 0.0f;  // depths are min_depth to 1
    const float inverse_at_min = camera.reversed_depth != 0 ? farthest : nearest;
    const float inverse_at_1 = camera.reversed_depth != 0 ? nearest : farthest;
    settings.inverse_distance_scale = (inverse_at_1 - inverse_at_min) / (1.0f - min_depth);
    settings.inverse_distance_offset = inverse_at_min - min_depth * settings.inverse_distance_scale;
    settings.min_inverse_distance = std::fmax(farthest, 1e-6f * nearest);
    settings.depth_is_distance = camera.depth_type == INGOT_WARP_DEPTH_LINEAR ? 1 : 0;
}

}  // namespace

ingot_warp_parameters default_parameters() {
    return {.search_steps = 3, .error_threshold = 0.0025f, .depth_tolerance = 0.02f, .blur_taps = 11, .hole_radius = 64};
}

warp_settings make_settings(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta) {
    check(camera);
    check(parameters, delta);
    warp_settings settings;
    settings.width = camera.screen_width;
    settings.height = camera.screen_height;
    const bool from_top = camera.origin == INGOT_WARP_ORIGIN_LEFT_TOP;
    const float up = std::tan(camera.field_of_view * (std::numbers::pi_v<float> / 360.0f));
    settings.half_view_width = up * static_cast<float>(settings.width) / static_cast<float>(settings.height);
    settings.half_view_height = from_top ? -up : up;
    settings.motion_y_sign = from_top ? -1.0f : 1.0f;
    settings.near_plane = camera.near_plane;
    set_depth(camera, settings);
    settings.delta = delta;
    settings.search_steps = parameters.search_steps;
    settings.squared_error_limit = parameters.error_threshold * parameters.error_threshold;
    settings.depth_tolerance = parameters.depth_tolerance;
    settings.blur_taps = parameters.blur_taps;
    settings.hole_radius = parameters.hole_radius;
    return settings;
}

}  // namespace ingot::warp
