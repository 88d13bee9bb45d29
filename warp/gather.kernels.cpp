// Gathering: each pixel of the output searches a rendered frame for the pixel that moves to it (section 4.1.2 and listing 20
// of the thesis that docs/host-library.md names; Yang, Tse, Sander, Lawrence, Nehab, Hoppe and Wilkins 2011, "Image-based
// bidirectional scene reprojection", section 5).
//
// The search is a fixed-point iteration. p is the output position, m(x) is the motion of the frame's pixel at x, and t is the
// time from the frame to the output (to an output before the frame, if m is the motion backwards in time):
//
//     x = p
//     repeat search_steps times: x = p - t * m(x)
//     error = |x + t * m(x) - p|^2
//
// If the error is 0, the content of the frame at x moves exactly to p. A match is accepted if its error is below a limit.
#include <ingot/kernel.hpp>

#include "motion_encoding.hpp"
#include "warp_camera.hpp"

using namespace ingot;
using namespace ingot::warp;

// A place in a frame whose content may move to the output pixel. Places and motions are shares of the picture's width
// and height.
struct match {
    float2 place;
    float2 motion;
    float error = 0.0f;  ///< squared distance between the place where the content arrives and the output pixel
};

constexpr float outside = 1e10f;  ///< added to the error of a match outside the frame

// Returns the pixel at a place, or the nearest pixel if the place is outside the picture.
static int2 pixel_at(const float2& place, const warp_settings& settings) {
    const float x = floor(place.x * static_cast<float>(settings.width));
    const float y = floor(place.y * static_cast<float>(settings.height));
    return {static_cast<int32_t>(clamp(x, 0.0f, static_cast<float>(settings.width - 1))),
            static_cast<int32_t>(clamp(y, 0.0f, static_cast<float>(settings.height - 1)))};
}

// Reads the motion at a place.
static float2 motion_at(const float2& place, const_image_2d<uint1> motions, const warp_settings& settings) {
    const float2 motion = decode_motion_2d(motions.read(pixel_at(place, settings)));
    return {motion.x, motion.y * settings.motion_y_sign};
}

// The iterative search for the place whose content moves to `target`. It begins at `start`. Each step goes from `target`
// back by the motion of the place that the previous step found.
static match search(const float2& target, const float2& start, float time, const_image_2d<uint1> motions,
                    const warp_settings& settings) {
    match found {.place = start, .motion = {0.0f, 0.0f}};
    for (uint32_t i = 0; i < settings.search_steps; ++i) found.place = target - motion_at(found.place, motions, settings) * time;
    found.motion = motion_at(found.place, motions, settings);
    const float2 missed = found.place + found.motion * time - target;
    found.error = dot(missed, missed);
    if (!(found.place.x >= 0.0f && found.place.y >= 0.0f && found.place.x <= 1.0f && found.place.y <= 1.0f))
        found.error += outside;
    return found;
}

// Tests one motion: goes from `target` back by this motion to a place in the frame, and measures how far from `target` the
// content of this place arrives.
static match test_motion(const float2& target, const float2& motion, float time, const_image_2d<uint1> motions,
                         const warp_settings& settings) {
    match found {.place = target - motion * time, .motion = {0.0f, 0.0f}};
    found.motion = motion_at(found.place, motions, settings);
    const float2 missed = found.place + found.motion * time - target;
    found.error = dot(missed, missed);
    if (!(found.place.x >= 0.0f && found.place.y >= 0.0f && found.place.x <= 1.0f && found.place.y <= 1.0f))
        found.error += outside;
    return found;
}

// Returns the centre of a pixel as a place.
static float2 centre_of(const int2& pixel, const warp_settings& settings) {
    return {(static_cast<float>(pixel.x) + 0.5f) / static_cast<float>(settings.width),
            (static_cast<float>(pixel.y) + 0.5f) / static_cast<float>(settings.height)};
}

// Returns the colour for a pixel without a match: the mean of the pixels around `position` along the direction of `motion`.
// A blurred error is less visible than a sharp one.
static float4 blur(const int2& position, const float2& motion, const_image_2d<float4> colour, buffer<const float> weights,
                   const warp_settings& settings) {
    const float2 offset {motion.x * static_cast<float>(settings.width), motion.y * static_cast<float>(settings.height)};
    const float length_squared = dot(offset, offset);
    const float2 direction = length_squared > 0.0f ? offset * rsqrt(length_squared) : float2 {0.0f, 0.0f};
    const auto reach = static_cast<int32_t>(settings.blur_taps / 2);
    float4 sum;
    for (int32_t i = -reach; i <= reach; ++i) {
        const float2 step = direction * static_cast<float>(i);
        sum += colour.read(int2 {position.x + static_cast<int32_t>(floor(step.x + 0.5f)),
                                 position.y + static_cast<int32_t>(floor(step.y + 0.5f))}) *
               weights[reach + i];
    }
    return sum;
}

// Searches the frame before only. A pixel without a match is blurred along its motion.
kernel void gather_forward(const_image_2d<float4> colour, const_image_2d<uint1> motions, image_2d<float4, true> output,
                           buffer<const float> weights, buffer<uint8_t> holes, param<warp_settings> settings) {
    if (global_id.x >= settings.width || global_id.y >= settings.height) return;
    const int2 pixel {static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)};
    const float2 target = centre_of(pixel, settings);
    const match found = search(target, target, settings.delta, motions, settings);
    const bool fits = found.error < settings.squared_error_limit;
    holes[global_id.y * settings.width + global_id.x] = fits ? 0 : 1;
    // Blur along the motion at the place that the search found. If nothing moves there, blur along the line from that place
    // to the pixel.
    const bool moves = found.motion.x != 0.0f || found.motion.y != 0.0f;
    output.write(pixel, fits ? colour.read_linear(found.place)
                             : blur(pixel, moves ? found.motion : target - found.place, colour, weights, settings));
}

// Returns the limit for the error of an exact match, which arrives less than one pixel away from the output pixel. A match
// with a larger error may show a surface that is beside the output pixel. It must not hide an exact match; otherwise surfaces
// would grow at their edges, as far as the threshold allows.
static float exact_match_limit(const warp_settings& settings) {
    const float pixel_share = 1.0f / static_cast<float>(settings.width);
    return fmin(settings.squared_error_limit, pixel_share * pixel_share);
}

// Returns whether the match `first` hides the match `other`. If exactly one of the two matches is exact, it hides the other
// one if their distances differ by more than the tolerance. If both are exact or neither is, the nearer one hides the farther
// one, again if the distances differ by more than the tolerance.
static bool hides(const match& first, float distance, const match& other, float other_distance, const warp_settings& settings) {
    const float strict = exact_match_limit(settings);
    const bool is_nearer = distance * (1.0f + settings.depth_tolerance) < other_distance;
    const bool is_farther = other_distance * (1.0f + settings.depth_tolerance) < distance;
    if ((first.error < strict) == (other.error < strict)) return is_nearer;
    return first.error < strict && (is_nearer || is_farther);
}

// Returns whether `candidate` should replace the current match: if the error of the current match is not below the limit, or
// if `candidate` hides it.
static bool should_replace(const match& candidate, float distance, const match& current, float current_distance,
                           const warp_settings& settings) {
    return current.error >= settings.squared_error_limit || hides(candidate, distance, current, current_distance, settings);
}

// Returns whether two motions differ by more than one pixel, in x and y together.
static bool motions_differ(const float2& first, const float2& other, const warp_settings& settings) {
    return fabs(first.x - other.x) * static_cast<float>(settings.width) +
               fabs(first.y - other.y) * static_cast<float>(settings.height) >
           1.0f;
}

// Searches both frames: the previous frame forwards in time and the current frame backwards. The steps are:
//
// 1. Both searches start at the output pixel, as in the thesis.
// 2. A search that starts beside a small fast object usually does not find it. So the motions of eight places around the
//    pixel are tried too.
// 3. Each search starts once more, at another place: where the content of the output pixel is in this frame, if it moves as
//    the match of the other frame does.
//
// should_replace() decides which match of a frame is used. If both frames have a match below the limit, and hides() returns
// false for both, the two colours are mixed by time.
kernel void gather_bidirectional(const_image_2d<float4> colour_current, const_image_2d<float1> depth_current,
                                 const_image_2d<float4> colour_previous, const_image_2d<float1> depth_previous,
                                 const_image_2d<uint1> motion_forward, const_image_2d<uint1> motion_backward,
                                 const_image_2d<float1> depth_change_forward, const_image_2d<float1> depth_change_backward,
                                 image_2d<float4, true> output, buffer<uint8_t> holes, param<warp_settings> settings) {
    if (global_id.x >= settings.width || global_id.y >= settings.height) return;
    const int2 pixel {static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)};
    const float2 target = centre_of(pixel, settings);
    const float to_current = 1.0f - settings.delta;

    // Return the distance of a match from the camera at the time of the output: its distance in its frame plus the change since
    // then (for the current frame: the change back to the output).
    const auto distance_forward = [&](const match& match) {
        const int2 position = pixel_at(match.place, settings);
        return distance_from_depth(depth_previous.read(position), settings) +
               depth_change_forward.read(position) * settings.delta;
    };
    const auto distance_backward = [&](const match& match) {
        const int2 position = pixel_at(match.place, settings);
        return distance_from_depth(depth_current.read(position), settings) + depth_change_backward.read(position) * to_current;
    };
    // Step 1: search from the output pixel.
    match forward = search(target, target, settings.delta, motion_forward, settings);
    match backward = search(target, target, to_current, motion_backward, settings);
    float distance_there = distance_forward(forward);
    float distance_here = distance_backward(backward);
    // Replace the match of one frame by a better one whose error is below a limit.
    const auto take_forward = [&](const match& other, float limit) {
        if (other.error >= limit) return;
        const float distance = distance_forward(other);
        if (!should_replace(other, distance, forward, distance_there, settings)) return;
        forward = other;
        distance_there = distance;
    };
    const auto take_backward = [&](const match& other, float limit) {
        if (other.error >= limit) return;
        const float distance = distance_backward(other);
        if (!should_replace(other, distance, backward, distance_here, settings)) return;
        backward = other;
        distance_here = distance;
    };

    // Step 2: try the motions of eight places around the pixel. These matches must be exact.
    const float exact_limit = exact_match_limit(settings);
    const float aspect = static_cast<float>(settings.height) / static_cast<float>(settings.width);
    constexpr int32_t seeds = 8;
    // Offsets as shares of the picture's height.
    constexpr float seed_x[seeds] = {0.016f, -0.016f, 0.016f, -0.016f, 0.04f, -0.04f, 0.0f, 0.0f};
    constexpr float seed_y[seeds] = {0.016f, 0.016f, -0.016f, -0.016f, 0.0f, 0.0f, 0.04f, -0.04f};
    for (int32_t i = 0; i < seeds; ++i) {
        const float2 place {target.x + seed_x[i] * aspect, target.y + seed_y[i]};
        const float2 motion = motion_at(place, motion_forward, settings);
        if (motions_differ(motion, forward.motion, settings))
            take_forward(test_motion(target, motion, settings.delta, motion_forward, settings), exact_limit);
        const float2 back = motion_at(place, motion_backward, settings);
        if (motions_differ(back, backward.motion, settings))
            take_backward(test_motion(target, back, to_current, motion_backward, settings), exact_limit);
    }
    // Step 3: search again. `from_backward` is the place in the previous frame to which the current frame's match moves back;
    // `from_forward` is the place in the current frame to which the previous frame's match moves.
    const float2 from_backward = target + backward.motion * settings.delta;
    const float2 from_forward = target + forward.motion * to_current;
    take_forward(search(target, from_backward, settings.delta, motion_forward, settings), settings.squared_error_limit);
    take_backward(search(target, from_forward, to_current, motion_backward, settings), settings.squared_error_limit);

    // Choose how much of each frame to write.
    const bool forward_fits = forward.error < settings.squared_error_limit;
    const bool backward_fits = backward.error < settings.squared_error_limit;
    float share_of_current = settings.delta;
    if (forward_fits && backward_fits) {
        // The two matches are mixed by time unless one of them hides the other.
        if (hides(forward, distance_there, backward, distance_here, settings)) share_of_current = 0.0f;
        if (hides(backward, distance_here, forward, distance_there, settings)) share_of_current = 1.0f;
    } else if (forward_fits || backward_fits) {
        share_of_current = forward_fits ? 0.0f : 1.0f;
    } else {  // neither frame has a match: take the one with the smaller error
        share_of_current = forward.error <= backward.error ? 0.0f : 1.0f;
    }
    holes[global_id.y * settings.width + global_id.x] = forward_fits || backward_fits ? 0 : 1;
    const float4 before = colour_previous.read_linear(forward.place);
    const float4 after = colour_current.read_linear(backward.place);
    output.write(pixel, before + (after - before) * share_of_current);
}
