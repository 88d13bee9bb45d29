#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "device_functions.hpp"
#include "passes.hpp"

namespace ingot::compiler {

llvm::PreservedAnalyses keep_device_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (const llvm::StringRef name : names) {
        llvm::Function* const function = module.getFunction((device_function_prefix + name).str());
        const device_function* const known = find_device_function(name);
        if (!function || !known) continue;
        const bool fits = llvm::all_of(function->users(), [&](const llvm::User* user) {
            const auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
            return call && call->getCalledFunction() == function && has_constant_operands(*call, *known);
        });
        if (fits) mark_built_in(*function, *known);
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
