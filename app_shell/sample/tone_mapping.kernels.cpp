// Maps the light of a picture to colours of 8 bits, for devices that share a processor with OpenGL. The fragment shader in
// app_shell/picture/picture.cpp does the same, and explains the formulas.
#include <bit>
#include <ingot/kernel.hpp>

#include "tone_view.hpp"

using namespace ingot;

// The light with the exposure. Compares bits, because the fast mathematics of this file knows neither infinity nor what is no
// number. That becomes 0, and so does negative light.
static float bounded(float light, float exposure) {
    constexpr int32_t infinity = 0x7f800000;
    constexpr int32_t largest = 0x7149f2ca;  // 1e30
    const auto bits = std::bit_cast<int32_t>(light);
    const float finite = std::bit_cast<float>(bits > infinity ? 0 : max(min(bits, largest), 0));
    return min(finite * exposure, 6.0e4f);
}

static float filmic(float x) { return clamp((x * (2.51f * x + 0.03f)) / (x * (2.43f * x + 0.59f) + 0.14f), 0.0f, 1.0f); }

static float encoded(float linear) {
    const float root = sqrt(linear);
    const float fourth = sqrt(root);
    const float curved = root * (1.12268099f - 0.33550082f * fourth) + 0.19613609f * fourth + 0.08132968f * linear - 0.06461156f;
    return linear < 0.0031308f ? 12.92f * linear : curved;
}

static uint32_t in_8_bits(float colour) {
    return static_cast<uint32_t>(static_cast<int32_t>(255.0f * clamp(colour, 0.0f, 1.0f) + 0.5f));
}

static float3 plain_colour(const float3& light) {
    return {encoded(min(light.x, 1.0f)), encoded(min(light.y, 1.0f)), encoded(min(light.z, 1.0f))};
}

// `column` and `row` are those of the pixel on the screen, from its lower left corner.
static float3 filmic_colour(const float3& light, uint32_t column, uint32_t row) {
    const float brightest = max(light.x, max(light.y, light.z));
    const float luminance = 0.2126f * light.x + 0.7152f * light.y + 0.0722f * light.z;
    const float grey = 0.6f * brightest / (brightest + 6.0f);
    const float x = static_cast<float>(static_cast<int32_t>(column)) + 0.5f;
    const float y = static_cast<float>(static_cast<int32_t>(row)) + 0.5f;
    const float diagonal = x * 0.06711056f + y * 0.00583715f;
    const float scaled = 52.9829189f * (diagonal - floor(diagonal));
    const float noise = (scaled - floor(scaled) - 0.5f) / 255.0f;
    const auto colour_of = [&](float part) {
        const float colour = encoded(filmic(0.8f * (part + (luminance - part) * grey)));
        return colour < 1.0f / 1024.0f ? colour : colour + noise;
    };
    return {colour_of(light.x), colour_of(light.y), colour_of(light.z)};
}

static float3 rgb(const float4& pixel) { return {pixel.x, pixel.y, pixel.z}; }

// The light at a pixel of the screen, between four pixels of the picture, as OpenGL's linear filter.
static float3 light_between(buffer<const float4> light, const tone_view& view, uint32_t column, uint32_t row) {
    const auto place = [](uint32_t at, uint32_t shown, uint32_t size) {
        const float scale = static_cast<float>(size) / static_cast<float>(shown);
        return clamp((static_cast<float>(at) + 0.5f) * scale - 0.5f, 0.0f, static_cast<float>(size - 1));
    };
    const float x = place(column, view.shown_width, view.width);
    const float y = place(row, view.shown_height, view.height);
    const auto left = static_cast<uint32_t>(static_cast<int32_t>(x));
    const auto low = static_cast<uint32_t>(static_cast<int32_t>(y));
    const float right_share = x - floor(x);
    const float high_share = y - floor(y);
    const uint32_t right = min(left + 1, view.width - 1);
    const uint32_t high = min(low + 1, view.height - 1);
    const auto along = [&](uint32_t in_row) {
        const float3 first = rgb(light[in_row * view.width + left]);
        return first + (rgb(light[in_row * view.width + right]) - first) * right_share;
    };
    const float3 below = along(low);
    return below + (along(high) - below) * high_share;
}

// Light: rows from the bottom. Shown: blue in the lowest byte, then green, red and 255; rows from the top.
kernel void map_tones(buffer<const float4> light, buffer<uint32_t> shown, param<tone_view> view) {
    const uint32_t column = global_id.x;
    if (column >= view.shown_width || global_id.y >= view.shown_height) return;
    const uint32_t row = view.shown_height - 1 - global_id.y;
    const bool is_exact = view.width == view.shown_width && view.height == view.shown_height;
    float3 seen = is_exact ? rgb(light[row * view.width + column]) : light_between(light, view, column, row);
    seen = {bounded(seen.x, view.exposure), bounded(seen.y, view.exposure), bounded(seen.z, view.exposure)};
    const float3 colour = view.is_filmic != 0 ? filmic_colour(seen, column, row) : plain_colour(seen);
    shown[global_id.y * view.shown_width + column] =
        0xff000000u | in_8_bits(colour.x) << 16u | in_8_bits(colour.y) << 8u | in_8_bits(colour.z);
}
