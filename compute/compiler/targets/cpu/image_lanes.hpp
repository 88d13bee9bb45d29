// Reads and writes of images in lanes: one call of the backend serves all of them.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace ingot::compiler::cpu {

/// Returns whether a call reads or writes pixels by one of the backend's functions (`image_function_prefix`).
bool is_image_read(const llvm::Instruction& instruction);
bool is_image_write(const llvm::Instruction& instruction);

/// The bytes that a read writes: four channels of 32 bits. They are the last argument's.
inline constexpr uint64_t texel_bytes = 16;

/// The most arguments of a call that differ between lanes.
inline constexpr unsigned most_image_operands = 8;

/// Where a call of the lanes' function gets its arguments. The lanes' function has the name of the work-item's function with the
/// ending `_lanes`. It gets what is the same in all lanes; the number of lanes; a number whose bits say which lanes are active;
/// the address of the others' arguments, in which those of all lanes follow each other for each argument; and, if it reads, the
/// address of the pixels, in which a channel of all lanes follows another. From
///   call void @ingot_cpu_image_fetch_uint(ptr %image, i32 0, i32 %x, i32 %y, i32 0, i32 0, i32 0, ptr %texel)
/// it makes, unless access_plane() has made better code,
///   store <8 x i32> %x, ptr %operands
///   store <8 x i32> %y, ptr %operands.1
///   ...
///   call void @ingot_cpu_image_fetch_uint_lanes(ptr %image, i32 0, i32 8, i32 255, ptr %operands, ptr %texels)
struct image_lanes {
    unsigned count = 0;                         ///< number of lanes
    llvm::Value* mask = nullptr;                ///< the active lanes; null if all are
    llvm::function_ref<llvm::Value*()> memory;  ///< returns the address of memory for most_image_operands values of each lane
    llvm::function_ref<bool(const llvm::Value*)> is_uniform;
    llvm::function_ref<bool(const llvm::Value*)> is_consecutive;  ///< returns whether a number grows by one from lane to lane
    llvm::function_ref<llvm::Value*(llvm::Value*)> scalar;        ///< returns a uniform value, or an affine one of the first lane
    llvm::function_ref<llvm::Value*(llvm::Value*)> vector;        ///< returns a value of all lanes
};

/// Returns a number with a bit for each active lane.
llvm::Value* active_lanes(const image_lanes& lanes, llvm::IRBuilder<>& builder);

/// Calls the lanes' function that belongs to the work-item's function `name`. `first` is the index of the first argument whose
/// address the function does not keep.
void call_lanes_function(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments,
                         unsigned first);

/// Creates the call for all active lanes. The texels of a read must be lane by lane for each channel.
void call_for_lanes(const llvm::CallInst& call, const image_lanes& lanes, llvm::IRBuilder<>& builder);

}  // namespace ingot::compiler::cpu
