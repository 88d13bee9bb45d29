// Writes results as lines of text.
#pragma once

#include <span>
#include <string>

#include "regression_run.hpp"

namespace ingot::regression {

/// The number of outcomes with each verdict.
struct totals {
    size_t passed = 0;
    size_t failed = 0;
    size_t skipped = 0;
};

totals count(std::span<const case_result> results);
std::string to_string(verdict status);

/// Returns the most important values of an outcome: "FLIP 0.0007   state 3.1e-07".
std::string summary(const outcome& outcome);
/// Returns a line for each backend, and below a failed one a line for each failed gate. `name_width` is the width of the
/// column with the names of the cases.
std::string to_text(const case_result& result, size_t name_width);
/// "3 passed, 0 failed, 1 skipped"
std::string to_text(const totals& totals);

}  // namespace ingot::regression
