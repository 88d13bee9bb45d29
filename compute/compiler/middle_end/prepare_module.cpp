// Removes from Clang's module what binds it to the build machine, and makes all functions internal except the entries:
//   define void @helper() #0                       ; #0: noinline optnone "target-cpu"="x86-64" "frame-pointer"="all"
//   define void @ingot_entry_scale(ptr %0) #0
//   declare i32 @on_the_host(i32)
// becomes
//   define internal void @helper() #1              ; #1: alwaysinline nounwind
//   define dso_local void @ingot_entry_scale(ptr %0) #2      ; #2: nounwind
//   declare i32 @on_the_host(i32) #3               ; #3: "ingot-declared-by-author"
// Module assembly, calls of llvm.prefetch and the lists that keep unused globals (llvm.used) are erased.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include "failing_functions.hpp"
#include "kept_functions.hpp"
#include "passes.hpp"
#include "supported_functions.hpp"

namespace ingot::compiler {

namespace {

constexpr llvm::StringRef entry_prefix = "ingot_entry_";

// Attributes by which Clang describes the build machine's processor and stack. A device's back end would apply them to its
// code.
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
    if (function.hasFnAttribute(llvm::Attribute::AlwaysInline)) function.addFnAttr(always_inlined);
    for (const auto kind : {llvm::Attribute::UWTable, llvm::Attribute::StackProtect, llvm::Attribute::StackProtectStrong,
                            llvm::Attribute::StackProtectReq, llvm::Attribute::NoInline, llvm::Attribute::OptimizeNone,
                            llvm::Attribute::InlineHint})
        function.removeFnAttr(kind);
    // The body of a failing function throws an exception or ends the program. stop_failed_work_items replaces the calls.
    if (is_failing_function(function)) function.deleteBody();
    if (function.isDeclaration()) {
        function.setComdat(nullptr);
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

// Erases calls of llvm.prefetch: they are hints to the cache and do not change results.
void drop_prefetches(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
        if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
            call && call->getIntrinsicID() == llvm::Intrinsic::prefetch)
            instruction.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses prepare_module::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    module.setModuleInlineAsm("");  // assembly of the host: <iostream> of libstdc++ 13 and later contains a line
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
