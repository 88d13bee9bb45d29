#include "advise.hpp"

#include <llvm/Passes/PassBuilder.h>

#include "../middle_end/middle_end.hpp"
#include "kernel_analysis.hpp"
#include "rule.hpp"

namespace ingot::compiler::advice {

std::vector<remark> advise(device_module& unit) {
    simplify_for_analysis(unit);
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager call_graphs;
    llvm::ModuleAnalysisManager modules;
    functions.registerPass(&group_costs_analysis);
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(call_graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, call_graphs, modules);
    source_lines lines;
    remark_list found;
    for (const kernel_entry& kernel : unit.kernels) {
        llvm::Function* const function = unit.module->getFunction(kernel.entry_function);
        if (!function || function->isDeclaration()) continue;
        kernel_analysis analysis(unit, kernel, *function, functions, lines);
        for (const rule& each : rules()) {
            found.begin(each, analysis);
            each.check(analysis, found);
        }
    }
    return std::move(found).sorted();
}

}  // namespace ingot::compiler::advice
