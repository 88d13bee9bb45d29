// Reads and writes of planes in lanes (archive::cpu::plane_encoding), without the backend's functions.
#pragma once

#include "image_lanes.hpp"

namespace ingot::compiler::cpu {

/// Creates the code for a call that reads or writes level 0 of an image of two dimensions, if all lanes access one image. At run
/// time it calls the backend's function if the image is no plane. Returns false, and creates nothing, for other calls.
///
/// The code is in functions, which are made once in a module. From
///   call void @ingot_cpu_image_fetch_float(ptr %view, i32 0, i32 %x, i32 %y, i32 0, i32 0, i32 0, ptr %texel)
/// it makes the first of these calls if `%x` grows by one from lane to lane and `%y` is uniform, otherwise the second one:
///   %pixels = call {<8 x float>, …} @ingot_cpu_image_fetch_float.0.row(ptr %view, i32 %x, i32 %y, i32 %active)
///   %pixels = call {<8 x float>, …} @ingot_cpu_image_fetch_float.0.plane(ptr %view, <8 x i32> %x, <8 x i32> %y, i32 %active)
/// The number in their names is the address mode or the sampler.
bool access_plane(const llvm::CallInst& call, const image_lanes& lanes, llvm::IRBuilder<>& builder);

}  // namespace ingot::compiler::cpu
