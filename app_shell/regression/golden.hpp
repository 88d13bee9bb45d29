// What a case must look like: files in the folder `goldens` beside the sample.
//   NAME.png     the picture
//   NAME.json    readings, and what made it
//   NAME.state   the state's arrays that gates name, and mean and variance where noise is judged; only where there are such gates
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "rendering.hpp"

namespace ingot::regression {

struct golden {
    image picture;
    state saved;
    std::map<std::string, double> readings;
    std::optional<metrics::estimate> noise;
};

/// Noise is judged against that of other random numbers.
constexpr uint64_t seed_of_golden_noise(const regression_case& of) { return of.seed + 1'000'003; }

/// Nothing where there is no picture. Throws std::runtime_error that names the file where one is damaged, or belongs to the
/// picture and is missing.
std::optional<golden> read_golden(const std::filesystem::path& folder, const regression_case& of);

/// Writes all files of the case's golden, and removes what does not belong to it any more. Throws std::runtime_error.
void write_golden(const std::filesystem::path& folder, const regression_case& of, const rendering& made,
                  const std::optional<metrics::estimate>& noise);

}  // namespace ingot::regression
