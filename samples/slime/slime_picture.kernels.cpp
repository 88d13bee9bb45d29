// The picture of a slime mould: colours of the trails, the relief of veins, and a glow around them.
#include <ingot/kernel.hpp>

#include "picture_layout.hpp"
#include "plane.hpp"
#include "trails.hpp"

using namespace ingot;
using namespace ingot::samples::slime;

static float3 rgb(const float4& colour) { return {colour.x, colour.y, colour.z}; }

// The colour at `level` between 0 and 1 on the way from the background over two colours to the last one.
static float3 on_ramp(const float3& background, const float3& deep, const float3& bright, const float3& hot, float level) {
    constexpr float at_deep = 0.4f;
    constexpr float at_bright = 0.78f;
    if (level < at_deep) return mix(background, deep, float3(level / at_deep));
    if (level < at_bright) return mix(deep, bright, float3((level - at_deep) / (at_bright - at_deep)));
    return mix(bright, hot, float3(min((level - at_bright) / (1.0f - at_bright), 1.0f)));
}

// The light of each cell, in xyz, and the height of its surface, in w.
kernel void colour_cells(buffer<const uint32_t> trails, buffer<const uint32_t> memory, buffer<const int32_t> food,
                         buffer<float4> lit, param<slime_look> look, param<slime_plane> plane) {
    const uint32_t cell = global_id.x;
    if (cell >= plane.cells()) return;

    // The colours of the species, mixed by their trails.
    float all = 0.0f;
    float squares = 1e-12f;
    float3 deep {};
    float3 bright {};
    for (uint32_t species = 0; species < most_species; ++species) {
        if (species >= plane.species) continue;  // so that the loop is unrolled, and the palette is not indexed
        const float trail = static_cast<float>(trails[plane.first_cell(species) + cell]) * look.scale;
        // The squares make borders between species narrow.
        const float weight = trail * trail;
        all += trail;
        squares += weight;
        deep += rgb(look.palette.deep[species]) * weight;
        bright += rgb(look.palette.bright[species]) * weight;
    }
    deep = deep * (1.0f / squares);
    bright = bright * (1.0f / squares);
    const float stretched = all / (all + look.contrast);
    const float level = stretched * stretched * (3.0f - 2.0f * stretched);
    float3 colour = on_ramp(rgb(look.palette.background), deep, bright, rgb(look.palette.hot), level);

    // Growing trails shine, and those that are left become darker.
    const float before = static_cast<float>(memory[cell]) * look.scale;
    const float growth = (all - before) / (all + before + 0.3f);
    if (growth > 0.0f)
        colour += rgb(look.palette.young) * (look.young * growth * growth * stretched);
    else
        colour = mix(colour, rgb(look.palette.background), float3(min(-0.6f * look.young * growth, 0.6f)));

    if (look.shows_food != 0) {
        const float strength = static_cast<float>(food[cell]) * (1.0f / static_cast<float>(food_unit));
        const float3 marked = strength > 0.0f ? float3(0.22f, 0.21f, 0.16f) : float3(0.26f, 0.03f, 0.06f);
        colour += marked * (0.6f * strength * strength);
    }
    lit[cell] = float4(colour, level);
}

// The mean light of each square of the coarse grid, above that of the background.
kernel void gather_glow(buffer<const float4> lit, buffer<float4> glow, param<slime_look> look, param<glow_grid> grid) {
    const uint32_t column = global_id.x;
    const uint32_t row = global_id.y;
    if (column >= grid.columns || row >= grid.rows) return;
    float4 sum {};
    for (uint32_t y = 0; y < grid.size; ++y)
        for (uint32_t x = 0; x < grid.size; ++x)
            // ingot: keep the row of a square is at most 256 bytes, and the next steps find the lines in the cache
            sum += lit[(row * grid.size + y) * grid.columns * grid.size + column * grid.size + x];
    const float share = 1.0f / static_cast<float>(grid.size * grid.size);
    const float3 mean = rgb(sum) * share - rgb(look.palette.background);
    glow[row * grid.columns + column] = float4(max(mean, float3(0.0f)), 0.0f);
}

// The number of a cell or square that may be beyond the plane, which repeats.
static int32_t turned_over(int32_t index, int32_t size) {
    return index < 0 ? index + size : index >= size ? index - size : index;
}

// Smooths the glow in one direction with the binomial weights of eight draws, across the borders of the plane.
kernel void smooth_glow(buffer<const float4> rough, buffer<float4> smooth, param<int2> direction, param<glow_grid> grid) {
    const auto column = static_cast<int32_t>(global_id.x);
    const auto row = static_cast<int32_t>(global_id.y);
    const auto columns = static_cast<int32_t>(grid.columns);
    const auto rows = static_cast<int32_t>(grid.rows);
    if (column >= columns || row >= rows) return;
    const auto at = [&](int32_t away) {
        return rough[turned_over(row + away * direction.y, rows) * columns + turned_over(column + away * direction.x, columns)];
    };
    const auto pair = [&](int32_t away) { return at(-away) + at(away); };
    smooth[row * columns + column] =
        (at(0) * 70.0f + pair(1) * 56.0f + pair(2) * 28.0f + pair(3) * 8.0f + pair(4)) * (1.0f / 256.0f);
}

// The two cells or squares around a coordinate, and where it is between their middles.
struct pair_of_cells {
    int32_t first = 0;
    int32_t second = 0;
    float share = 0.0f;
};
static pair_of_cells around(float coordinate, int32_t size) {
    const float before = floor(coordinate - 0.5f);
    const auto first = static_cast<int32_t>(before);
    return {turned_over(first, size), turned_over(first + 1, size), coordinate - 0.5f - before};
}

// Interpolates linearly between four cells.
static float4 linear_at(buffer<const float4> cells, int32_t columns, int32_t rows, const float2& place) {
    const pair_of_cells x = around(place.x, columns);
    const pair_of_cells y = around(place.y, rows);
    const float4 low = mix(cells[y.first * columns + x.first], cells[y.first * columns + x.second], float4(x.share));
    const float4 high = mix(cells[y.second * columns + x.first], cells[y.second * columns + x.second], float4(x.share));
    return mix(low, high, float4(y.share));
}

// Light on the surface of the veins, and the glow. The colours of nine cells are mixed with the weights of a quadratic B-spline,
// so that the picture does not show the grid.
kernel void light_cells(buffer<const float4> lit, buffer<const float4> glow, buffer<float4> shown, param<slime_look> look,
                        param<slime_plane> plane, param<glow_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= plane.width || y >= plane.height) return;
    const neighbouring_cells near = neighbours_of(x, y, plane);
    float4 rows[3];
    float across = 0.0f;
    for (uint32_t i = 0; i < 3; ++i) {
        const uint32_t row = i == 0 ? near.below : i == 1 ? near.row : near.above;
        const float4 left = lit[row + near.left];
        const float4 right = lit[row + near.right];
        rows[i] = lit[row + x] * 0.75f + (left + right) * 0.125f;
        across += (right.w - left.w) * (i == 1 ? 0.375f : 0.0625f);
    }
    const float4 mixed = rows[1] * 0.75f + (rows[0] + rows[2]) * 0.125f;

    // Light from the upper left, and its reflection (Blinn 1977).
    const float bulge = look.relief * 0.0022f * static_cast<float>(plane.height);
    const float3 normal = normalize(float3(-bulge * across, -0.5f * bulge * (rows[2].w - rows[0].w), 1.0f));
    const float3 light {-0.4376f, 0.5470f, 0.7136f};
    const float3 half_way {-0.2364f, 0.2955f, 0.9256f};
    const float facing = dot(normal, light) * (1.0f / 0.7136f);
    float highlight = max(dot(normal, half_way), 0.0f);
    for (int i = 0; i < 5; ++i) highlight *= highlight;
    float3 colour = rgb(mixed) * mix(1.0f, clamp(facing, 0.0f, 2.0f), min(look.relief, 1.0f) * 0.8f);
    colour += float3(0.35f * min(look.relief, 1.5f) * mixed.w * max(highlight - 0.081f, 0.0f));

    const float squares = 1.0f / static_cast<float>(grid.size);
    const float2 place {(static_cast<float>(x) + 0.5f) * squares, (static_cast<float>(y) + 0.5f) * squares};
    colour += rgb(linear_at(glow, static_cast<int32_t>(grid.columns), static_cast<int32_t>(grid.rows), place)) * look.glow;
    shown[near.row + x] = float4(colour, 1.0f);
}

// A coordinate in the plane, from 0 to `size`. The plane repeats.
static float repeated(float coordinate, float size) {
    const float within = coordinate - floor(coordinate / size) * size;
    return within < size ? within : 0.0f;  // rounding
}

// The mean of the cells that a pixel of several cells shows.
static float4 mean_at(buffer<const float4> cells, int32_t width, int32_t height, const float2& place, float pixel) {
    const int32_t count = min(static_cast<int32_t>(pixel + 0.5f), 12);
    const float reach = static_cast<float>(count) * 0.5f;
    const auto left = static_cast<int32_t>(floor(place.x - reach + 0.5f));
    const auto bottom = static_cast<int32_t>(floor(place.y - reach + 0.5f));
    float4 sum {};
    for (int32_t j = 0; j < count; ++j) {
        const int32_t row = turned_over(bottom + j, height) * width;
        for (int32_t i = 0; i < count; ++i) sum += cells[row + turned_over(left + i, width)];
    }
    return sum * (1.0f / static_cast<float>(count * count));
}

// The weights of a quadratic B-spline for the three cells around a place.
static float3 spline_weights(float offset) {
    return {0.5f * (0.5f - offset) * (0.5f - offset), 0.75f - offset * offset, 0.5f * (0.5f + offset) * (0.5f + offset)};
}

// Interpolates by a quadratic B-spline between nine cells: smooth where a cell is large.
static float4 spline_at(buffer<const float4> cells, int32_t width, int32_t height, const float2& place) {
    const auto column = static_cast<int32_t>(place.x);  // place is not negative
    const auto row = static_cast<int32_t>(place.y);
    const float3 across = spline_weights(place.x - static_cast<float>(column) - 0.5f);
    const float3 up = spline_weights(place.y - static_cast<float>(row) - 0.5f);
    const int32_t left = turned_over(column - 1, width);
    const int32_t right = turned_over(column + 1, width);
    float4 sum {};
    for (int32_t j = 0; j < 3; ++j) {
        const int32_t first = turned_over(row + j - 1, height) * width;
        const float4 own = cells[first + left] * across.x + cells[first + column] * across.y + cells[first + right] * across.z;
        sum += own * (j == 0 ? up.x : j == 1 ? up.y : up.z);
    }
    return sum;
}

// Shows the cells in the pixels of a window. Beyond its borders the plane repeats, but dark.
kernel void show_cells(buffer<const float4> shown, buffer<float4> pixels, param<slime_plane> plane,
                       param<picture_window> window) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= window.width || y >= window.height) return;
    const auto width = static_cast<int32_t>(plane.width);
    const auto height = static_cast<int32_t>(plane.height);
    const float2 seen = window.first + float2(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f) * window.pixel;
    const float2 place {repeated(seen.x, static_cast<float>(width)), repeated(seen.y, static_cast<float>(height))};
    float4 colour;
    if (window.sampling == cell_sampling::mean)
        colour = mean_at(shown, width, height, place, window.pixel.y);
    else if (window.sampling == cell_sampling::spline)
        colour = spline_at(shown, width, height, place);
    else
        colour = linear_at(shown, width, height, place);
    const bool is_beyond =
        seen.x < 0.0f || seen.y < 0.0f || seen.x >= static_cast<float>(width) || seen.y >= static_cast<float>(height);
    pixels[y * window.width + x] = float4(rgb(colour) * (is_beyond ? 0.18f : 1.0f), 1.0f);
}
