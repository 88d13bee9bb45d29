// Arrays of a work-item in a region whose work-items run in lanes: each lane has its own.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace ingot::compiler::cpu {

/// The function that returns the address that a lane has: the first argument plus the second one times the number of the lane.
/// widen_regions() replaces it.
inline constexpr llvm::StringLiteral lane_address = "ingot_cpu_lane_address";

/// Returns the distance of the addresses of two lanes if the value is a call of this function.
std::optional<int64_t> lane_distance(const llvm::Value& value);

/// Returns whether the region has such arrays.
bool has_private_arrays(const llvm::Function& region);

/// Replaces the arrays of a region by such that have space for all lanes. From
///   %array = alloca [16 x float]
///   %element = getelementptr float, ptr %array, i64 %index
///   %v = load float, ptr %element
/// it makes
///   %array = alloca [512 x i8]
///   %own = call ptr @ingot_cpu_lane_address(ptr %array, i64 4)
///   %offset = mul i64 %index, 32
///   %element = getelementptr i8, ptr %own, i64 %offset
///   %v = load float, ptr %element
/// so the elements of all lanes with one index are next to each other. If there are other accesses than those of elements of one
/// size, each lane has its whole array in one place. Returns false if there is an array whose size is not known or too large.
bool spread_private_arrays(llvm::Function& region, unsigned lanes);

}  // namespace ingot::compiler::cpu
