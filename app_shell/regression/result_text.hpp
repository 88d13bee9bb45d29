// Results as lines of text.
#pragma once

#include <span>
#include <string>

#include "regression_run.hpp"

namespace ingot::regression {

struct totals {
    size_t passed = 0;
    size_t failed = 0;
    size_t skipped = 0;
};

totals count(std::span<const case_result> results);
std::string to_string(verdict of);

/// The most telling figures of an outcome, in a few words: "FLIP 0.0007   state 3.1e-07".
std::string summary(const outcome& of);
/// A line for each backend, and under a failure what failed. `name_width` aligns the cases.
std::string to_text(const case_result& of, size_t name_width);
/// "3 passed, 0 failed, 1 skipped"
std::string to_text(const totals& of);

}  // namespace ingot::regression
