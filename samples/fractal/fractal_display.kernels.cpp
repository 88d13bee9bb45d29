// Prepares the results for display: the mean colours, or the costs as a heat map.
#include <ingot/kernel.hpp>

#include "heat_map.hpp"
#include "picture_layout.hpp"

using namespace ingot;
using namespace ingot::samples::fractal;

// Writes the colours with the rows from the bottom, as OpenGL expects them.
kernel void show_colours(buffer<const float4> means, buffer<float4> pixels, param<uint32_t> width, param<uint32_t> height) {
    if (global_id.x >= width || global_id.y >= height) return;
    pixels[(height - 1 - global_id.y) * width + global_id.x] = means[global_id.y * width + global_id.x];
}

// Sums up the costs of each tile. Launched with one work-item for each tile.
kernel void measure_tiles(buffer<const uint32_t> steps, buffer<tile_cost> tiles, param<uint32_t> width, param<uint32_t> height) {
    const uint2 first {global_id.x * tile_width, global_id.y * tile_height};
    if (first.x >= width || first.y >= height) return;
    tile_cost cost {.smallest = steps[first.y * width + first.x]};
    for (uint32_t y = first.y; y < min(first.y + tile_height, height); ++y)
        for (uint32_t x = first.x; x < min(first.x + tile_width, width); ++x) {
            const uint32_t own = steps[y * width + x];
            ++cost.pixels;
            cost.sum += own;
            cost.smallest = min(cost.smallest, own);
            cost.largest = max(cost.largest, own);
        }
    tiles[global_id.y * ((width + tile_width - 1) / tile_width) + global_id.x] = cost;
}

// Shows the steps of each pixel on a logarithmic scale from `smallest` to `largest`.
kernel void show_steps(buffer<const uint32_t> steps, buffer<float4> pixels, param<uint32_t> width, param<uint32_t> height,
                       param<uint32_t> smallest, param<uint32_t> largest) {
    if (global_id.x >= width || global_id.y >= height) return;
    const float heat = share_of_range(steps[global_id.y * width + global_id.x], smallest, largest);
    pixels[(height - 1 - global_id.y) * width + global_id.x] = float4(heat_colour(heat), 1.0f);
}

// Shows for each tile the share of its work-items that wait for the slowest one.
kernel void show_idle_shares(buffer<const tile_cost> tiles, buffer<float4> pixels, param<uint32_t> width,
                             param<uint32_t> height) {
    if (global_id.x >= width || global_id.y >= height) return;
    const uint32_t tile = global_id.y / tile_height * ((width + tile_width - 1) / tile_width) + global_id.x / tile_width;
    pixels[(height - 1 - global_id.y) * width + global_id.x] = float4(heat_colour(tiles[tile].idle_share()), 1.0f);
}
