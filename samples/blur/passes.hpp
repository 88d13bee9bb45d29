// The passes of a separable blur, by several methods. A pixel is a float4, or a ushort4 in which 65535 is white.
//
// A separable blur computes a weighted mean of `taps` pixels along each row, and then the same along each column of the
// result. blur_pass() computes one of these passes; blur_tile() computes both in one kernel through local memory.
//
// Outside of the image, the pixels at its edge are repeated. All methods add the taps in the same order and store the result of
// each pass as a pixel. Sums of integers are exact and are rounded once per pass, so integer results are equal bit for bit for
// every method and device.
#pragma once

#include <ingot/kernel.hpp>

#include "coefficients.hpp"
#include "picture_size.hpp"

namespace ingot::samples::blur {

enum class direction { along_rows, along_columns };

/// Adds up weighted pixels: as floating-point numbers, or as integers that result() rounds.
template <typename texel>
struct accumulator;

template <>
struct accumulator<float4> {
    float4 sum {};
    void add(float weight, const float4& pixel) { sum += pixel * weight; }
    float4 result() const { return sum; }
    template <uint32_t taps>
    static constexpr auto weights_of = weights<taps>();
};

template <>
struct accumulator<ushort4> {
    uint32_t red = 0;
    uint32_t green = 0;
    uint32_t blue = 0;
    uint32_t alpha = 0;
    // The weights add up to 65536, so a sum is at most 65535 · 65536. With 32768 added for rounding, it fits into 32 bits.
    void add(uint32_t weight, const ushort4& pixel) {
        red += weight * pixel.x;
        green += weight * pixel.y;
        blue += weight * pixel.z;
        alpha += weight * pixel.w;
    }
    static uint16_t rounded(uint32_t value) {
        return static_cast<uint16_t>((value + integer_weight_sum / 2) / integer_weight_sum);
    }
    ushort4 result() const { return {rounded(red), rounded(green), rounded(blue), rounded(alpha)}; }
    template <uint32_t taps>
    static constexpr auto weights_of = integer_weights<taps>();
};

/// Clamps a coordinate to the image.
inline int32_t clamp_to_edge(int32_t place, int32_t count) { return place < 0 ? 0 : place < count ? place : count - 1; }

/// Returns the index of a pixel; rows are stored from the top.
inline size_t index_of(int32_t x, int32_t y, const picture_size& area) {
    return static_cast<size_t>(y) * static_cast<size_t>(area.width) + static_cast<size_t>(x);
}

/// Computes one pass along rows or columns. Each work-item computes `pixels` adjacent results in the direction of the
/// pass. It reads each input pixel once and adds it to all results that need it, which stay in registers:
///
///     input    0 1 2 3 4 5    (5 taps, 2 pixels)
///     result 0 |-------|
///     result 1   |-------|
///
/// With `pixels` = 1, a work-item computes one result.
template <direction pass_direction, uint32_t taps, uint32_t pixels, typename texel>
inline void blur_pass(buffer<const texel> input, buffer<texel> output, const picture_size& area) {
    constexpr bool rows = pass_direction == direction::along_rows;
    constexpr auto factors = accumulator<texel>::template weights_of<taps>;
    constexpr auto reach = static_cast<int32_t>(taps / 2);
    const auto x = static_cast<int32_t>(rows ? global_id.x * pixels : global_id.x);
    const auto y = static_cast<int32_t>(rows ? global_id.y : global_id.y * pixels);
    if (x >= area.width || y >= area.height) return;

    // Read taps + pixels - 1 inputs. Input i has weight i - k in result k.
    accumulator<texel> sums[pixels];
    // The loop is unrolled completely, so that the weights become constants and the sums stay in registers. The number in the
    // pragma must be a literal; it is greater than taps + pixels.
#pragma GCC unroll 32
    for (uint32_t i = 0; i < taps + pixels - 1; ++i) {
        const int32_t offset = static_cast<int32_t>(i) - reach;
        const texel next = rows ? input[index_of(clamp_to_edge(x + offset, area.width), y, area)]
                                : input[index_of(x, clamp_to_edge(y + offset, area.height), area)];
#pragma GCC unroll 32
        for (uint32_t k = 0; k < pixels; ++k)
            if (i >= k && i - k < taps) sums[k].add(factors[i - k], next);
    }
    // Write those results that are inside of the image.
#pragma GCC unroll 32
    for (uint32_t k = 0; k < pixels; ++k) {
        const int32_t here_x = rows ? x + static_cast<int32_t>(k) : x;
        const int32_t here_y = rows ? y : y + static_cast<int32_t>(k);
        if (here_x < area.width && here_y < area.height) output[index_of(here_x, here_y, area)] = sums[k].result();
    }
}

/// Computes both passes in one kernel, launched in groups of tile_side · tile_side work-items, one for each pixel of a
/// tile:
///
///     1. The group reads its tile, and the border that the taps reach, into local memory.
///     2. It blurs all rows of tile and border there.
///     3. Each work-item blurs along the column of its pixel and writes the result.
template <uint32_t taps, typename texel>
inline void blur_tile(buffer<const texel> input, buffer<texel> output, const picture_size& area) {
    constexpr auto factors = accumulator<texel>::template weights_of<taps>;
    constexpr uint32_t reach = taps / 2;
    constexpr uint32_t reached = tile_side + 2 * reach;
    local_buffer<texel, reached, reached> tile;
    local_buffer<texel, reached, tile_side> blurred;

    // Step 1. The work-items together read (tile_side + 2 · reach)² pixels.
    const int32_t left = static_cast<int32_t>(group_id.x * tile_side) - static_cast<int32_t>(reach);
    const int32_t top = static_cast<int32_t>(group_id.y * tile_side) - static_cast<int32_t>(reach);
    for (uint32_t y = local_id.y; y < reached; y += tile_side)
        for (uint32_t x = local_id.x; x < reached; x += tile_side)
            tile[y][x] = input[index_of(clamp_to_edge(left + static_cast<int32_t>(x), area.width),
                                        clamp_to_edge(top + static_cast<int32_t>(y), area.height), area)];
    local_barrier();

    // Step 2.
    for (uint32_t y = local_id.y; y < reached; y += tile_side) {
        accumulator<texel> sum;
#pragma GCC unroll 32
        for (uint32_t i = 0; i < taps; ++i) sum.add(factors[i], tile[y][local_id.x + i]);
        blurred[y][local_id.x] = sum.result();
    }
    local_barrier();

    // Step 3.
    const auto x = static_cast<int32_t>(global_id.x);
    const auto y = static_cast<int32_t>(global_id.y);
    if (x >= area.width || y >= area.height) return;
    accumulator<texel> sum;
#pragma GCC unroll 32
    for (uint32_t i = 0; i < taps; ++i) sum.add(factors[i], blurred[local_id.y + i][local_id.x]);
    output[index_of(x, y, area)] = sum.result();
}

}  // namespace ingot::samples::blur
