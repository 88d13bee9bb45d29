#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include "known_functions.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

constexpr llvm::StringRef entry_prefix = "ingot_entry_";

// What Clang says of the build machine's processor and its stack; a back end would obey it.
constexpr llvm::StringRef host_attributes[] = {"target-cpu",
                                               "target-features",
                                               "tune-cpu",
                                               "frame-pointer",
                                               "probe-stack",
                                               "stack-protector-buffer-size",
                                               "min-legal-vector-width",
                                               "no-trapping-math",
                                               "stackrealign"};

void prepare_function(llvm::Function& function) {
    for (const llvm::StringRef name : host_attributes) function.removeFnAttr(name);
    for (const auto kind : {llvm::Attribute::UWTable, llvm::Attribute::StackProtect, llvm::Attribute::StackProtectStrong,
                            llvm::Attribute::StackProtectReq, llvm::Attribute::NoInline, llvm::Attribute::OptimizeNone,
                            llvm::Attribute::InlineHint})
        function.removeFnAttr(kind);
    if (function.isDeclaration()) {
        if (!function.isIntrinsic()) function.addFnAttr(declared_by_author);
        return;
    }
    function.setComdat(nullptr);
    function.setPersonalityFn(nullptr);
    function.setDoesNotThrow();
    function.setDSOLocal(true);
    if (function.getName().starts_with(entry_prefix)) return;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
}

// No device has a word for what a kernel will read.
void drop_prefetches(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
        if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
            call && call->getIntrinsicID() == llvm::Intrinsic::prefetch)
            instruction.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses prepare_module::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    module.setModuleInlineAsm("");  // the host's assembly: <iostream> of libstdc++ 13 and later has a line of it
    for (const llvm::StringRef name : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"})
        if (auto* variable = module.getGlobalVariable(name)) variable->eraseFromParent();
    for (llvm::Function& function : module) {
        prepare_function(function);
        drop_prefetches(function);
    }
    for (llvm::GlobalVariable& variable : module.globals()) {
        variable.setComdat(nullptr);
        if (!variable.isDeclaration()) variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
