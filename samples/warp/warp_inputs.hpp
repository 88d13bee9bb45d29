// Rendered frames as the warps' library takes them.
#pragma once

#include <ingot/warp/warper.hpp>

#include "frame_target.hpp"
#include "world.hpp"

namespace ingot::samples::warping {

/// The camera that frame_renderer renders with.
inline ingot_warp_camera camera_of(const frame_target& frame) {
    return {.screen_width = frame.width(),
            .screen_height = frame.height(),
            .field_of_view = field_of_view,
            .near_plane = near_plane,
            .far_plane = far_plane,
            .depth_type = INGOT_WARP_DEPTH_LINEAR,
            .reversed_depth = 0,
            .origin = INGOT_WARP_ORIGIN_LEFT_BOTTOM};
}

inline ingot::warp::gather_textures gathered(const frame_target& before, const frame_target& after, GLuint output) {
    return {.colour_current = after.colours(),
            .depth_current = after.distances(),
            .colour_previous = before.colours(),
            .depth_previous = before.distances(),
            .motion_forward = before.forward(),
            .motion_backward = after.backward(),
            .depth_change_forward = before.changes(),
            .depth_change_backward = after.changes(),
            .output = output};
}

inline ingot::warp::scatter_textures scattered(const frame_target& before, GLuint output) {
    return {.colour = before.colours(), .depth = before.distances(), .motion = before.in_space(), .output = output};
}

inline ingot::warp::forward_textures gathered_forward(const frame_target& before, GLuint output) {
    return {.colour = before.colours(), .motion = before.forward(), .output = output};
}

}  // namespace ingot::samples::warping
