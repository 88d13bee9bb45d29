// Mathematical functions of several floats at once.
#pragma once

#include <string_view>

namespace ingot::backends::cpu_native {

/// Returns the address of a function such as "sinf_lanes8", which gets and returns vectors of 4, 8 or 16 floats in registers, or
/// null. On AArch64 there are vectors of 4 floats only. The functions are those of glibc's libmvec, whose results differ from the
/// exact ones by at most 4 units in the last place; where it does not have them, those of find_mathematics_by_lane().
const void* find_vector_mathematics(std::string_view name);

/// Returns a function that calls the C library's for each lane.
const void* find_mathematics_by_lane(std::string_view name);

}  // namespace ingot::backends::cpu_native
