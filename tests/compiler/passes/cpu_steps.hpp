// The steps of the target cpu as a pass of LLVM.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ingot::compiler::passes_test {

/// The steps of compute/compiler/targets/cpu/lowering.hpp. `group_functions` leaves out the wide forms of regions.
enum class cpu_step { item_functions, stops, regions, group_functions, wide_regions, wide_group_functions };

/// Runs the steps up to `last`, if `simplifies` is set with LLVM's simplification after the first one, as in the target. Every
/// function of the module that is not internal is a kernel. Its parameters are local memory (a pointer to address space 3),
/// buffers (other pointers) and values; a parameter with the name `failures` makes it a kernel in which a work-item can fail.
class run_cpu_steps : public llvm::PassInfoMixin<run_cpu_steps> {
public:
    explicit run_cpu_steps(cpu_step last, bool simplifies = false, unsigned lanes = 8)
        : last_(last), simplifies_(simplifies), lanes_(lanes) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);

private:
    cpu_step last_;
    bool simplifies_;
    unsigned lanes_;
};

}  // namespace ingot::compiler::passes_test
