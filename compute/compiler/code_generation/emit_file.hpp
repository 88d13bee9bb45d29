// Runs LLVM's code generators in this process.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/CodeGen.h>
#include <llvm/Target/TargetMachine.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ingot::compiler {

/// The choice and the options of one LLVM code generator.
struct code_generator {
    void (*initialise)() = nullptr;  ///< calls the back end's LLVMInitialize… functions; may be called more than once
    std::string triple;
    std::string processor;
    std::string features;
    llvm::CodeGenFileType file_type = llvm::CodeGenFileType::ObjectFile;
    llvm::CodeGenOptLevel optimisation = llvm::CodeGenOptLevel::Aggressive;
    std::optional<llvm::Reloc::Model> relocation {};  ///< how the code refers to addresses; empty for the generator's default
};

/// Returns LLVM's description of the machine for which the generator makes code. Throws std::logic_error if LLVM has no such
/// generator.
std::unique_ptr<llvm::TargetMachine> create_machine(const code_generator& generator);

/// Sets the module's triple and data layout to those of the generator. Call it before any pass that uses them. Throws
/// std::logic_error if LLVM has no such generator.
void retarget(llvm::Module& module, const code_generator& generator);

/// Returns the output of the generator. Throws std::logic_error if LLVM has no such generator or if it cannot write this
/// kind of file. Other errors are fatal errors of LLVM.
std::vector<std::byte> emit_file(llvm::Module& module, const code_generator& generator);

}  // namespace ingot::compiler
