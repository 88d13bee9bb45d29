// LLVM's pass managers with all analyses that passes ask for: the one place that sets them up.
#pragma once

#include <llvm/Passes/PassBuilder.h>

#include <utility>

namespace ingot::compiler {

/// Analyses for one run of passes over a module.
struct pass_managers {
    llvm::LoopAnalysisManager of_loops;
    llvm::FunctionAnalysisManager of_functions;
    llvm::CGSCCAnalysisManager of_calls;
    llvm::ModuleAnalysisManager of_modules;
    llvm::PassBuilder builder;  ///< makes LLVM's own pipelines

    explicit pass_managers(const llvm::PipelineTuningOptions& tuning = {}) : builder(nullptr, tuning) {
        builder.registerModuleAnalyses(of_modules);
        builder.registerCGSCCAnalyses(of_calls);
        builder.registerFunctionAnalyses(of_functions);
        builder.registerLoopAnalyses(of_loops);
        builder.crossRegisterProxies(of_loops, of_functions, of_calls, of_modules);
    }
};

inline void run_passes(llvm::Module& module, llvm::ModulePassManager passes) {
    pass_managers managers;
    passes.run(module, managers.of_modules);
}

}  // namespace ingot::compiler
