// Draws the two pictures of a view and its labels, for devices that share a processor with OpenGL: there, the shaders in
// split_view.cpp and label.cpp, which draw the same, take several times as long.
#include <ingot/kernel.hpp>

#include "split_layout.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

static float4 colour_of(const float4& pixel) { return pixel; }
static float4 colour_of(const ushort4& pixel) {
    const auto share = [](uint16_t value) { return static_cast<float>(static_cast<int32_t>(value)) * (1.0f / 65535.0f); };
    return {share(pixel.x), share(pixel.y), share(pixel.z), share(pixel.w)};
}

static int32_t whole(float number) { return static_cast<int32_t>(floor(number)); }

template <typename texel>
static float4 pixel_at(buffer<const texel> picture, const picture_size& size, int32_t x, int32_t y) {
    return colour_of(picture[clamp(y, 0, size.height - 1) * size.width + clamp(x, 0, size.width - 1)]);
}

// The colour at a place of the picture, in pixels from its upper left corner.
template <typename texel>
static float4 colour_at(buffer<const texel> picture, const split_layout& layout, float x, float y) {
    const picture_size size = layout.picture;
    if (layout.way == sampling::single) return pixel_at(picture, size, whole(x), whole(y));
    if (layout.way == sampling::interpolated) {
        const int32_t column = whole(x - 0.5f);
        const int32_t row = whole(y - 0.5f);
        const float right = x - 0.5f - static_cast<float>(column);
        const float low = y - 0.5f - static_cast<float>(row);
        const auto along = [&](int32_t in_row) {
            const float4 first = pixel_at(picture, size, column, in_row);
            return first + (pixel_at(picture, size, column + 1, in_row) - first) * right;
        };
        const float4 above = along(row);
        return above + (along(row + 1) - above) * low;
    }
    float4 sum {};
    const float2 step {layout.across.x / static_cast<float>(layout.steps.x),
                       layout.across.y / static_cast<float>(layout.steps.y)};
    for (int32_t j = 0; j < layout.steps.y; ++j)
        for (int32_t i = 0; i < layout.steps.x; ++i) {
            const float at_x = x + (static_cast<float>(i) + 0.5f) * step.x - 0.5f * layout.across.x;
            const float at_y = y + (static_cast<float>(j) + 0.5f) * step.y - 0.5f * layout.across.y;
            sum += pixel_at(picture, size, whole(at_x), whole(at_y));
        }
    return sum * (1.0f / static_cast<float>(layout.steps.x * layout.steps.y));
}

template <typename texel>
static void show_pixel(buffer<const texel> left, buffer<const texel> right, buffer<float4> pixels, const split_layout& layout) {
    const auto column = static_cast<int32_t>(global_id.x);
    const auto row = static_cast<int32_t>(global_id.y);
    if (column >= layout.canvas.x || row >= layout.canvas.y) return;
    const float2 middle {static_cast<float>(column) + 0.5f, static_cast<float>(row) + 0.5f};
    const float2 place {(middle.x - layout.low.x) / (layout.high.x - layout.low.x),
                        (middle.y - layout.low.y) / (layout.high.y - layout.low.y)};
    float3 light {};
    if (place.x >= 0.0f && place.x < 1.0f && place.y >= 0.0f && place.y < 1.0f) {
        const float x = place.x * static_cast<float>(layout.picture.width);
        const float y = (1.0f - place.y) * static_cast<float>(layout.picture.height);
        const float4 colour = column < layout.first_right ? colour_at(left, layout, x, y) : colour_at(right, layout, x, y);
        // Squares show through what is transparent.
        const bool is_lighter = ((column / 8 + row / 8) & 1) != 0;
        const float behind = (1.0f - clamp(colour.w, 0.0f, 1.0f)) * (is_lighter ? 0.16f : 0.10f);
        light = {max(colour.x, 0.0f) + behind, max(colour.y, 0.0f) + behind, max(colour.z, 0.0f) + behind};
        const float split = layout.split;
        const float line = abs(place.x - split) * static_cast<float>(layout.picture.width) / layout.across.x;
        if (split > 0.0f && split < 1.0f) {
            const float share = clamp((line - 0.6f) * 1.25f, 0.0f, 1.0f);
            const float smooth = share * share * (3.0f - 2.0f * share);
            light = float3(0.95f) + (light - float3(0.95f)) * smooth;
        }
    }
    pixels[row * layout.canvas.x + column] = float4(light, 1.0f);
}

// Pixels: rows from the bottom. Pictures: rows from the top.
kernel void show_floats(buffer<const float4> left, buffer<const float4> right, buffer<float4> pixels,
                        param<split_layout> layout) {
    show_pixel(left, right, pixels, layout);
}
kernel void show_integers(buffer<const ushort4> left, buffer<const ushort4> right, buffer<float4> pixels,
                          param<split_layout> layout) {
    show_pixel(left, right, pixels, layout);
}

// Draws letters over a dark background. Ink: from 0 to 1, rows from the top.
kernel void draw_label(buffer<const float> ink, buffer<float4> pixels, param<label_area> area) {
    const auto x = static_cast<int32_t>(global_id.x);
    const auto y = static_cast<int32_t>(global_id.y);
    const int32_t column = area.left + x;
    const int32_t row = area.bottom + y;
    if (x >= area.width || y >= area.height) return;
    if (column < 0 || row < 0 || column >= area.canvas.x || row >= area.canvas.y) return;
    const float strength = ink[(area.height - 1 - y) * area.width + x];
    const float4 behind = pixels[row * area.canvas.x + column];
    const float left = 0.28f - 0.28f * strength;
    const float letters = 0.86f * strength;
    pixels[row * area.canvas.x + column] =
        float4(behind.x * left + letters, behind.y * left + letters, behind.z * left + letters, 1.0f);
}
