// LLVM's code generators, in the process.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/CodeGen.h>

#include <cstddef>
#include <string>
#include <vector>

namespace ingot::compiler {

struct code_generator {
    void (*initialise)() = nullptr;  ///< calls LLVM's LLVMInitialize… functions of the back end; it may be called again
    std::string triple;
    std::string processor;
    std::string features;
    llvm::CodeGenFileType file = llvm::CodeGenFileType::ObjectFile;
    llvm::CodeGenOptLevel optimisation = llvm::CodeGenOptLevel::Aggressive;
};

/// Gives the module the generator's triple and data layout. Do this before any pass that asks for them.
void retarget(llvm::Module& module, const code_generator& with);

/// The generator's output. Throws std::runtime_error where it cannot emit the module.
std::vector<std::byte> emit_file(llvm::Module& module, const code_generator& with);

}  // namespace ingot::compiler
