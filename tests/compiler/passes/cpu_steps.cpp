#include "cpu_steps.hpp"

#include <compiler/pass_managers.hpp>
#include <compiler/targets/cpu/lowering.hpp>
#include <ingot/archive/failures.hpp>

namespace ingot::compiler::passes_test {

namespace {

archive::parameter describe(const llvm::Argument& argument) {
    archive::parameter made {.name = argument.getName().str(), .type = ""};
    if (argument.getName() == "failures") made.name = archive::failures_parameter_name;
    if (argument.getType()->isPointerTy())
        made.kind =
            argument.getType()->getPointerAddressSpace() == 3 ? archive::parameter_kind::local : archive::parameter_kind::buffer;
    return made;
}

// Every function of the input that is not internal is a kernel.
std::vector<kernel_entry> kernels_of(const llvm::Module& module) {
    std::vector<kernel_entry> found;
    for (const llvm::Function& function : module) {
        if (function.isDeclaration() || function.hasLocalLinkage()) continue;
        kernel_entry& kernel = found.emplace_back();
        kernel.entry_function = kernel.reflection.name = kernel.reflection.symbol = function.getName().str();
        for (const llvm::Argument& argument : function.args()) kernel.reflection.parameters.push_back(describe(argument));
    }
    return found;
}

void run_steps(device_module& unit, cpu_step last, bool simplifies, unsigned lanes) {
    std::vector<cpu::item_kernel> kernels = cpu::add_item_parameters(unit);
    for (const cpu::item_kernel& kernel : kernels) kernel.function->setLinkage(llvm::GlobalValue::ExternalLinkage);
    if (simplifies) {
        pass_managers managers;
        managers.builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(*unit.module, managers.module_analyses);
    }
    for (cpu::item_kernel& kernel : kernels) {
        if (last == cpu_step::item_functions) continue;
        const std::vector<cpu::stop> stops = cpu::place_stops(kernel);
        if (last == cpu_step::stops) continue;
        cpu::split_kernel split = cpu::split_at_stops(kernel, stops);
        for (llvm::Function* region : split.regions) region->setLinkage(llvm::GlobalValue::ExternalLinkage);
        if (last == cpu_step::regions) continue;
        if (last == cpu_step::wide_regions || last == cpu_step::wide_group_functions)
            cpu::widen_regions(split, {.lanes = lanes, .widest = lanes});
        if (last == cpu_step::wide_regions) continue;
        cpu::create_group_function(kernel, split);
    }
}

}  // namespace

llvm::PreservedAnalyses run_cpu_steps::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    cpu::keep_functions_of_emit().run(module, analyses);
    device_module unit;
    unit.module.reset(&module);
    unit.kernels = kernels_of(module);
    run_steps(unit, last_, simplifies_, lanes_);
    static_cast<void>(unit.module.release());  // opt owns it
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler::passes_test
