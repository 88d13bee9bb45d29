#include "middle_end.hpp"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/MemCpyOptimizer.h>
#include <llvm/Transforms/Scalar/Reassociate.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "../pass_managers.hpp"
#include "device_functions.hpp"
#include "image_arguments.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

constexpr unsigned generic_address_space = 0;

// Makes every pointer to device memory one of that memory's own address space.
void add_address_spaces(llvm::FunctionPassManager& passes, const target_traits& traits) {
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::InferAddressSpacesPass(generic_address_space));
    passes.addPass(number_pointers(traits.has_memory_at_null));
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::InferAddressSpacesPass(generic_address_space));
    passes.addPass(number_pointers(traits.has_memory_at_null));
}

// What a device's own compiler does less well, because it sees less of C++. Vectorising is left to it; loops are unrolled where
// the author asks for it.
llvm::FunctionPassManager simplification(const target_traits& traits) {
    llvm::FunctionPassManager passes;
    add_address_spaces(passes, traits);
    // The build machine passes small structs in vector registers; on a device those vectors would be in the way.
    llvm::ScalarizerPassOptions scalar;
    scalar.ScalarizeLoadStore = true;
    passes.addPass(llvm::ScalarizerPass(scalar));
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::EarlyCSEPass(true));
    llvm::LoopPassManager loops;
    loops.addPass(llvm::LoopRotatePass());
    loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
    loops.addPass(llvm::IndVarSimplifyPass());
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), true));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::LoopUnrollPass(llvm::LoopUnrollOptions(2, true)));
    add_address_spaces(passes, traits);
    passes.addPass(llvm::GVNPass());
    passes.addPass(llvm::CorrelatedValuePropagationPass());
    passes.addPass(llvm::MemCpyOptPass());
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::ADCEPass());
    passes.addPass(llvm::SimplifyCFGPass());
    return passes;
}

void fill_reflection(device_module& unit) {
    for (kernel_entry& kernel : unit.kernels) {
        const llvm::Function* function = unit.module->getFunction(kernel.function);
        kernel.reflection.local_memory = 0;
        kernel.reflection.uses_barrier = false;
        if (!function) continue;
        const auto is_used_here = [&](const llvm::GlobalValue& value) {
            return llvm::any_of(value.users(), [&](const llvm::User* user) {
                const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
                if (instruction) return instruction->getFunction() == function;
                return llvm::any_of(user->users(), [&](const llvm::User* through) {
                    const auto* inner = llvm::dyn_cast<llvm::Instruction>(through);
                    return inner && inner->getFunction() == function;
                });
            });
        };
        for (const llvm::GlobalVariable& variable : unit.module->globals())
            if (variable.getAddressSpace() == 3 && is_used_here(variable))
                kernel.reflection.local_memory += unit.module->getDataLayout().getTypeAllocSize(variable.getValueType());
        unsigned argument = 0;
        for (archive::parameter& parameter : kernel.reflection.parameters) {
            if (parameter.kind == archive::parameter_kind::image)
                parameter.image.reads_levels = function->getArg(argument)->hasAttribute(reads_levels_attribute);
            argument += argument_count(*unit.context, parameter, *unit.made_for);
        }
        for (const llvm::Function& callee : *unit.module)
            if (const device_function* const was = lowered_device_function(callee); was && was->waits)
                kernel.reflection.uses_barrier |= is_used_here(callee);
    }
}

// Kernels with images, where the target has none.
std::vector<diagnostic> find_unknown_images(const device_module& unit) {
    std::vector<diagnostic> found;
    for (const kernel_entry& kernel : unit.kernels)
        for (const archive::parameter& parameter : kernel.reflection.parameters)
            if (argument_count(*unit.context, parameter, *unit.made_for) == 0)
                found.push_back({{kernel.reflection.file, kernel.reflection.line, 0},
                                 "kernel '" + kernel.reflection.name + "' has an image, '" + parameter.name + "', and " +
                                     std::string(unit.made_for->traits().title) + " has none",
                                 "pass the pixels in a buffer, or leave this target out"});
    return found;
}

}  // namespace

std::vector<diagnostic> lower(device_module& unit) {
    const target& made_for = *unit.made_for;
    const target_traits& traits = made_for.traits();
    if (std::vector<diagnostic> unknown = find_unknown_images(unit); !unknown.empty()) return unknown;

    llvm::Module& module = *unit.module;
    llvm::ModulePassManager whole;
    whole.addPass(prepare_module());
    whole.addPass(split_odd_integers());
    whole.addPass(define_library_functions());
    whole.addPass(note_argument_ranges());
    whole.addPass(inline_into_kernels());
    whole.addPass(turn_recursion_into_loops());
    whole.addPass(inline_into_kernels());
    run_passes(module, std::move(whole));

    make_kernel_signatures(unit);

    llvm::ModulePassManager shaped;
    shaped.addPass(read_work_item_variables());
    shaped.addPass(allocate_local_memory());
    shaped.addPass(llvm::createModuleToFunctionPassAdaptor(simplification(traits)));
    shaped.addPass(inline_into_kernels());
    shaped.addPass(expand_mathematics());
    made_for.lower_device_functions(shaped);
    shaped.addPass(place_constants(traits.constant_space, traits.most_constant_bytes));
    shaped.addPass(llvm::createModuleToFunctionPassAdaptor(simplification(traits)));
    shaped.addPass(scope_atomics(llvm::StringRef(traits.group_scope.data(), traits.group_scope.size())));
    // What atomics were of a work-item's own variables are plain now.
    shaped.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::ModifyCFG)));
    made_for.lower_instructions(shaped);
    shaped.addPass(llvm::GlobalDCEPass());
    run_passes(module, std::move(shaped));

    fill_reflection(unit);
    std::vector<diagnostic> limits = find_device_limits(unit);
    std::string broken;
    llvm::raw_string_ostream words(broken);
    if (llvm::verifyModule(module, &words))
        limits.push_back({{}, "internal error: the lowered module is not valid: " + broken, "this is a defect of ingotc"});
    return limits;
}

}  // namespace ingot::compiler
