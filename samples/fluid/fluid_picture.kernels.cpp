// The picture of ink in a thin layer of water, seen from above with light from one side.
//
// Ink absorbs the light of the backdrop behind it (Lambert and Beer), and scatters light of the sun towards the viewer. What
// reaches a place of the sun is found by a march through the ink towards the sun, so that dense ink is dark on its far side and
// casts a coloured shadow. The thickness of the ink bends its surface, which reflects the sun.
#include <ingot/kernel.hpp>

#include "picture_layout.hpp"
#include "plane_sampling.hpp"

using namespace ingot;
using namespace ingot::samples::fluid;

// x^32, by squaring five times.
static float power_32(float x) {
    for (int i = 0; i < 5; ++i) x *= x;
    return x;
}

// Smooths the obstacles, so that their outline does not show the cells: the mean of the cells within `reach` in one direction,
// with weights like a bell. Launched once along x and once along y.
kernel void smooth_obstacles(buffer<const float> rough, buffer<float> smooth, param<uint2> direction, param<uint32_t> reach,
                             param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= grid.width || y >= grid.height) return;
    float sum = 0.0f;
    float weights = 0.0f;
    const auto limit = static_cast<int32_t>(reach);
    for (int32_t i = -limit; i <= limit; ++i) {
        const int32_t column =
            clamp(static_cast<int32_t>(x) + i * static_cast<int32_t>(direction.x), 0, static_cast<int32_t>(grid.width) - 1);
        const int32_t row =
            clamp(static_cast<int32_t>(y) + i * static_cast<int32_t>(direction.y), 0, static_cast<int32_t>(grid.height) - 1);
        const float share = static_cast<float>(i) / static_cast<float>(limit + 1);
        const float weight = (1.0f - share * share) * (1.0f - share * share);
        sum += weight * rough[static_cast<uint32_t>(row) * grid.width + static_cast<uint32_t>(column)];
        weights += weight;
    }
    smooth[y * grid.width + x] = sum / weights;
}

// The obstacles as numbers from 0 to 1, for smooth_obstacles().
kernel void take_obstacles(buffer<const uint32_t> solid, buffer<float> stone, param<uint32_t> count) {
    if (global_id.x < count) stone[global_id.x] = solid[global_id.x] != 0 ? 1.0f : 0.0f;
}

// The mean ink of squares of four cells, and the share of them that is stone.
kernel void halve_ink(buffer<const float4> ink, buffer<const float> stone, buffer<float4> half_ink, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t columns = grid.width / 2;
    if (x >= columns || y >= grid.height / 2) return;
    float4 sum {};
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t cell = (2 * y + (i >> 1u)) * grid.width + 2 * x + (i & 1u);
        const float4 own = ink[cell];
        sum += float4(own.x, own.y, own.z, stone[cell]);
    }
    half_ink[y * columns + x] = sum * 0.25f;
}

// The height of the ink's surface. It has a limit, so that dense ink does not become a wall.
static float surface_height(const float4& ink) {
    const float amount = ink.x + ink.y + ink.z;
    return 3.6f * amount / (0.6f + amount);
}

// The share of the sun's light that reaches each square, in xyz, and the height of the surface there. The march takes longer and
// longer steps: shadows of distant ink are soft.
kernel void march_to_sun(buffer<const float4> half_ink, buffer<float4> sunlight, param<picture_light> light,
                         param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t columns = grid.width / 2;
    const uint32_t rows = grid.height / 2;
    if (x >= columns || y >= rows) return;
    constexpr int steps = 20;
    constexpr float growth = 1.12f;
    const float length_in_plane = sqrt(light.direction.x * light.direction.x + light.direction.y * light.direction.y);
    const float2 direction {light.direction.x / length_in_plane, light.direction.y / length_in_plane};
    // The first step is a hundredth of the height, whatever the size of the cells is. The path rises towards the sun and leaves
    // the layer of ink, which becomes thinner with the distance.
    float step = 0.0065f * static_cast<float>(rows);
    float distance = 0.7f * step;
    float3 depth {};
    for (int i = 0; i < steps; ++i) {
        const float place_x = static_cast<float>(x) + 0.5f + direction.x * distance;
        const float place_y = static_cast<float>(y) + 0.5f + direction.y * distance;
        if (place_x < 0.0f || place_y < 0.0f || place_x >= static_cast<float>(columns) || place_y >= static_cast<float>(rows))
            break;
        const float4 ink = half_ink[static_cast<uint32_t>(place_y) * columns + static_cast<uint32_t>(place_x)];
        const float share = step / static_cast<float>(rows) * (1.0f - static_cast<float>(i) / static_cast<float>(steps));
        depth += (absorption_of(light.palette, {ink.x, ink.y, ink.z}) * light.density + float3(9.0f * ink.w)) * share;
        distance += step;
        step *= growth;
    }
    const float4 here = half_ink[y * columns + x];
    sunlight[y * columns + x] = float4(decay(depth * (7.0f * light.shadow)), surface_height(here));
}

// The light of each cell that reaches the viewer, and how much of the cell is stone.
kernel void light_ink(buffer<const float4> ink, buffer<const float> stone, buffer<const float4> sunlight, buffer<float4> lit,
                      param<picture_light> light, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= grid.width || y >= grid.height) return;
    const uint32_t cell = y * grid.width + x;
    const float4 here = ink[cell];
    const float amount = here.x + here.y + here.z;

    // The sun's light, from the grid of squares.
    const plane_grid squares {.width = grid.width / 2, .height = grid.height / 2};
    const float2 place {(static_cast<float>(x) + 0.5f) * 0.5f, (static_cast<float>(y) + 0.5f) * 0.5f};
    const float4 arriving = cells_around<float4>(sunlight, squares, place).interpolated();
    const float3 sun = rgb(light.sun) * rgb(arriving);

    // The surface's normal, from the heights one square to each side. Heights of single cells would show the grid in reflections.
    const auto height_at = [&](float along_x, float along_y) {
        return cells_around<float4>(sunlight, squares, place + float2(along_x, along_y)).interpolated().w;
    };
    const float slope = light.relief * 0.012f * static_cast<float>(grid.height);
    const float3 normal = normalize(float3(slope * (height_at(-1.0f, 0.0f) - height_at(1.0f, 0.0f)),
                                           slope * (height_at(0.0f, -1.0f) - height_at(0.0f, 1.0f)), 1.0f));
    const float3 to_sun = rgb(light.direction);
    const float facing = max(dot(normal, to_sun), 0.0f);

    // The backdrop, darkened by the shadow of the ink, and what the ink lets through of it.
    const float2 from_middle {(static_cast<float>(x) + 0.5f) / static_cast<float>(grid.width) - 0.5f,
                              (static_cast<float>(y) + 0.5f) / static_cast<float>(grid.height) - 0.5f};
    const float edge = min(2.2f * dot(from_middle, from_middle), 1.0f);
    const float3 backdrop = mix(rgb(light.backdrop_middle), rgb(light.backdrop_edge), edge) *
                            mix(float3(1.0f), rgb(arriving), float3(0.75f * min(light.shadow, 1.0f)));
    const float3 transmitted = decay(absorption_of(light.palette, {here.x, here.y, here.z}) * (2.6f * light.density));

    // Light that the ink scatters towards the viewer. Ink lets light through, so that its far side is not black.
    const float coverage = 1.0f - decay(2.2f * light.density * light.opacity * amount);
    const float3 colour = scattering_of(light.palette, {here.x, here.y, here.z}) / max(amount, 1e-5f);
    const float3 scattered = colour * (sun * (0.3f + 0.7f * facing) + rgb(light.sky)) * coverage;

    // A reflection of the sun (Blinn 1977) and of the sky at the bent surface.
    const float3 half_way = normalize(to_sun + float3(0.0f, 0.0f, 1.0f));
    const float highlight = power_32(max(dot(normal, half_way), 0.0f));
    const float rim = 1.0f - normal.z;
    const float wet = 1.0f - decay(5.0f * amount);
    const float3 reflected = (sun * (0.7f * highlight) + rgb(light.sky) * (0.35f * rim * rim)) * (light.gloss * wet);

    // Hot fluid shines from red over orange to yellow.
    const float heat = max(here.w, 0.0f);
    const float3 glow = glow_of(heat) * light.glow;

    lit[cell] = float4(
        backdrop * transmitted * (1.0f - 0.6f * coverage * min(light.opacity, 1.0f)) + scattered + reflected + glow, stone[cell]);
}

// The weights of a quadratic B-spline for the three points around a place, and the first of these points.
struct spline_points {
    int32_t first = 0;
    float weights[3] {};
    float slopes[3] {};  // derivatives of the weights
};
static spline_points spline_at(float place) {
    const auto middle = static_cast<int32_t>(place);  // place is not negative
    const float offset = place - static_cast<float>(middle) - 0.5f;
    return {middle - 1,
            {0.5f * (0.5f - offset) * (0.5f - offset), 0.75f - offset * offset, 0.5f * (0.5f + offset) * (0.5f + offset)},
            {offset - 0.5f, -2.0f * offset, offset + 0.5f}};
}

// Shows the cells in the pixels of a window. A quadratic B-spline between the cells hides the grid. Obstacles are smooth pebbles
// in front of the fluid, and beyond the grid is a dark frame.
kernel void show_cells(buffer<const float4> lit, buffer<float4> pixels, param<picture_light> light, param<plane_grid> grid,
                       param<picture_window> window) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= window.width || y >= window.height) return;
    const uint32_t pixel = y * window.width + x;
    const float2 place = window.first + float2(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f) * window.pixel;
    const float width = static_cast<float>(grid.width);
    const float height = static_cast<float>(grid.height);
    if (place.x < 0.0f || place.y < 0.0f || place.x >= width || place.y >= height) {
        // A soft shadow of the basin's edge on the frame.
        const float2 beyond {max(max(-place.x, place.x - width), 0.0f), max(max(-place.y, place.y - height), 0.0f)};
        const float away = sqrt(dot(beyond, beyond)) / height;
        pixels[pixel] = float4(rgb(light.backdrop_edge) * (0.03f + 0.03f * (1.0f - decay(30.0f * away))), 1.0f);
        return;
    }
    const spline_points across = spline_at(place.x);
    const spline_points up = spline_at(place.y);
    float4 value {};
    float2 slope {};  // of the stone, per cell
    for (int32_t j = 0; j < 3; ++j) {
        const int32_t row = clamp(up.first + j, 0, static_cast<int32_t>(grid.height) - 1);
        float4 sum {};
        float difference = 0.0f;
        for (int32_t i = 0; i < 3; ++i) {
            const int32_t column = clamp(across.first + i, 0, static_cast<int32_t>(grid.width) - 1);
            const float4 cell = lit[static_cast<uint32_t>(row) * grid.width + static_cast<uint32_t>(column)];
            sum += cell * across.weights[i];
            difference += cell.w * across.slopes[i];
        }
        value += sum * up.weights[j];
        slope.x += difference * up.weights[j];
        slope.y += sum.w * up.slopes[j];
    }
    float3 colour = rgb(value);
    if (value.w > 0.02f) {
        // The outline is where half of the surroundings is stone. It is as sharp as the pixels. The stone bulges like a pebble.
        const float steepness = sqrt(dot(slope, slope));
        const float share = clamp((value.w - 0.5f) / max(steepness * window.pixel, 1e-3f) + 0.5f, 0.0f, 1.0f);
        const float bulge = 0.022f * height;
        const float3 normal = normalize(float3(-bulge * slope.x, -bulge * slope.y, 0.45f));
        const float facing = max(dot(normal, rgb(light.direction)), 0.0f);
        const float highlight = power_32(max(dot(normal, normalize(rgb(light.direction) + float3(0.0f, 0.0f, 1.0f))), 0.0f));
        const float rim = 1.0f - normal.z;
        const float3 pebble = float3(0.020f, 0.021f, 0.024f) + rgb(light.sun) * (0.035f * facing + 0.30f * highlight) +
                              rgb(light.sky) * (0.5f * rim * rim);
        colour = mix(colour, pebble, float3(share));
    }
    pixels[pixel] = float4(colour, 1.0f);
}

// A colour for a number from -1 to 1: blue, dark, orange.
static float3 diverging_colour(float value) {
    const float size = min(fabs(value), 1.0f);
    const float3 hue = value < 0.0f ? float3(0.05f, 0.30f, 0.95f) : float3(1.0f, 0.34f, 0.04f);
    const float3 bright = value < 0.0f ? float3(0.65f, 0.92f, 1.0f) : float3(1.0f, 0.90f, 0.55f);
    const float3 dark {0.008f, 0.009f, 0.013f};
    return size < 0.6f ? mix(dark, hue, float3(size / 0.6f)) : mix(hue, bright, float3((size - 0.6f) / 0.4f));
}

// Shows a quantity of each cell as a colour. `largest` is the number whose colour is the brightest.
kernel void show_quantity(buffer<const float2> faces, buffer<const float> pressure, buffer<const float> stone, buffer<float4> lit,
                          param<shown_field> field, param<float> largest, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= grid.width || y >= grid.height) return;
    const uint32_t columns = grid.width + 1;
    const auto u = [&](uint32_t row) { return 0.5f * (faces[row * columns + x].x + faces[row * columns + x + 1].x); };
    const auto v = [&](uint32_t column) { return 0.5f * (faces[y * columns + column].y + faces[(y + 1) * columns + column].y); };
    float value = 0.0f;
    if (field == shown_field::pressure) {
        value = pressure[y * grid.width + x];
    } else if (field == shown_field::speed) {
        value = sqrt(u(y) * u(y) + v(x) * v(x));
    } else {
        const uint32_t left = x > 0 ? x - 1 : 0;
        const uint32_t right = min(x + 1, grid.width - 1);
        const uint32_t below = y > 0 ? y - 1 : 0;
        const uint32_t above = min(y + 1, grid.height - 1);
        value = 0.5f * (v(right) - v(left) - u(above) + u(below)) / grid.cell;
    }
    lit[y * grid.width + x] = float4(diverging_colour(value / largest), stone[y * grid.width + x]);
}
