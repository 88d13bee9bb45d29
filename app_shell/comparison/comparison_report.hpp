// The results of `ingot compare`, as text and as JSON.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "comparison/comparison_limits.hpp"
#include "comparison/differences.hpp"
#include "statistics/time_series.hpp"

namespace ingot::shell {

/// The differences between the two devices in one frame.
struct compared_frame {
    uint64_t frame = 0;               ///< number of steps before this frame was drawn
    uint64_t steps_since_resync = 0;  ///< number of steps since both devices had the same state
    metrics::pixel_difference pixels;
    std::vector<array_difference> state;
};

/// A failure of one of the devices, which ends the comparison.
struct device_failure {
    size_t device_index = 0;  ///< 0 for the first device, 1 for the second
    uint64_t frame = 0;       ///< number of steps that the first device had made
    std::string message;
};

/// The results of all compared frames.
struct comparison_result {
    std::vector<compared_frame> frames;
    /// For each device: the time of each frame, which is a step and its drawing.
    std::array<time_series, 2> steps {time_series(100'000), time_series(100'000)};
    /// Mean and 99th percentile of FLIP, the visible difference of the two pictures. Only the last compared frame is
    /// measured.
    std::optional<double> flip_mean;
    std::optional<double> flip_p99;
    std::optional<device_failure> failure;

    const compared_frame* worst() const;            ///< first frame with the largest difference, or null
    const compared_frame* first_differing() const;  ///< first frame whose pictures or states differ, or null
    double least_psnr() const;                      ///< infinite if all pictures are equal
};

/// Returns a message for each limit that was exceeded.
std::vector<std::string> exceeded_limits(const comparison_result& result, const comparison_limits& limits);

/// Returns the lines that `ingot compare` prints after the lines of the frames.
std::string summary(const comparison_result& result);

/// Returns the results of all frames as a JSON array.
nlohmann::ordered_json frames_report(const comparison_result& result);

}  // namespace ingot::shell
