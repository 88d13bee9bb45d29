// Code that counts how many lanes are at work, for the architecture `x86-64-vN:LANES:count`.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>

namespace ingot::compiler::cpu {

/// Creates the kernel's archive::cpu::lane_counts.
llvm::GlobalVariable& add_lane_counts(llvm::Module& module, const std::string& symbol);

/// Counts the `instructions` of a block that the lanes of a mask execute, of `lanes` that could; without a mask all do.
void count_lanes(llvm::IRBuilder<>& builder, llvm::GlobalVariable& counts, llvm::Value* mask, unsigned lanes,
                 size_t instructions);

/// Counts the instructions of a region that runs one work-item at a time: one of `lanes` is at work.
void count_single_items(llvm::Function& region, llvm::GlobalVariable& counts, unsigned lanes);

}  // namespace ingot::compiler::cpu
