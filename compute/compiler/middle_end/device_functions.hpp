// The device functions: functions that kernels call and no kernel file defines. Their names begin with ingot_device_.
// One table lists the properties that a function has on all targets; the code that replaces the function is in the
// targets' folders.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <ingot/archive/required_features.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace ingot::compiler {

inline constexpr llvm::StringRef device_function_prefix = "ingot_device_";

/// The effects of a function without a body, for the optimiser.
enum class device_effect {
    none,        ///< the function accesses no memory, and returns
    convergent,  ///< work-items communicate in the function: calls must not move into or out of a condition (convergent)
    convergent_noduplicate,  ///< as `convergent`, and calls must not be duplicated (convergent, noduplicate)
    memory,                  ///< the function may read and write any memory
};

/// The address space to which a pointer operand of a device function must point.
struct operand_memory {
    unsigned operand;
    unsigned space;  ///< local_space or global_space (address_spaces.hpp)
};

/// One row of the table of device functions.
struct device_function {
    std::string_view name;  ///< without the prefix
    device_effect effect;
    /// May work-items wait for each other in the function? This is true for all functions of sub-groups, too. A kernel
    /// that calls such a function gets `uses_barrier` in its reflection.
    bool may_wait = false;
    /// The operands that must be constants after inlining: bit i is set for operand i.
    unsigned constant_operands = 0;
    /// The optional device features that the function requires, by the names in archive::required_features. Empty if
    /// every device has the function.
    std::vector<std::string_view> features = {};
    /// The memory to which pointer operands must point. If it is empty, a pointer can point to any memory.
    std::vector<operand_memory> memories = {};
};

/// Returns the table of all device functions.
std::span<const device_function> device_functions();

/// Returns the table's entry for a name with or without the prefix, or null if there is none.
const device_function* find_device_function(llvm::StringRef name);

/// Returns whether all operands of the call that must be constants are constants.
bool has_constant_operands(const llvm::CallBase& call, const device_function& function);

/// Replaces the attributes of a function without a body by the attributes for the effect.
void set_effect(llvm::Function& function, device_effect effect);

/// Marks a function without a body as one that the target's code generator knows, and sets the attributes for its
/// effect. `original` is the device function that it replaces, or null if it replaces a mathematical function or an
/// instruction. Does nothing for a function that the kernel's author declared under the name of a built-in one.
void mark_built_in(llvm::Function& function, const device_function* original, device_effect effect);

/// Marks a function that replaces the device function `original`, with the effect in the table.
void mark_built_in(llvm::Function& function, const device_function& original);

/// Returns whether mark_built_in() marked the function.
bool is_built_in(const llvm::Function& function);

/// Returns the device function that this function replaces. Returns null if it replaces none or is not marked.
const device_function* original_device_function(const llvm::Function& function);

/// Returns the optional device features that the functions in a lowered module require, by the names in
/// archive::required_features, each once.
std::vector<std::string_view> required_features(const llvm::Module& module);

}  // namespace ingot::compiler
