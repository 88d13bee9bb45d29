// What a warp's kernels are told.
#pragma once

#include <cstdint>

namespace ingot::warp {

/// One launch's numbers; the host works out what is the same for all pixels.
struct warp_settings {
    uint32_t width = 0;
    uint32_t height = 0;
    /// Half of what is seen at distance 1, to the right and upwards; the latter negative where the first row is the top one.
    float right = 1.0f;
    float up = 1.0f;
    float near_plane = 0.1f;
    /// 1 / distance = inverse_offset + inverse_scale * depth, which all kinds of projected depth obey; at least least_inverse.
    float inverse_offset = 0.0f;
    float inverse_scale = 0.0f;
    float least_inverse = 0.0f;
    uint32_t depth_is_distance = 0;
    /// 1, or -1 where the first row is the top one: motion on the screen always points upwards.
    float motion_up = 1.0f;
    /// Time since the (previous) frame, in frames.
    float delta = 0.0f;
    uint32_t search_steps = 3;
    /// Squared, as a share of the screen.
    float error_limit = 0.0f;
    /// Of two surfaces, relative to the nearer one's distance: below that they are one.
    float depth_tolerance = 0.0f;
    uint32_t blur_taps = 1;
    uint32_t hole_radius = 0;
};

}  // namespace ingot::warp
