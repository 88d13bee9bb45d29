// Gathering: each pixel of the result looks for the pixel of a frame that moves to it (thesis, section 4.1.2, listing 20; Yang,
// Tse, Sander, Lawrence, Nehab, Hoppe and Wilkins 2011, "Image-based bidirectional scene reprojection", section 5).
#include <ingot/kernel.hpp>

#include "motion_encoding.hpp"
#include "warp_camera.hpp"

using namespace ingot;
using namespace ingot::warp;

// A pixel of a frame that may be the one that is seen, in shares of the picture.
struct match {
    float2 at;
    float2 motion;
    float error = 0.0f;  ///< squared: how far from the wanted place it arrives
};

constexpr float outside = 1e10f;  ///< an error

static int2 pixel_at(const float2& place, const warp_settings& with) {
    const float x = floor(place.x * static_cast<float>(with.width));
    const float y = floor(place.y * static_cast<float>(with.height));
    return {static_cast<int32_t>(clamp(x, 0.0f, static_cast<float>(with.width - 1))),
            static_cast<int32_t>(clamp(y, 0.0f, static_cast<float>(with.height - 1)))};
}

static float2 motion_at(const float2& place, const_image_2d<uint1> motions, const warp_settings& with) {
    const float2 motion = decode_motion_2d(motions.read(pixel_at(place, with)));
    return {motion.x, motion.y * with.motion_up};
}

// The iterative search: go back by the motion of where one is, again and again.
static match search(const float2& wanted, const float2& start, float time, const_image_2d<uint1> motions,
                    const warp_settings& with) {
    match found {.at = start, .motion = {0.0f, 0.0f}};
    for (uint32_t i = 0; i < with.search_steps; ++i) found.at = wanted - motion_at(found.at, motions, with) * time;
    found.motion = motion_at(found.at, motions, with);
    const float2 missed = found.at + found.motion * time - wanted;
    found.error = dot(missed, missed);
    if (!(found.at.x >= 0.0f && found.at.y >= 0.0f && found.at.x <= 1.0f && found.at.y <= 1.0f)) found.error += outside;
    return found;
}

// Is what moves by `motion` at the wanted place then?
static match probe(const float2& wanted, const float2& motion, float time, const_image_2d<uint1> motions,
                   const warp_settings& with) {
    match found {.at = wanted - motion * time, .motion = {0.0f, 0.0f}};
    found.motion = motion_at(found.at, motions, with);
    const float2 missed = found.at + found.motion * time - wanted;
    found.error = dot(missed, missed);
    if (!(found.at.x >= 0.0f && found.at.y >= 0.0f && found.at.x <= 1.0f && found.at.y <= 1.0f)) found.error += outside;
    return found;
}

static float2 middle_of(const int2& pixel, const warp_settings& with) {
    return {(static_cast<float>(pixel.x) + 0.5f) / static_cast<float>(with.width),
            (static_cast<float>(pixel.y) + 0.5f) / static_cast<float>(with.height)};
}

// Along the motion, where no pixel fits: an error that is smeared is seen less.
static float4 blur(const int2& at, const float2& motion, const_image_2d<float4> colour, buffer<const float> weights,
                   const warp_settings& with) {
    const float2 along {motion.x * static_cast<float>(with.width), motion.y * static_cast<float>(with.height)};
    const float length_squared = dot(along, along);
    const float2 direction = length_squared > 0.0f ? along * rsqrt(length_squared) : float2 {0.0f, 0.0f};
    const auto reach = static_cast<int32_t>(with.blur_taps / 2);
    float4 sum;
    for (int32_t i = -reach; i <= reach; ++i) {
        const float2 step = direction * static_cast<float>(i);
        sum += colour.read(
                   int2 {at.x + static_cast<int32_t>(floor(step.x + 0.5f)), at.y + static_cast<int32_t>(floor(step.y + 0.5f))}) *
               weights[reach + i];
    }
    return sum;
}

kernel void gather_forward(const_image_2d<float4> colour, const_image_2d<uint1> motions, image_2d<float4, true> output,
                           buffer<const float> weights, buffer<uint8_t> holes, param<warp_settings> with) {
    if (global_id.x >= with.width || global_id.y >= with.height) return;
    const int2 pixel {static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)};
    const float2 wanted = middle_of(pixel, with);
    const match found = search(wanted, wanted, with.delta, motions, with);
    const bool fits = found.error < with.error_limit;
    holes[global_id.y * with.width + global_id.x] = fits ? 0 : 1;
    // A search that ends on what stands still began on what moves.
    const bool moves = found.motion.x != 0.0f || found.motion.y != 0.0f;
    output.write(pixel, fits ? colour.read_linear(found.at)
                             : blur(pixel, moves ? found.motion : wanted - found.at, colour, weights, with));
}

// A match within a pixel. What is only below the threshold may be beside its surface: it hides nothing that fits well, or edges
// would grow by the threshold.
static float strict_limit_of(const warp_settings& with) {
    const float pixel_share = 1.0f / static_cast<float>(with.width);
    return fmin(with.error_limit, pixel_share * pixel_share);
}

// Of two surfaces that are not the same: is `one` what is seen? The one that fits well, and of two such the nearer.
static bool hides(const match& one, float distance, const match& other, float other_distance, const warp_settings& with) {
    const float strict = strict_limit_of(with);
    const bool is_nearer = distance * (1.0f + with.depth_tolerance) < other_distance;
    const bool is_farther = other_distance * (1.0f + with.depth_tolerance) < distance;
    if ((one.error < strict) == (other.error < strict)) return is_nearer;
    return one.error < strict && (is_nearer || is_farther);
}

// Of two that fit, the nearer one hides the other. The first one does.
static bool is_better(const match& one, float distance, const match& than, float than_distance, const warp_settings& with) {
    return than.error >= with.error_limit || hides(one, distance, than, than_distance, with);
}

static bool differ(const float2& one, const float2& other, const warp_settings& with) {
    return fabs(one.x - other.x) * static_cast<float>(with.width) + fabs(one.y - other.y) * static_cast<float>(with.height) >
           1.0f;
}

// Forwards from the previous frame and backwards from the current one. The two searches begin where they are, as in the thesis.
// A search that begins beside a small thing that is fast never meets it: so motions from around are tried too, and then each
// search begins once more where the other one's motion says. Of all that fit, the nearest surface counts.
kernel void gather_bidirectional(const_image_2d<float4> colour_current, const_image_2d<float1> depth_current,
                                 const_image_2d<float4> colour_previous, const_image_2d<float1> depth_previous,
                                 const_image_2d<uint1> motion_forward, const_image_2d<uint1> motion_backward,
                                 const_image_2d<float1> depth_change_forward, const_image_2d<float1> depth_change_backward,
                                 image_2d<float4, true> output, buffer<uint8_t> holes, param<warp_settings> with) {
    if (global_id.x >= with.width || global_id.y >= with.height) return;
    const int2 pixel {static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)};
    const float2 wanted = middle_of(pixel, with);
    const float to_current = 1.0f - with.delta;

    const auto distance_forward = [&](const match& of) {
        const int2 at = pixel_at(of.at, with);
        return distance_of(depth_previous.read(at), with) + depth_change_forward.read(at) * with.delta;
    };
    const auto distance_backward = [&](const match& of) {
        const int2 at = pixel_at(of.at, with);
        return distance_of(depth_current.read(at), with) + depth_change_backward.read(at) * to_current;
    };
    match forward = search(wanted, wanted, with.delta, motion_forward, with);
    match backward = search(wanted, wanted, to_current, motion_backward, with);
    float distance_there = distance_forward(forward);
    float distance_here = distance_backward(backward);
    const auto take_forward = [&](const match& other, float limit) {
        if (other.error >= limit) return;
        const float distance = distance_forward(other);
        if (!is_better(other, distance, forward, distance_there, with)) return;
        forward = other;
        distance_there = distance;
    };
    const auto take_backward = [&](const match& other, float limit) {
        if (other.error >= limit) return;
        const float distance = distance_backward(other);
        if (!is_better(other, distance, backward, distance_here, with)) return;
        backward = other;
        distance_here = distance;
    };

    const float strict_limit = strict_limit_of(with);
    const float aspect = static_cast<float>(with.height) / static_cast<float>(with.width);
    constexpr int32_t seeds = 8;
    constexpr float seed_x[seeds] = {0.016f, -0.016f, 0.016f, -0.016f, 0.04f, -0.04f, 0.0f, 0.0f};  // shares of the height
    constexpr float seed_y[seeds] = {0.016f, 0.016f, -0.016f, -0.016f, 0.0f, 0.0f, 0.04f, -0.04f};
    for (int32_t i = 0; i < seeds; ++i) {
        const float2 place {wanted.x + seed_x[i] * aspect, wanted.y + seed_y[i]};
        const float2 there = motion_at(place, motion_forward, with);
        if (differ(there, forward.motion, with))
            take_forward(probe(wanted, there, with.delta, motion_forward, with), strict_limit);
        const float2 back = motion_at(place, motion_backward, with);
        if (differ(back, backward.motion, with))
            take_backward(probe(wanted, back, to_current, motion_backward, with), strict_limit);
    }
    const float2 from_backward = wanted + backward.motion * with.delta;
    const float2 from_forward = wanted + forward.motion * to_current;
    take_forward(search(wanted, from_backward, with.delta, motion_forward, with), with.error_limit);
    take_backward(search(wanted, from_forward, to_current, motion_backward, with), with.error_limit);

    const bool forward_fits = forward.error < with.error_limit;
    const bool backward_fits = backward.error < with.error_limit;
    float share_of_current = with.delta;
    if (forward_fits && backward_fits) {
        if (hides(forward, distance_there, backward, distance_here, with)) share_of_current = 0.0f;
        if (hides(backward, distance_here, forward, distance_there, with)) share_of_current = 1.0f;
    } else if (forward_fits || backward_fits) {
        share_of_current = forward_fits ? 0.0f : 1.0f;
    } else {
        share_of_current = forward.error <= backward.error ? 0.0f : 1.0f;
    }
    holes[global_id.y * with.width + global_id.x] = forward_fits || backward_fits ? 0 : 1;
    const float4 before = colour_previous.read_linear(forward.at);
    const float4 after = colour_current.read_linear(backward.at);
    output.write(pixel, before + (after - before) * share_of_current);
}
