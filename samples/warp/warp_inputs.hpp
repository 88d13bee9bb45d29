// Passes rendered frames to the warp library: its structures of textures and its camera.
#pragma once

#include <ingot/warp/warper.hpp>

#include "frame_target.hpp"
#include "world.hpp"

namespace ingot::samples::warping {

/// Returns the camera that frame_renderer uses, with the size of this frame.
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

inline ingot::warp::gather_textures gather_input(const frame_target& before, const frame_target& after, GLuint output) {
    return {.colour_current = after.colours(),
            .depth_current = after.distances(),
            .colour_previous = before.colours(),
            .depth_previous = before.distances(),
            .motion_forward = before.motion_forward(),
            .motion_backward = after.motion_backward(),
            .depth_change_forward = before.depth_changes(),
            .depth_change_backward = after.depth_changes(),
            .output = output};
}

inline ingot::warp::scatter_textures scatter_input(const frame_target& before, GLuint output) {
    return {.colour = before.colours(), .depth = before.distances(), .motion = before.motion_in_space(), .output = output};
}

inline ingot::warp::forward_textures forward_input(const frame_target& before, GLuint output) {
    return {.colour = before.colours(), .motion = before.motion_forward(), .output = output};
}

}  // namespace ingot::samples::warping
