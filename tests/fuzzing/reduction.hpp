// Makes a program smaller that shows a defect.
#pragma once

#include <cstddef>
#include <functional>

#include "source_tree.hpp"

namespace ingot::fuzzing {

/// Removes statements and replaces expressions by simpler ones, as long as `shows_defect` returns true for the smaller
/// program. Ends when no part can be removed, or after `max_trials` calls of `shows_defect`. A smaller program may not
/// compile: `shows_defect` must then return false.
source_tree reduce(source_tree program, const std::function<bool(const source_tree&)>& shows_defect, size_t max_trials);

}  // namespace ingot::fuzzing
