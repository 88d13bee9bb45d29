// Writes results as a self-contained HTML page and as JSON.
#pragma once

#include <span>
#include <string>

#include "regression_run.hpp"

namespace ingot::regression {

/// Returns the HTML page. It contains all pictures, styles and scripts, and requires neither a network nor other files.
std::string to_html(std::span<const case_result> results);

/// Returns the same results as JSON without the pictures: {"cases": [{"sample", "name", "outcomes": [{"backend",
/// "verdict", "reason", "crashed", "figures": [{"gate", "name", "against", "value", "limit", "passed", "note"}],
/// …}]}]}.
std::string to_json(std::span<const case_result> results);

}  // namespace ingot::regression
