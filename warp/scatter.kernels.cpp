// Scattering: each pixel of a frame goes where its motion takes it (thesis, section 4.1.1, listings 17 and 20).
//
// The nearest distance that reaches a pixel is found first, by an atomic minimum; then whose it is. The thesis writes the colour
// in the second pass, where pixels of the same distance race each other. Here that pass notes which pixel it was, the first one
// where there are several, and a third, which goes over the result, takes the colours: so every run gives the same picture,
// each pixel is written once, and holes are known. A pixel never lands in the middle of another: by as much as it is off, the
// colour is read beside its own middle, between it and its neighbours.
#include <ingot/kernel.hpp>

#include "motion_encoding.hpp"
#include "warp_camera.hpp"

using namespace ingot;
using namespace ingot::warp;

namespace {

constexpr uint32_t nobody = 0xffffffffu;

struct landing {
    uint32_t pixel = nobody;  ///< nobody: outside of the picture, or nearer than the near plane
    float distance = 0.0f;
    float2 at;  ///< in pixels
};

// Distances are positive: their bits are in the order of their values.
uint32_t bits_of(float distance) { return std::bit_cast<uint32_t>(distance); }

}  // namespace

static landing land(const int2& from, const_image_2d<float1> depth, const_image_2d<uint1> motion, const warp_settings& with) {
    const float distance = distance_of(depth.read(from), with);
    const float3 here = reconstruct(static_cast<float>(from.x), static_cast<float>(from.y), distance, with);
    const float3 there = here + decode_motion_3d(motion.read(from)) * with.delta;
    if (!(-there.z >= with.near_plane)) return {};
    const float2 at = project(there, with);
    if (!(at.x >= 0.0f && at.y >= 0.0f && at.x < static_cast<float>(with.width) && at.y < static_cast<float>(with.height)))
        return {};
    return {static_cast<uint32_t>(at.y) * with.width + static_cast<uint32_t>(at.x), -there.z, at};
}

kernel void scatter_distances(const_image_2d<float1> depth, const_image_2d<uint1> motion, buffer<uint32_t> nearest,
                              param<warp_settings> with) {
    if (global_id.x >= with.width || global_id.y >= with.height) return;
    const landing to = land({static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)}, depth, motion, with);
    if (to.pixel != nobody) atomic_min(&nearest[to.pixel], bits_of(to.distance));
}

kernel void scatter_sources(const_image_2d<float1> depth, const_image_2d<uint1> motion, buffer<const uint32_t> nearest,
                            buffer<uint32_t> sources, param<warp_settings> with) {
    if (global_id.x >= with.width || global_id.y >= with.height) return;
    const landing to = land({static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)}, depth, motion, with);
    if (to.pixel == nobody) return;
    // Two kernels need not round alike.
    constexpr float rounding = 1.0f + 1e-5f;
    if (to.distance <= std::bit_cast<float>(nearest[to.pixel]) * rounding)
        atomic_min(&sources[to.pixel], global_id.y * with.width + global_id.x);
}

static float4 colour_of(uint32_t pixel, const_image_2d<float4> colour, uint32_t width) {
    return colour.read(int2 {static_cast<int32_t>(pixel % width), static_cast<int32_t>(pixel / width)});
}

// The colour that the pixel in `at` gets from the one that landed in it.
static float4 colour_beside(uint32_t source, const int2& at, const_image_2d<float4> colour, const_image_2d<float1> depth,
                            const_image_2d<uint1> motion, const warp_settings& with) {
    const int2 from {static_cast<int32_t>(source % with.width), static_cast<int32_t>(source / with.width)};
    const landing to = land(from, depth, motion, with);
    if (to.pixel == nobody) return colour.read(from);
    const float x = static_cast<float>(from.x) + 0.5f + (static_cast<float>(at.x) + 0.5f - to.at.x);
    const float y = static_cast<float>(from.y) + 0.5f + (static_cast<float>(at.y) + 0.5f - to.at.y);
    return colour.read_linear(float2 {x / static_cast<float>(with.width), y / static_cast<float>(with.height)});
}

// What is around a hole, in eight directions up to the first pixel that is none. A hole opens behind what has moved away, so of
// these the farthest surface counts, and of that the near pixels most. Where there is nothing: the pixel that was here before.
static float4 fill(const int2& at, const_image_2d<float4> colour, buffer<const uint32_t> nearest, buffer<const uint32_t> sources,
                   const warp_settings& with) {
    constexpr int32_t directions = 8;
    constexpr int32_t step_x[directions] = {1, 1, 0, -1, -1, -1, 0, 1};
    constexpr int32_t step_y[directions] = {0, 1, 1, 1, 0, -1, -1, -1};
    uint32_t found[directions] {};
    float distance[directions] {};
    float weight[directions] {};
    float farthest = 0.0f;
    for (int32_t i = 0; i < directions; ++i) {
        for (int32_t step = 1; step <= static_cast<int32_t>(with.hole_radius); ++step) {
            const int32_t x = at.x + step * step_x[i];
            const int32_t y = at.y + step * step_y[i];
            if (x < 0 || y < 0 || x >= static_cast<int32_t>(with.width) || y >= static_cast<int32_t>(with.height)) break;
            const uint32_t pixel = static_cast<uint32_t>(y) * with.width + static_cast<uint32_t>(x);
            if (sources[pixel] == nobody) continue;
            found[i] = sources[pixel];
            distance[i] = std::bit_cast<float>(nearest[pixel]);
            weight[i] = 1.0f / static_cast<float>(step * step * (i % 2 + 1));  // a diagonal step is longer
            farthest = fmax(farthest, distance[i]);
            break;
        }
    }
    float4 sum;
    float all = 0.0f;
    for (int32_t i = 0; i < directions; ++i) {
        if (weight[i] == 0.0f || distance[i] * (1.0f + 4.0f * with.depth_tolerance) < farthest) continue;
        sum += colour_of(found[i], colour, with.width) * weight[i];
        all += weight[i];
    }
    return all > 0.0f ? sum / all : colour.read(at);
}

kernel void scatter_colours(const_image_2d<float4> colour, const_image_2d<float1> depth, const_image_2d<uint1> motion,
                            image_2d<float4, true> output, buffer<const uint32_t> nearest, buffer<const uint32_t> sources,
                            buffer<uint8_t> holes, param<warp_settings> with) {
    if (global_id.x >= with.width || global_id.y >= with.height) return;
    const int2 at {static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)};
    const uint32_t pixel = global_id.y * with.width + global_id.x;
    const uint32_t source = sources[pixel];
    holes[pixel] = source == nobody ? 1 : 0;
    output.write(
        at, source == nobody ? fill(at, colour, nearest, sources, with) : colour_beside(source, at, colour, depth, motion, with));
}
