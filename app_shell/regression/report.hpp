// Results as one page of HTML, complete in itself.
#pragma once

#include <span>
#include <string>

#include "regression_run.hpp"

namespace ingot::regression {

/// Needs no network and no other file: pictures, styles and script are in it.
std::string to_html(std::span<const case_result> results);

/// The same for programs, as JSON without the pictures: {"cases": [{"sample", "name", "outcomes": [{"backend", "verdict",
/// "reason", "crashed", "figures": [{"gate", "name", "against", "value", "limit", "passed", "note"}], …}]}]}.
std::string to_json(std::span<const case_result> results);

}  // namespace ingot::regression
