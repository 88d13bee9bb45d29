// Scattering: moves each pixel of a frame by its motion (section 4.1.1, listings 17 and 20 of the thesis that
// docs/host-library.md names).
//
// There are three passes:
//
// 1. scatter_distances finds the nearest distance that arrives at each output pixel, with an atomic minimum.
// 2. scatter_sources finds the frame's pixel that arrives with this distance. If there are several, it takes the first one, by
//    rows.
// 3. scatter_colours reads the colour for each output pixel and fills the holes.
//
// The thesis writes the colour in the second pass; if several pixels have the same distance, the result depends on the order
// in which they are written. With the third pass every run gives the same picture, each pixel is written once, and the holes
// are known. A moved pixel rarely arrives exactly at the centre of an output pixel. So the third pass shifts
// the position at which it reads: it takes the pixel's centre in the frame, before the motion, adds the vector from the place
// of arrival to the centre of the output pixel, and reads the interpolated colour there.
#include <ingot/kernel.hpp>

#include "motion_encoding.hpp"
#include "warp_camera.hpp"

using namespace ingot;
using namespace ingot::warp;

namespace {

constexpr uint32_t no_pixel = 0xffffffffu;  // an index or a number that no pixel has

// The place where a moved pixel arrives.
struct landing {
    uint32_t pixel = no_pixel;  ///< no_pixel: outside the picture, or nearer than the near plane
    float distance = 0.0f;      ///< after the motion
    float2 place;               ///< in pixels
};

// A pixel of the frame as one number: the row in the upper 16 bits, the column in the lower ones, so that numbers are ordered by
// rows and taking them apart needs no division. No texture has 65,536 rows.
uint32_t source_at(uint32_t x, uint32_t y) { return y << 16 | x; }
int2 place_of(uint32_t source) { return {static_cast<int32_t>(source & 0xffffu), static_cast<int32_t>(source >> 16)}; }

// Returns the bits of a distance. Distances are positive, so their bits have the same order as their values.
uint32_t bits_of(float distance) { return std::bit_cast<uint32_t>(distance); }

}  // namespace

// Moves one pixel of the frame.
static landing move_pixel(const int2& pixel, const_image_2d<float1> depth, const_image_2d<uint1> motion,
                          const warp_settings& settings) {
    const float distance = distance_from_depth(depth.read(pixel), settings);
    const float3 start = unproject(static_cast<float>(pixel.x), static_cast<float>(pixel.y), distance, settings);
    const float3 end = start + decode_motion_3d(motion.read(pixel)) * settings.delta;
    if (!(-end.z >= settings.near_plane)) return {};
    const float2 place = project(end, settings);
    if (!(place.x >= 0.0f && place.y >= 0.0f && place.x < static_cast<float>(settings.width) &&
          place.y < static_cast<float>(settings.height)))
        return {};
    return {static_cast<uint32_t>(place.y) * settings.width + static_cast<uint32_t>(place.x), -end.z, place};
}

// Pass 1: finds the nearest distance that arrives at each output pixel.
kernel void scatter_distances(const_image_2d<float1> depth, const_image_2d<uint1> motion, buffer<uint32_t> nearest,
                              param<warp_settings> settings) {
    if (global_id.x >= settings.width || global_id.y >= settings.height) return;
    const landing destination =
        move_pixel({static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)}, depth, motion, settings);
    if (destination.pixel != no_pixel) atomic_min(&nearest[destination.pixel], bits_of(destination.distance));
}

// Pass 2: finds the first pixel of the frame that arrives with the nearest distance.
kernel void scatter_sources(const_image_2d<float1> depth, const_image_2d<uint1> motion, buffer<const uint32_t> nearest,
                            buffer<uint32_t> sources, param<warp_settings> settings) {
    if (global_id.x >= settings.width || global_id.y >= settings.height) return;
    const landing destination =
        move_pixel({static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)}, depth, motion, settings);
    if (destination.pixel == no_pixel) return;
    // The two kernels may round the same distance differently.
    constexpr float rounding = 1.0f + 1e-5f;
    if (destination.distance <= std::bit_cast<float>(nearest[destination.pixel]) * rounding)
        atomic_min(&sources[destination.pixel], source_at(global_id.x, global_id.y));
}

// Reads the colour of the output pixel `position` from the pixel that arrived there, shifted by the offset between the centre
// of `position` and the place of arrival.
static float4 read_shifted_colour(uint32_t source, const int2& position, const_image_2d<float4> colour,
                                  const_image_2d<float1> depth, const_image_2d<uint1> motion, const warp_settings& settings) {
    const int2 origin = place_of(source);
    const landing destination = move_pixel(origin, depth, motion, settings);
    if (destination.pixel == no_pixel) return colour.read(origin);
    const float x = static_cast<float>(origin.x) + 0.5f + (static_cast<float>(position.x) + 0.5f - destination.place.x);
    const float y = static_cast<float>(origin.y) + 0.5f + (static_cast<float>(position.y) + 0.5f - destination.place.y);
    return colour.read_linear(float2 {x / static_cast<float>(settings.width), y / static_cast<float>(settings.height)});
}

// Computes the colour of a hole from the pixels around it. In each of eight directions it finds the first pixel that is
// not a hole, up to settings.hole_radius pixels away. A hole appears where a surface moved away from a farther one. So only
// the pixels of the farthest surface are averaged; those nearer to the hole have more weight. If it finds no pixel, the result
// is the frame's colour at the position of the hole.
static float4 fill_hole(const int2& position, const_image_2d<float4> colour, buffer<const uint32_t> nearest,
                        buffer<const uint32_t> sources, const warp_settings& settings) {
    constexpr int32_t directions = 8;
    constexpr int32_t step_x[directions] = {1, 1, 0, -1, -1, -1, 0, 1};
    constexpr int32_t step_y[directions] = {0, 1, 1, 1, 0, -1, -1, -1};
    uint32_t found[directions] {};
    float distance[directions] {};
    float weight[directions] {};
    float farthest = 0.0f;
    // Find the first pixel in each direction, with its distance and weight.
    for (int32_t i = 0; i < directions; ++i) {
        for (int32_t step = 1; step <= static_cast<int32_t>(settings.hole_radius); ++step) {
            const int32_t x = position.x + step * step_x[i];
            const int32_t y = position.y + step * step_y[i];
            if (x < 0 || y < 0 || x >= static_cast<int32_t>(settings.width) || y >= static_cast<int32_t>(settings.height)) break;
            const uint32_t pixel = static_cast<uint32_t>(y) * settings.width + static_cast<uint32_t>(x);
            if (sources[pixel] == no_pixel) continue;
            found[i] = sources[pixel];
            distance[i] = std::bit_cast<float>(nearest[pixel]);
            weight[i] = 1.0f / static_cast<float>(step * step * (i % 2 + 1));  // a diagonal step is longer
            farthest = fmax(farthest, distance[i]);
            break;
        }
    }
    // Average the pixels of the farthest surface.
    float4 sum;
    float all = 0.0f;
    for (int32_t i = 0; i < directions; ++i) {
        if (weight[i] == 0.0f || distance[i] * (1.0f + 4.0f * settings.depth_tolerance) < farthest) continue;
        sum += colour.read(place_of(found[i])) * weight[i];
        all += weight[i];
    }
    return all > 0.0f ? sum / all : colour.read(position);
}

// Pass 3: writes the colours and the mask of the holes.
kernel void scatter_colours(const_image_2d<float4> colour, const_image_2d<float1> depth, const_image_2d<uint1> motion,
                            image_2d<float4, true> output, buffer<const uint32_t> nearest, buffer<const uint32_t> sources,
                            buffer<uint8_t> holes, param<warp_settings> settings) {
    if (global_id.x >= settings.width || global_id.y >= settings.height) return;
    const int2 position {static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)};
    const uint32_t pixel = global_id.y * settings.width + global_id.x;
    const uint32_t source = sources[pixel];
    holes[pixel] = source == no_pixel ? 1 : 0;
    // ingot: keep most groups have no hole, or are in one
    output.write(position, source == no_pixel ? fill_hole(position, colour, nearest, sources, settings)
                                              : read_shifted_colour(source, position, colour, depth, motion, settings));
}
