// Parts of the standard library that neither allocate nor throw compile for devices without changes.
#include <ingot/kernel.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>

using namespace ingot;

static std::optional<float> root(float value) {
    if (value < 0) return std::nullopt;
    return sqrt(value);
}

static constexpr std::array<float, 4> weights {0.1f, 0.2f, 0.3f, 0.4f};

kernel void mixed(buffer<const float> input, buffer<float> output, param<uint32_t> count) {
    std::array<float, 4> row {};
    for (uint32_t i = 0; i < 4; ++i) row[i] = input[(global_id.x + i) % count] * weights[i];
    std::reverse(row.begin(), row.end());
    std::ranges::transform(row, row.begin(), [](float value) { return value * 2; });
    const std::span<const float> seen(row);
    const auto [low, high] = std::minmax(seen[0], seen[3]);
    const std::tuple<float, float> both {low, high};
    assert(low <= high);
    const auto add = [&](float a, float b) { return a + b; };
    const float sum = std::accumulate(row.begin(), row.end(), 0.0f, add);
    output[global_id.x] = root(sum).value_or(std::get<0>(both)) + static_cast<float>(std::popcount(count));
}
