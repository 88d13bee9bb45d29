// Listings 20 and 23 of the thesis that docs/host-library.md names, as printed there; errors of the scanned text are corrected.
// The functions that the listings call are written for this test: scatter() leaves each pixel in its place, decode_2d_motion()
// decodes a motion in the format of listing 19, and compute_coefficients() returns equal weights.
// clang-format off
#include <array>
#include <ingot/kernel.hpp>

#include "thesis_listings.hpp"

using namespace ingot;
using namespace thesis_listings;

constexpr int32_t SCREEN_WIDTH = int32_t(width);
constexpr int32_t SCREEN_HEIGHT = int32_t(height);
constexpr uint32_t TAP_COUNT = 5;

namespace warp_camera {
static constexpr const float2 screen_size { float(SCREEN_WIDTH), float(SCREEN_HEIGHT) };
static constexpr const float2 inv_screen_size { 1.0f / screen_size };
}

struct scattered_pixel {
    const int2 coord;
    const float linear_depth;
};
static scattered_pixel scatter(const uint2& coord, const float& delta, const_image_2d_depth<float> img_depth, const_image_2d<uint1> img_motion) {
    return {int2(coord) + int2(int32_t(float(img_motion.read(coord) & 0u) * delta)), img_depth.read(coord)};
}
static float2 decode_2d_motion(const uint32_t& encoded_motion) {
    return float2(short2(int16_t(encoded_motion & 0xFFFFu), int16_t(encoded_motion >> 16u))) * (0.5f / 32767.0f);
}
template <uint32_t tap_count> static constexpr auto compute_coefficients() {
    std::array<float, tap_count> ret {};
    for (float& each : ret) each = 1.0f / float(tap_count);
    return ret;
}

// Listing 20.
// pass #1: compute min depth for each pixel
kernel void warp_scatter_depth(const_image_2d_depth<float> img_depth,
                               const_image_2d<uint1> img_motion,
                               buffer<float> depth_buffer,
                               param<float> delta) {
    const auto scattered = scatter(global_id.xy, delta, img_depth, img_motion);
    if(scattered.coord.x >= 0 && scattered.coord.x < SCREEN_WIDTH &&
       scattered.coord.y >= 0 && scattered.coord.y < SCREEN_HEIGHT) {
        atomic_min(&depth_buffer[scattered.coord.y * SCREEN_WIDTH +
                                 scattered.coord.x],
                   scattered.linear_depth);
    }
}
// pass #2: perform depth test and write scattered pixel color if it passes
kernel void warp_scatter_color(const_image_2d<float> img_color,
                               const_image_2d_depth<float> img_depth,
                               const_image_2d<uint1> img_motion,
                               image_2d<float4, true> img_out_color,
                               buffer<const float> depth_buffer,
                               param<float> delta) {
    const auto scattered = scatter(global_id.xy, delta, img_depth, img_motion);
    if(scattered.coord.x < 0 || scattered.coord.x >= SCREEN_WIDTH ||
       scattered.coord.y < 0 || scattered.coord.y >= SCREEN_HEIGHT) {
        return;
    }
    if(scattered.linear_depth <=
       depth_buffer[scattered.coord.y * SCREEN_WIDTH + scattered.coord.x]) {
        img_out_color.write(scattered.coord, img_color.read(global_id.xy));
    }
}
kernel void warp_gather_forward(const_image_2d<float> img_color,
                                const_image_2d<uint1> img_motion,
                                image_2d<float4, true> img_out_color,
                                param<float> delta) {
    const float2 p_init = (float2(global_id.xy) + 0.5f) * warp_camera::inv_screen_size;
    float2 p_fwd = p_init;
    for(uint32_t i = 0; i < 3; ++i) { // search
        const auto motion = decode_2d_motion(img_motion.read(p_fwd));
        p_fwd = p_init - delta * motion;
    }
    const auto motion_fwd = decode_2d_motion(img_motion.read(p_fwd));
    const auto err_fwd = ((p_fwd + delta * motion_fwd - p_init).dot() +
        // large error for out-of-bound access
        ((p_fwd < 0.0f).any() || (p_fwd > 1.0f).any() ? 1e10f : 0.0f));
    float4 color;
    if(err_fwd >= 0.0025f * 0.0025f /* eps */) { // incorrect pixel?
        // compute directional blur in the motion direction of the pixel
        constexpr const auto coeffs = compute_coefficients<TAP_COUNT>();
        constexpr const int overlap = TAP_COUNT / 2;
        const auto dir = motion_fwd.normalized();
        for(int i = -overlap; i <= overlap; ++i)
            color += coeffs[overlap + i] *
                img_color.read(global_id.xy + int2(float(i) * dir));
    }
    else color = img_color.read_linear(p_fwd); // correct pixel
    img_out_color.write(global_id.xy, color);
}

// Listing 23.
// actual blur computation, instantiated sep. for horizontal and vertical
template <uint32_t direction /* 0 == horizontal, 1 == vertical */>
static void image_blur(const_image_2d<float> in_img,
                       image_2d<float4, true> out_img) {
    const int2 coord { global_id.xy };
    // instantiate coefficients array for this tap count
    // (note that this is the first use of TAP_COUNT and this function could
    // be extended to be instantiated using an additional tap count parameter)
    constexpr const auto coeffs = compute_coefficients<TAP_COUNT>();
    constexpr const int overlap = TAP_COUNT / 2;
    float4 color; // assuming we have RGBA data
    for(int i = -overlap; i <= overlap; ++i) {
        // this all boils down to FMAs in the end
        color += coeffs[overlap + i] * in_img.read(coord + int2 {
            // note that this is a compile-time selection -> single ADD instr.
            direction == 0 ? i : 0,
            direction == 0 ? 0 : i,
        });
    }
    out_img.write(coord, color);
}
kernel void image_blur_horizontal(const_image_2d<float> in_img,
                                  image_2d<float4, true> out_img) {
    image_blur<0>(in_img, out_img);
}
kernel void image_blur_vertical(const_image_2d<float> in_img,
                                image_2d<float4, true> out_img) {
    image_blur<1>(in_img, out_img);
}
