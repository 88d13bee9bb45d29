// One pass of a separable blur, in several ways. A pixel is a float4, or a ushort4 whose 65535 is white.
//
// Outside of the picture its edge goes on. Every way of one kind of pixel adds up in the same order; with whole numbers the
// results are equal bit for bit, whatever way and device.
#pragma once

#include <ingot/kernel.hpp>

#include "blur_area.hpp"
#include "coefficients.hpp"

namespace ingot::samples::blur {

enum class direction { along_rows, along_columns };

/// Adds up weighted pixels.
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
    // 65535 · 65536 and the half for rounding fit into 32 bits.
    void add(uint32_t weight, const ushort4& pixel) {
        red += weight * pixel.x;
        green += weight * pixel.y;
        blue += weight * pixel.z;
        alpha += weight * pixel.w;
    }
    static uint16_t rounded(uint32_t value) { return static_cast<uint16_t>((value + whole_weight / 2) / whole_weight); }
    ushort4 result() const { return {rounded(red), rounded(green), rounded(blue), rounded(alpha)}; }
    template <uint32_t taps>
    static constexpr auto weights_of = whole_weights<taps>();
};

inline int32_t inside(int32_t place, int32_t count) { return place < 0 ? 0 : place < count ? place : count - 1; }

inline size_t index_of(int32_t x, int32_t y, const blur_area& area) {
    return static_cast<size_t>(y) * static_cast<size_t>(area.width) + static_cast<size_t>(x);
}

/// `pixels` results one after the other in the pass's direction for each work-item: each pixel is read once and used, from
/// registers, for all results that need it. With one, the plain pass.
template <direction way, uint32_t taps, uint32_t pixels, typename texel>
inline void blur_pass(buffer<const texel> from, buffer<texel> to, const blur_area& area) {
    constexpr bool rows = way == direction::along_rows;
    constexpr auto factors = accumulator<texel>::template weights_of<taps>;
    constexpr auto reach = static_cast<int32_t>(taps / 2);
    const auto x = static_cast<int32_t>(rows ? global_id.x * pixels : global_id.x);
    const auto y = static_cast<int32_t>(rows ? global_id.y : global_id.y * pixels);
    if (x >= area.width || y >= area.height) return;

    accumulator<texel> sums[pixels];
#pragma GCC unroll 32  // a literal: more than taps + pixels, so that the weights become constants and the sums registers
    for (uint32_t i = 0; i < taps + pixels - 1; ++i) {
        const int32_t offset = static_cast<int32_t>(i) - reach;
        const texel next = rows ? from[index_of(inside(x + offset, area.width), y, area)]
                                : from[index_of(x, inside(y + offset, area.height), area)];
#pragma GCC unroll 32
        for (uint32_t k = 0; k < pixels; ++k)
            if (i >= k && i - k < taps) sums[k].add(factors[i - k], next);
    }
#pragma GCC unroll 32
    for (uint32_t k = 0; k < pixels; ++k) {
        const int32_t here_x = rows ? x + static_cast<int32_t>(k) : x;
        const int32_t here_y = rows ? y : y + static_cast<int32_t>(k);
        if (here_x < area.width && here_y < area.height) to[index_of(here_x, here_y, area)] = sums[k].result();
    }
}

/// Both passes at once, in groups of tile_side · tile_side: the group reads its tile and what the taps reach around it into local
/// memory once, blurs along rows there, and then along columns.
template <uint32_t taps, typename texel>
inline void blur_tile(buffer<const texel> from, buffer<texel> to, const blur_area& area) {
    constexpr auto factors = accumulator<texel>::template weights_of<taps>;
    constexpr uint32_t reach = taps / 2;
    constexpr uint32_t reached = tile_side + 2 * reach;
    local_buffer<texel, reached, reached> tile;
    local_buffer<texel, reached, tile_side> blurred;

    const int32_t left = static_cast<int32_t>(group_id.x * tile_side) - static_cast<int32_t>(reach);
    const int32_t top = static_cast<int32_t>(group_id.y * tile_side) - static_cast<int32_t>(reach);
    for (uint32_t y = local_id.y; y < reached; y += tile_side)
        for (uint32_t x = local_id.x; x < reached; x += tile_side)
            tile[y][x] = from[index_of(inside(left + static_cast<int32_t>(x), area.width),
                                       inside(top + static_cast<int32_t>(y), area.height), area)];
    local_barrier();

    for (uint32_t y = local_id.y; y < reached; y += tile_side) {
        accumulator<texel> sum;
#pragma GCC unroll 32
        for (uint32_t i = 0; i < taps; ++i) sum.add(factors[i], tile[y][local_id.x + i]);
        blurred[y][local_id.x] = sum.result();
    }
    local_barrier();

    const auto x = static_cast<int32_t>(global_id.x);
    const auto y = static_cast<int32_t>(global_id.y);
    if (x >= area.width || y >= area.height) return;
    accumulator<texel> sum;
#pragma GCC unroll 32
    for (uint32_t i = 0; i < taps; ++i) sum.add(factors[i], blurred[local_id.y + i][local_id.x]);
    to[index_of(x, y, area)] = sum.result();
}

}  // namespace ingot::samples::blur
