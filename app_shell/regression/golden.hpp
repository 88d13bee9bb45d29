// The golden (the stored expected result) of a case: files in the folder `goldens` of the sample.
//   NAME.png     the picture
//   NAME.json    the statistics that gates of the case name, and the device and driver that rendered the golden
//   NAME.state   only if a gate requires it: the arrays that state gates name, and for a noise gate the mean and variance
//                of each pixel
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "rendering.hpp"

namespace ingot::regression {

/// The expected result of a case.
struct golden {
    image picture;
    state saved_state;  ///< the contents of the file NAME.state
    std::map<std::string, double> statistics;
    std::optional<metrics::estimate> noise_estimate;  ///< only if regression_case::noise() is not null
};

/// The seed of the rendering whose noise is stored in the golden. It differs from the seed of the case, because the
/// noise test compares two independent renderings.
constexpr uint64_t seed_of_golden_noise(const regression_case& test_case) { return test_case.seed + 1'000'003; }

/// Reads the golden of a case. Returns nothing if there is no picture. Throws std::runtime_error with the file's name
/// if a file is damaged, or if another file of the golden is missing.
std::optional<golden> read_golden(const std::filesystem::path& folder, const regression_case& test_case);

/// Writes all files of the case's golden, and removes a state file that is no longer required. Throws
/// std::runtime_error.
void write_golden(const std::filesystem::path& folder, const regression_case& test_case, const rendering& rendering,
                  const std::optional<metrics::estimate>& noise_estimate);

}  // namespace ingot::regression
