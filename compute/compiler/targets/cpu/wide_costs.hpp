// Whether a region gets a wide form.
#pragma once

#include "field_groups.hpp"
#include "lane_shapes.hpp"

namespace ingot::compiler::cpu {

/// Has each instruction of the region a wide form?
bool can_be_wide(const lane_shapes& shapes);

/// Compares the number of operations of the wide form, with those in loops counted several times, with that of the region.
/// Accesses of lanes that are not next to each other count once for each lane, and so do calls. Where there are masks, half of
/// the lanes are assumed to be active. `before` are the shapes of the region before it got masks, or null.
bool is_worthwhile(const lane_shapes& shapes, const lane_shapes* before, const field_groups& groups);

}  // namespace ingot::compiler::cpu
