// Results as JUnit's XML, which CI systems read.
#pragma once

#include <span>
#include <string>

#include "regression_run.hpp"

namespace ingot::regression {

/// A test suite for each sample; a test case for each case and backend, of class "nbody.plummer" and of the backend's name.
std::string to_junit(std::span<const case_result> results);

}  // namespace ingot::regression
