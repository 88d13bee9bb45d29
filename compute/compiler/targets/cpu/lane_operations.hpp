// What the instructions of a region are in its wide form.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include "lane_shapes.hpp"

namespace ingot::compiler::cpu {

/// Has the instruction no effect on results? The wide form leaves it out.
bool is_remark(const llvm::Instruction& instruction);

/// Can a vector hold a value of this type for each lane?
bool is_element(const llvm::Type* type);

/// Can memory hold such a vector?
bool is_stored_element(const llvm::Type* type);

/// Is this a load or store that is neither volatile nor atomic?
bool is_plain_access(const llvm::Instruction& instruction);

/// Does the instruction call a function whose result depends on its arguments alone?
bool is_pure_call(const llvm::Instruction& instruction);

/// Is this an operation that is done for one active lane after the other?
bool is_done_one_by_one(const llvm::Instruction& instruction);

/// Does one call of the backend serve all lanes? A read needs the pixels of all lanes channel by channel, which
/// spread_private_arrays() tries.
bool is_done_together(const llvm::Instruction& instruction);

/// Are the lanes of an address next to each other, for elements of the type?
bool is_consecutive(const lane_shapes& shapes, const llvm::Value& address, llvm::Type& type);

/// Is between the addresses of neighbouring lanes one element that no lane accesses?
bool is_every_second(const lane_shapes& shapes, const llvm::Value& address, llvm::Type& type);

/// Returns the intrinsic if it has a form for vectors; otherwise 0.
llvm::Intrinsic::ID wide_intrinsic(const llvm::Instruction& instruction, const lane_shapes& shapes);

/// Creates a function without a body that has the parameters of a region.
llvm::Function* create_like(llvm::Function& region, llvm::Type* result, const llvm::Twine& ending);

}  // namespace ingot::compiler::cpu
