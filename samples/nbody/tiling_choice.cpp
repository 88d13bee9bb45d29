#include "tiling_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

namespace ingot::samples {

namespace {

// A tiling and its measured speed when its groups fill all compute units of the device. Speeds are compared only with those
// of the same table.
struct measured_tiling {
    tiling plan;
    double speed;
};

// The speeds on an H200, in TFLOPS, measured with 16,384 to 524,288 bodies.
constexpr measured_tiling on_gpus[] {
    {{512, 4, 1, 8}, 41.6},   {{512, 4, 4, 16}, 41.1}, {{512, 4, 8, 16}, 40.9},  {{512, 4, 16, 32}, 39.8},
    {{512, 1, 16, 32}, 34.5}, {{256, 4, 1, 8}, 40.5},  {{256, 1, 1, 128}, 36.5}, {{128, 1, 1, 128}, 35.0},
    {{64, 1, 1, 64}, 30.0},   {{32, 1, 1, 32}, 20.0},
};
// The speeds on a processor with AVX2, relative to the fastest tiling: cpu-native, whose lanes are work-items. With several
// bodies for a work-item there are too few registers for the sums. PoCL has the same order on this processor, but on another one
// 256x4 is the fastest with it.
constexpr measured_tiling on_processors[] {{{512, 1, 1, 128}, 1.0}, {{256, 1, 1, 128}, 0.99}, {{128, 1, 1, 128}, 0.97},
                                           {{64, 1, 1, 64}, 0.89},  {{32, 1, 1, 32}, 0.82},   {{256, 4, 1, 8}, 0.80}};
// The CPU debug device switches between fibers at each barrier, so large tiles with few barriers are best.
constexpr measured_tiling for_debugging[] {{{512, 1, 1, 128}, 1.0}};

// Returns the table for this kind of device.
std::span<const measured_tiling> family_of(const device_properties& device) {
    if (description_of(device.backend).is_for_debugging) return for_debugging;
    if (device.is_cpu) return on_processors;
    return on_gpus;
}

// Estimates the speed with `count` bodies on a device with `units` compute units. The groups run in rounds, with one group per
// compute unit in a round. In the last round, some compute units may have no group.
double expected_speed(const measured_tiling& measurement, uint32_t units, size_t count) {
    const double groups = static_cast<double>(count) / measurement.plan.bodies_per_group();
    const double rounds = std::ceil(groups / units);
    return measurement.speed * groups / (rounds * units);
}

}  // namespace

std::string name(const tiling& tiling) {
    const std::string tiling_text = fmt::format("{}x{}", tiling.local_size, tiling.bodies_per_item);
    return tiling.slices_per_tile == 1 ? tiling_text : fmt::format("{}/{}", tiling_text, tiling.slices_per_tile);
}

std::optional<tiling> find_tiling(std::string_view text) {
    const auto found = std::ranges::find(tilings, text, name);
    return found == std::end(tilings) ? std::nullopt : std::optional(*found);
}

tiling best_tiling(const device_properties& properties, size_t count) {
    const uint32_t units = std::max(properties.compute_units, 1u);
    const uint32_t largest_group = properties.max_group_size == 0 ? tilings[0].local_size : properties.max_group_size;
    tiling best = tilings[0];
    double speed = 0.0;
    for (const measured_tiling& candidate : family_of(properties)) {
        if (candidate.plan.local_size > largest_group || expected_speed(candidate, units, count) <= speed) continue;
        best = candidate.plan;
        speed = expected_speed(candidate, units, count);
    }
    return best;
}

}  // namespace ingot::samples
