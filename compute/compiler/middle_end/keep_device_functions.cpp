// Marks device functions that the target's emit() defines, so that they are not reported as unsupported:
//   declare i32 @ingot_device_sub_group_size() #0   ; #0: "ingot-declared-by-author"
// becomes
//   declare i32 @ingot_device_sub_group_size() #1   ; #1: convergent nounwind "ingot-built-in"="sub_group_size"
// A function stays unmarked if one of its calls passes a value that is not constant for an operand that must be constant.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "device_functions.hpp"
#include "passes.hpp"

namespace ingot::compiler {

llvm::PreservedAnalyses keep_device_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (const llvm::StringRef name : names_) {
        llvm::Function* const function = module.getFunction((device_function_prefix + name).str());
        const device_function* const entry = find_device_function(name);
        if (!function || !entry) continue;
        const bool is_supported = llvm::all_of(function->users(), [&](const llvm::User* user) {
            const auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
            return call && call->getCalledFunction() == function && has_constant_operands(*call, *entry);
        });
        if (is_supported) mark_built_in(*function, *entry);
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
