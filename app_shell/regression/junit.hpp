// Writes results as JUnit XML, which CI systems read.
#pragma once

#include <span>
#include <string>

#include "regression_run.hpp"

namespace ingot::regression {

/// Returns the XML with a test suite for each sample, and a test case for each case and backend. The class name of a
/// test case is "SAMPLE.CASE" ("nbody.plummer"), and its name is the backend.
std::string to_junit(std::span<const case_result> results);

}  // namespace ingot::regression
