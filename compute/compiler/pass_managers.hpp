// Sets up LLVM's pass managers with all analyses that the passes use.
#pragma once

#include <llvm/Passes/PassBuilder.h>

#include <utility>

namespace ingot::compiler {

/// The analysis managers for one run of passes over a module.
struct pass_managers {
    llvm::LoopAnalysisManager loop_analyses;
    llvm::FunctionAnalysisManager function_analyses;
    llvm::CGSCCAnalysisManager call_graph_analyses;
    llvm::ModuleAnalysisManager module_analyses;
    llvm::PassBuilder builder;  ///< builds LLVM's standard pipelines

    explicit pass_managers(const llvm::PipelineTuningOptions& tuning = {}) : builder(nullptr, tuning) { register_all(); }
    /// `costs` is what LLVM's passes know of the target.
    explicit pass_managers(llvm::TargetIRAnalysis costs) {
        function_analyses.registerPass([&] { return std::move(costs); });
        register_all();
    }

private:
    // Leaves analyses that are registered already as they are.
    void register_all() {
        builder.registerModuleAnalyses(module_analyses);
        builder.registerCGSCCAnalyses(call_graph_analyses);
        builder.registerFunctionAnalyses(function_analyses);
        builder.registerLoopAnalyses(loop_analyses);
        builder.crossRegisterProxies(loop_analyses, function_analyses, call_graph_analyses, module_analyses);
    }
};

/// Runs the passes over the module with new analysis managers.
inline void run_passes(llvm::Module& module, llvm::ModulePassManager passes) {
    pass_managers managers;
    passes.run(module, managers.module_analyses);
}

}  // namespace ingot::compiler
