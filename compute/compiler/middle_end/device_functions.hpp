// The device functions: what a kernel calls and no kernel file defines, by names with the prefix ingot_device_. One table says
// what is true of each for all targets; what a function becomes is said in the targets' folders.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <ingot/archive/needs.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace ingot::compiler {

inline constexpr llvm::StringRef device_function_prefix = "ingot_device_";

/// What the optimiser must know of a function without a body.
enum class device_effect {
    none,          ///< reads and writes no memory, and returns
    communicates,  ///< work-items act together in it: it must not be moved into or out of a condition
    once,          ///< the same, and each call is a place of its own: it must not be copied either
    memory,        ///< may read and write any memory
};

struct device_function {
    std::string_view name;  ///< without the prefix
    device_effect effect;
    bool waits = false;  ///< work-items wait for each other in it
    /// Operands that must be constants once all is inlined: bit i is operand i.
    unsigned constant_operands = 0;
    /// What not every device has that runs it, by the names in archive::needs; empty where every device has it.
    std::vector<std::string_view> features = {};
};

/// The table.
std::span<const device_function> device_functions();

/// The entry of that name, with or without the prefix; null where there is none.
const device_function* find_device_function(llvm::StringRef name);

/// Are those operands of the call constants that must be?
bool has_constant_operands(const llvm::CallBase& call, const device_function& of);

/// Gives a function without a body the attributes of the effect, and takes away all others.
void set_effect(llvm::Function& function, device_effect effect);

/// Marks a function without a body as one that the target's code generator knows: what `as` became, or null for what comes of
/// mathematics and of instructions. Its attributes become those of the effect.
void mark_built_in(llvm::Function& function, const device_function* as, device_effect effect);

/// The same with the effect of the table's entry.
void mark_built_in(llvm::Function& function, const device_function& as);

/// Does the function carry the mark?
bool is_built_in(const llvm::Function& function);

/// What device function this was before the target lowered it; null where it was none, or is not lowered.
const device_function* lowered_device_function(const llvm::Function& function);

/// What the functions that the module uses ask of a device, each once, by the names in archive::needs. Of a lowered module.
std::vector<std::string_view> required_features(const llvm::Module& module);

}  // namespace ingot::compiler
