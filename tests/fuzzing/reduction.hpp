// Makes a program that shows a defect smaller, so that the cause is easier to find.
#pragma once

#include <cstddef>
#include <functional>

#include "source_tree.hpp"

namespace ingot::fuzzing {

/// Removes statements and replaces expressions by simpler ones. Keeps a change only if `shows_defect` returns true for the
/// changed program. Ends when no further change can be kept, or after `max_trials` calls of `shows_defect`. A changed program
/// may not compile; `shows_defect` must then return false, unless this error is the defect.
source_tree reduce(source_tree program, const std::function<bool(const source_tree&)>& shows_defect, size_t max_trials);

}  // namespace ingot::fuzzing
