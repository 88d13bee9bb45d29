// The picture of the bodies and the stars, computed by kernels, for devices that are quicker at it than OpenGL on the same
// processor. Points become spots of light, spots are sorted into the tiles of the picture, and each pixel adds up the spots of
// its tile. OpenGL draws the same picture in point_cloud.cpp and sky.cpp.
#include <bit>
#include <ingot/kernel.hpp>

#include "light_spots.hpp"

using namespace ingot;
using namespace ingot::samples;

// From dark red through gold and white to blue, as the colour of a heated body.
static float3 colour_of_speed(float share) {
    const auto mix = [](const float3& from, const float3& to, float part) { return from + (to - from) * part; };
    const float3 red {0.55f, 0.05f, 0.04f};
    const float3 orange {1.0f, 0.30f, 0.06f};
    const float3 gold {1.0f, 0.72f, 0.34f};
    const float3 white {0.85f, 0.92f, 1.0f};
    const float3 blue {0.30f, 0.52f, 1.0f};
    const float place = clamp(share, 0.0f, 1.0f) * 4.0f;
    if (place < 1.0f) return mix(red, orange, place);
    if (place < 2.0f) return mix(orange, gold, place - 1.0f);
    if (place < 3.0f) return mix(gold, white, place - 2.0f);
    return mix(white, blue, place - 3.0f);
}

// Returns the place of a point on the picture, in pixels. Only points with w > 0 are before the camera.
static float2 place_on_picture(const float4& clip, const float2& picture) {
    return {(0.5f + 0.5f * clip.x / clip.w) * picture.x, (0.5f + 0.5f * clip.y / clip.w) * picture.y};
}

// Points: position in xyz, speed in w. Lights: colour in rgb, brightness in a.
kernel void project_bodies(buffer<const float4> points, buffer<const float4> lights, buffer<light_spot> spots,
                           buffer<tile_range> reached, param<spot_camera> camera, param<spot_measures> measures,
                           param<spot_tiles> tiles) {
    if (global_id.x >= measures.points) return;
    const uint32_t index = global_id.x * measures.step;
    const float4 point = points[index];
    const float4 light = lights[index];
    const float4 seen = camera.view * float4 {point.xyz, 1.0f};
    const float4 clip = camera.projection * seen;

    light_spot spot {};
    if (clip.w > 0.0f && abs(clip.z) <= clip.w) {
        const float speed = point.w / max(measures.middle_speed, 1e-30f);
        const float3 tint = measures.middle_speed > 0.0f ? colour_of_speed(speed / (1.0f + speed)) : light.xyz;
        const float flux = measures.is_haze != 0 ? 1.0f : light.w;
        // Brighter points are larger. A point that would be smaller than three pixels is drawn with three pixels, but fainter.
        const float wanted = measures.diameter * pow(flux, 0.3f) / max(-seen.z, 1e-30f);
        const float size = clamp(wanted, 3.0f, measures.largest);
        const float shrunk = min(wanted / size, 1.0f);
        // A body is too near if its point would be larger than the largest. It fades out as it comes nearer.
        const float near = min(measures.largest / wanted, 1.0f);
        spot.centre = place_on_picture(clip, camera.picture);
        spot.inverse_radius = 2.0f / size;
        spot.colour = tint * (measures.brightness * flux * shrunk * shrunk * near * near);
        spot.falloff = 13.0f;
        spot.halo = 0.04f;
    }
    spots[measures.first + global_id.x] = spot;
    reached[measures.first + global_id.x] = tiles_of(spot, tiles);
}

// Stars are infinitely far away. Directions are in xyz; lights as those of bodies.
kernel void project_stars(buffer<const float4> directions, buffer<const float4> lights, buffer<light_spot> spots,
                          buffer<tile_range> reached, param<spot_camera> camera, param<uint32_t> count, param<spot_tiles> tiles) {
    if (global_id.x >= count) return;
    const float4 direction = directions[global_id.x];
    const float4 light = lights[global_id.x];
    const float4 clip = camera.projection * float4 {(camera.view * float4 {direction.xyz, 0.0f}).xyz, 0.0f};
    light_spot spot {};
    if (clip.w > 0.0f) {
        spot.centre = place_on_picture(clip, camera.picture);
        spot.inverse_radius = 2.0f / max(2.0f, camera.picture.y / 720.0f * (2.0f + 4.0f * light.w));
        spot.colour = light.xyz * light.w;
        spot.falloff = 4.0f;
    }
    spots[global_id.x] = spot;
    reached[global_id.x] = tiles_of(spot, tiles);
}

// Calls `use` for each spot of a batch and each tile that it reaches.
template <typename function>
static void for_tiles_of_batch(buffer<const tile_range> reached, const spot_tiles& tiles, uint32_t batch, const function& use) {
    const uint32_t in_batch = (tiles.spots + spot_batches - 1) / spot_batches;
    const uint32_t end = min(tiles.spots, (batch + 1) * in_batch);
    for (uint32_t spot = batch * in_batch; spot < end; ++spot) {
        // ingot: keep a batch is walked through in its order, and only processors run this kernel
        const tile_range part = reached[spot];
        for (uint32_t row = part.first_row; row < part.end_row; ++row)
            for (uint32_t column = part.first_column; column < part.end_column; ++column)
                use(spot, row * tiles.columns() + column);
    }
}

// Counts for each tile the spots of each batch that reach it. A work-item has a batch.
kernel void count_spots(buffer<const tile_range> reached, buffer<uint32_t> counts, param<spot_tiles> tiles) {
    const uint32_t batch = global_id.x;
    if (batch >= spot_batches) return;
    for_tiles_of_batch(reached, tiles, batch, [&](uint32_t, uint32_t tile) { ++counts[tile * spot_batches + batch]; });
}

// Lists for each tile the spots that reach it. Before, `places` has where the spots of each tile and batch begin in the list, and
// afterwards where they end.
kernel void list_spots(buffer<const tile_range> reached, buffer<uint32_t> places, buffer<uint32_t> list,
                       param<spot_tiles> tiles) {
    const uint32_t batch = global_id.x;
    if (batch >= spot_batches) return;
    for_tiles_of_batch(reached, tiles, batch,
                       [&](uint32_t spot, uint32_t tile) { list[places[tile * spot_batches + batch]++] = spot; });
}

// Adds up light(spot, d²) of the spots of the work-group's tile, at a place of the picture.
template <typename function>
static float3 sum_of_spots(buffer<const light_spot> spots, buffer<const uint32_t> ends, buffer<const uint32_t> list,
                           const spot_tiles& tiles, const float2& place, const function& light) {
    const uint32_t tile = group_id.y * tiles.columns() + group_id.x;
    const uint32_t first = tile == 0 ? 0 : ends[tile * spot_batches - 1];
    const uint32_t end = ends[(tile + 1) * spot_batches - 1];
    float3 sum {};
    for (uint32_t i = first; i < end; ++i) {
        const light_spot spot = spots[list[i]];
        const float2 offset = (place - spot.centre) * spot.inverse_radius;
        sum += spot.colour * light(spot, offset);
    }
    return sum;
}

// The haze consists of halos only.
kernel void add_haze(buffer<const light_spot> spots, buffer<const uint32_t> ends, buffer<const uint32_t> list,
                     buffer<float4> haze, param<spot_tiles> tiles) {
    const float2 place {(static_cast<float>(global_id.x) + 0.5f) * tiles.pixel,
                        (static_cast<float>(global_id.y) + 0.5f) * tiles.pixel};
    const float3 sum = sum_of_spots(spots, ends, list, tiles, place, [](const light_spot&, const float2& offset) {
        const float edge = max(1.0f - dot(offset, offset), 0.0f);
        return edge * edge * edge;
    });
    if (global_id.x < tiles.width && global_id.y < tiles.height) haze[global_id.y * tiles.width + global_id.x] = {sum, 1.0f};
}

// Returns the haze at the work-item's pixel, interpolated. A tile is as wide as four pixels of the haze and needs one more at
// each side. All work-items of a row read the same ones, and weight them by their distance.
static float3 haze_here(buffer<const float4> haze, const spot_tiles& tiles) {
    constexpr int of_tile = tile_side / pixels_of_haze_pixel;
    const auto distance_from = [](uint32_t pixel, int of_haze) {
        return (static_cast<float>(pixel) + 0.5f) / pixels_of_haze_pixel - 0.5f - static_cast<float>(of_haze);
    };
    const auto pixel = [](uint32_t tile, int of_haze, uint32_t count) {
        return static_cast<uint32_t>(clamp(static_cast<int>(tile) * of_tile + of_haze, 0, static_cast<int>(count) - 1));
    };
    const int below = local_id.y < pixels_of_haze_pixel / 2
                          ? -1
                          : static_cast<int>((local_id.y - pixels_of_haze_pixel / 2) / pixels_of_haze_pixel);
    const float up = distance_from(local_id.y, below);
    const uint32_t row = pixel(group_id.y, below, tiles.height) * tiles.width;
    const uint32_t row_above = pixel(group_id.y, below + 1, tiles.height) * tiles.width;
    float3 sum {};
#pragma GCC unroll 6
    for (int i = -1; i <= of_tile; ++i) {
        const uint32_t column = pixel(group_id.x, i, tiles.width);
        const float weight = max(1.0f - abs(distance_from(local_id.x, i)), 0.0f);
        sum += (haze[row + column].xyz * (1.0f - up) + haze[row_above + column].xyz * up) * weight;
    }
    return sum;
}

// e^-x for x from 0 to 80, with an error of 1e-5 of the result. It consists of operations that processors have for vectors.
static float decay(float x) {
    const float exponent = x * -1.44269504f;
    const float whole = floor(exponent);
    const float rest = exponent - whole;
    const float power = 1.0000026f + rest * (0.69300383f + rest * (0.24144275f + rest * (0.05201146f + rest * 0.01353416f)));
    return power * std::bit_cast<float>((127 + static_cast<int>(whole)) << 23);
}

// A point is a sharp core in a wide halo. Without haze, `haze_tiles` has no spots.
kernel void add_spots(buffer<const light_spot> spots, buffer<const uint32_t> ends, buffer<const uint32_t> list,
                      buffer<const float4> haze, buffer<float4> pixels, param<spot_tiles> tiles, param<spot_tiles> haze_tiles) {
    const float2 place {static_cast<float>(global_id.x) + 0.5f, static_cast<float>(global_id.y) + 0.5f};
    float3 sum = sum_of_spots(spots, ends, list, tiles, place, [](const light_spot& spot, const float2& offset) {
        const float distance_squared = dot(offset, offset);
        const float edge = max(1.0f - distance_squared, 0.0f);
        const float all = decay(min(spot.falloff * distance_squared, 80.0f)) + spot.halo * edge * edge;
        return max(abs(offset.x), abs(offset.y)) <= 1.0f ? all : 0.0f;
    });
    if (global_id.x >= tiles.width || global_id.y >= tiles.height) return;
    if (haze_tiles.spots > 0) sum += haze_here(haze, haze_tiles);
    pixels[global_id.y * tiles.width + global_id.x] = {sum, 1.0f};
}
