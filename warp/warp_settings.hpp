// The settings of one warp, as the kernels receive them.
#pragma once

#include <cstdint>

namespace ingot::warp {

/// Every kernel has these settings as a parameter. camera_settings.cpp computes them from ingot_warp_camera and
/// ingot_warp_parameters, so that kernels need not repeat this work for each pixel.
struct warp_settings {
    uint32_t width = 0;
    uint32_t height = 0;
    /// Half of the width and of the height of the view at distance 1. The height is negative if the first row is the
    /// top row.
    float half_view_width = 1.0f;
    float half_view_height = 1.0f;
    float near_plane = 0.1f;
    /// How to convert a projected depth to a distance: 1 / distance = inverse_distance_offset + inverse_distance_scale *
    /// depth, but at least min_inverse_distance.
    float inverse_distance_offset = 0.0f;
    float inverse_distance_scale = 0.0f;
    float min_inverse_distance = 0.0f;
    /// 1 if depth textures contain distances, 0 if they contain projected depths.
    uint32_t depth_is_distance = 0;
    /// 1, or -1 if the first row is the top row: positive y motion on the screen always points upwards.
    float motion_y_sign = 1.0f;
    /// Time since the frame, or for the bidirectional gather since the previous frame, in frames.
    float delta = 0.0f;
    uint32_t search_steps = 3;
    /// The square of error_threshold, which is a share of the screen.
    float squared_error_limit = 0.0f;
    /// Two surfaces whose distances differ by less than this, relative to the nearer distance, count as the same. The kernel
    /// that fills the holes of a scatter uses four times this value.
    float depth_tolerance = 0.0f;
    uint32_t blur_taps = 1;
    uint32_t hole_radius = 0;
};

}  // namespace ingot::warp
