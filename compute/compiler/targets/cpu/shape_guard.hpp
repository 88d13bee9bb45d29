// The condition under which work-items can run in the lanes of a region's wide form.
#pragma once

#include "lane_shapes.hpp"

namespace ingot::compiler::cpu {

/// The work-items for which a guard tests the conditions: those of a chunk, or of a whole row.
enum class guard_range { chunk, row };

/// Creates the function that returns whether all conditions of the shapes hold for the work-items that begin at a work-item.
/// `before` are the shapes of the region before it got masks, whose conditions have to hold too, or null.
llvm::Function* create_guard(const lane_shapes& shapes, const lane_shapes* before, guard_range tested);

}  // namespace ingot::compiler::cpu
