// Uses constants at namespace scope, C++ features that are allowed in kernels, and parts of the standard library that need
// no run-time support.
#include <algorithm>
#include <array>
#include <bit>
#include <ingot/kernel.hpp>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

using namespace ingot;

static constexpr std::array<float, 5> weights {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

struct shape {
    uint32_t sides : 4;
    uint32_t colour : 28;
};

struct base {
    float value;
    float twice() const { return 2.0f * value; }
};
struct derived : base {
    float thrice() const { return twice() + value; }
};

static std::optional<uint32_t> half_of(uint32_t value) {
    if (value % 2 != 0) return std::nullopt;
    return value / 2;
}

template <uint32_t depth>
static uint32_t recursive(uint32_t value) {
    if constexpr (depth == 0)
        return value;
    else
        return recursive<depth - 1>(value * 3 + 1);
}

kernel void weigh(buffer<const float> source, buffer<float> destination, param<uint32_t> offset) {
    float sum = 0.0f;
    for (uint32_t i = 0; i < weights.size(); ++i) sum += weights[(i + offset) % weights.size()] * source[global_id.x + i];
    destination[global_id.x] = sum;
}

kernel void compute(buffer<uint32_t> values, buffer<float> reals) {
    std::array<uint32_t, 4> some {values[0], values[1], values[2], values[3]};
    std::ranges::reverse(some);
    const auto [least, most] = std::minmax(some[0], some[1]);
    const auto mixed = std::tuple(least, 2.5f, std::pair(most, 1u));
    const auto sum = std::accumulate(some.begin(), some.end(), std::get<0>(mixed));
    const auto scaled = [factor = std::get<1>(mixed)](float x) { return x * factor; };
    shape square {.sides = 4, .colour = values[4] & 0xfffu};
    square.colour = (square.colour + 1) & 0xfffffffu;
    const derived object {{reals[0]}};
    uint32_t count = 0;
again:
    if (++count < values[5]) goto again;
    const std::span<uint32_t, 4> seen(some);
    values[global_id.x] = sum + std::popcount(seen[1]) + std::bit_cast<uint32_t>(reals[1]) + half_of(sum).value_or(7) +
                          square.sides + square.colour + recursive<4>(count) + std::clamp(sum, 3u, 9u);
    reals[global_id.x] = scaled(object.thrice());
}
