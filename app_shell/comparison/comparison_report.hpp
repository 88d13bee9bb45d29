// What `ingot compare` found, for people and for programs.
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

/// One frame of the two.
struct compared_frame {
    uint64_t frame = 0;     ///< number of steps until it
    uint64_t together = 0;  ///< steps since the two had the same state
    metrics::pixel_difference pixels;
    std::vector<array_difference> state;
};

/// A device that failed on the way.
struct device_failure {
    size_t which = 0;  ///< 0 the first, 1 the second
    uint64_t frame = 0;
    std::string what;
};

struct comparison_result {
    std::vector<compared_frame> frames;
    std::array<time_series, 2> steps {time_series(100'000), time_series(100'000)};  ///< a step with its drawing, of each device
    std::optional<double> flip_mean;                                                ///< of the last frame
    std::optional<double> flip_p99;
    std::optional<device_failure> failure;

    const compared_frame* worst() const;            ///< the first with the largest difference; null where there is no frame
    const compared_frame* first_differing() const;  ///< in pictures or states; null where none does
    double least_psnr() const;                      ///< infinite where all are equal
};

/// Which of the limits were overstepped, each as a sentence; empty where none was.
std::vector<std::string> overstepped(const comparison_result& of, const comparison_limits& limits);

/// The lines below those of the frames.
std::string summary(const comparison_result& of);

nlohmann::ordered_json frames_report(const comparison_result& of);

}  // namespace ingot::shell
