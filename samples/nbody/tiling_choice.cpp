#include "tiling_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

namespace ingot::samples {

namespace {

// A tiling, and how fast it is where its groups fill all units of the device: relative to the others of its family.
struct measured {
    tiling plan;
    double speed;
};

// An H200, in TFLOPS, by figures at 16,384 to 524,288 bodies.
constexpr measured on_gpus[] {
    {{512, 4, 1, 8}, 41.6},   {{512, 4, 4, 16}, 41.1}, {{512, 4, 8, 16}, 40.9},  {{512, 4, 16, 32}, 39.8},
    {{512, 1, 16, 32}, 34.5}, {{256, 4, 1, 8}, 40.5},  {{256, 1, 1, 128}, 36.5}, {{128, 1, 1, 128}, 35.0},
    {{64, 1, 1, 64}, 30.0},   {{32, 1, 1, 32}, 20.0},
};
// PoCL on a processor with AVX2: its compiler finds vectors in the loop over a tile.
constexpr measured on_processors[] {{{256, 4, 1, 8}, 1.0},    {{512, 1, 1, 128}, 0.83}, {{256, 1, 1, 128}, 0.82},
                                    {{128, 1, 1, 128}, 0.75}, {{64, 1, 1, 64}, 0.66},   {{32, 1, 1, 32}, 0.5}};
// The CPU debug device switches between fibers at each barrier: the fewer, the better.
constexpr measured for_debugging[] {{{512, 1, 1, 128}, 1.0}};

std::span<const measured> family_of(const device_properties& device) {
    if (description_of(device.backend).for_debugging) return for_debugging;
    if (device.is_cpu) return on_processors;
    return on_gpus;
}

// Groups run in rounds, one on each unit; the last round may leave units idle.
double expected_speed(const measured& of, uint32_t units, size_t count) {
    const double groups = static_cast<double>(count) / of.plan.bodies_of_group();
    const double rounds = std::ceil(groups / units);
    return of.speed * groups / (rounds * units);
}

}  // namespace

std::string name(const tiling& of) {
    const std::string whole = fmt::format("{}x{}", of.group_size, of.bodies);
    return of.slices == 1 ? whole : fmt::format("{}/{}", whole, of.slices);
}

std::optional<tiling> tiling_from(std::string_view text) {
    const auto found = std::ranges::find(tilings, text, name);
    return found == std::end(tilings) ? std::nullopt : std::optional(*found);
}

tiling best_tiling(const device_properties& of, size_t count) {
    const uint32_t units = std::max(of.units, 1u);
    const uint32_t largest_group = of.max_group_size == 0 ? tilings[0].group_size : of.max_group_size;
    tiling best = tilings[0];
    double speed = 0.0;
    for (const measured& one : family_of(of)) {
        if (one.plan.group_size > largest_group || expected_speed(one, units, count) <= speed) continue;
        best = one.plan;
        speed = expected_speed(one, units, count);
    }
    return best;
}

}  // namespace ingot::samples
