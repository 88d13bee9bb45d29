// The order of the middle end's passes. The module goes through three stages:
//   1. inline_functions() inlines functions into the entries: `void @ingot_entry_SYMBOL(ptr %arguments)`. In very large
//      kernels, large functions stay functions. This stage is the same for all targets. lower_module() does the rest
//      for one target.
//   2. Each entry becomes a kernel with its own signature: `void @SYMBOL(ptr addrspace(1) %values, i32 %count)`.
//   3. Pointers get their address spaces, device functions become the target's functions, and the code is simplified.
// Errors for unsupported constructs are found at the end, when inlining and simplification have removed all code that
// no kernel reaches.
#include "middle_end.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
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
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <stdexcept>

#include "../llvm_option.hpp"
#include "../pass_managers.hpp"
#include "device_functions.hpp"
#include "failing_functions.hpp"
#include "image_arguments.hpp"
#include "kept_functions.hpp"
#include "passes.hpp"
#include "verify_module.hpp"

namespace ingot::compiler {

namespace {

// Gives every pointer to device memory the address space of that memory. The passes run twice, because each can
// simplify the code for the others.
void add_address_spaces(llvm::FunctionPassManager& passes, const target_traits& traits) {
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(choose_images());
    passes.addPass(infer_pointer_address_spaces(traits.has_memory_at_null));
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(infer_pointer_address_spaces(traits.has_memory_at_null));
}

// The code is simplified twice: before the device functions are lowered, and after that.
enum class simplify { first, last };

// Simplifications that the device's own compiler does less well, because the code it sees no longer shows what C++
// guarantees. Vectorisation is left to that compiler. Loops are unrolled only if the author requests it.
llvm::FunctionPassManager simplification(const target_traits& traits, simplify when) {
    llvm::FunctionPassManager passes;
    add_address_spaces(passes, traits);
    // The build machine's calling convention passes small structs in vector registers. Scalar code is simpler for
    // devices.
    llvm::ScalarizerPassOptions scalarizer;
    scalarizer.ScalarizeLoadStore = true;
    passes.addPass(llvm::ScalarizerPass(scalarizer));
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::EarlyCSEPass(true));
    llvm::LoopPassManager loops;
    loops.addPass(llvm::LoopRotatePass());
    loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
    loops.addPass(llvm::IndVarSimplifyPass());
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), true));
    passes.addPass(llvm::InstCombinePass());
    // Unrolled code is several times larger. All passes before the last simplification handle the loop only once.
    if (when == simplify::last) passes.addPass(llvm::LoopUnrollPass(llvm::LoopUnrollOptions(2, true)));
    add_address_spaces(passes, traits);
    // A target that optimises the code itself repeats these.
    if (when == simplify::first || !traits.optimises) {
        passes.addPass(llvm::GVNPass());
        passes.addPass(llvm::CorrelatedValuePropagationPass());
        passes.addPass(llvm::MemCpyOptPass());
        passes.addPass(llvm::InstCombinePass());
    }
    passes.addPass(llvm::ADCEPass());
    passes.addPass(llvm::SimplifyCFGPass());
    return passes;
}

// Sets the fields of the kernels' reflection that are known only from the lowered code.
void fill_reflection(device_module& unit) {
    for (kernel_entry& kernel : unit.kernels) {
        const llvm::Function* function = unit.module->getFunction(kernel.entry_function);
        kernel.reflection.local_memory = 0;
        kernel.reflection.uses_barrier = false;
        if (!function) continue;
        // Does an instruction of this kernel, or of a function that it calls, use the value, directly or through a
        // constant expression?
        const auto functions = function_and_specialized_callees(*function);
        const auto is_in_kernel = [&](const llvm::User* user) {
            const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
            return instruction && functions.contains(instruction->getFunction());
        };
        const auto is_used_here = [&](const llvm::GlobalValue& value) {
            return llvm::any_of(value.users(), [&](const llvm::User* user) {
                return llvm::isa<llvm::Instruction>(user) ? is_in_kernel(user) : llvm::any_of(user->users(), is_in_kernel);
            });
        };
        // The size of local memory is the size of all variables in local memory (address space 3) that the kernel uses.
        for (const llvm::GlobalVariable& variable : unit.module->globals())
            if (variable.getAddressSpace() == 3 && is_used_here(variable))
                kernel.reflection.local_memory += unit.module->getDataLayout().getTypeAllocSize(variable.getValueType());
        // call_image_functions marked the image arguments if the kernel reads mip levels other than the first.
        unsigned argument = 0;
        for (archive::parameter& parameter : kernel.reflection.parameters) {
            if (parameter.kind == archive::parameter_kind::image)
                parameter.image.reads_levels = function->getArg(argument)->hasAttribute(reads_levels_attribute);
            argument += argument_count(*unit.context, parameter, *unit.compiled_for);
        }
        // A kernel uses a barrier if it calls a device function in which work-items wait for each other.
        for (const llvm::Function& callee : *unit.module)
            if (const device_function* const original = original_device_function(callee); original && original->may_wait)
                kernel.reflection.uses_barrier |= is_used_here(callee);
    }
}

// Returns an error for each image parameter if the target does not support images.
std::vector<diagnostic> diagnose_images(const device_module& unit) {
    std::vector<diagnostic> found;
    for (const kernel_entry& kernel : unit.kernels)
        for (const archive::parameter& parameter : kernel.reflection.parameters)
            if (argument_count(*unit.context, parameter, *unit.compiled_for) == 0)
                found.push_back({{kernel.reflection.file, kernel.reflection.line, 0},
                                 "kernel '" + kernel.reflection.name + "' has the image parameter '" + parameter.name +
                                     "', but " + std::string(unit.compiled_for->traits().title) + " has no images",
                                 "pass the pixels in a buffer, or do not compile for this target"});
    return found;
}

// Removes the functions of the kernels that the target cannot express, and what only they use.
void remove_missing_kernels(device_module& unit) {
    bool is_changed = false;
    for (const kernel_entry& kernel : unit.kernels)
        if (llvm::Function* const function = unit.module->getFunction(kernel.entry_function); function && kernel.missing_reason) {
            function->replaceAllUsesWith(llvm::PoisonValue::get(function->getType()));
            function->eraseFromParent();
            is_changed = true;
        }
    if (!is_changed) return;
    llvm::ModulePassManager passes;
    passes.addPass(llvm::GlobalDCEPass());
    run_passes(*unit.module, std::move(passes));
}

// Keeps LLVM from computing the result of a loop by a formula. The sum of 64-bit numbers up to n would be computed with
// integers of 65 bits.
void keep_loop_sums() {
    static const bool is_set = [] {
        set_llvm_option("replexitval", "never");
        return true;
    }();
    static_cast<void>(is_set);
}

// Returns the passes that come before the target lowers device functions.
llvm::ModulePassManager first_lowering(const device_module& unit, const target_traits& traits) {
    const target& made_for = *unit.compiled_for;
    llvm::ModulePassManager lowering;
    lowering.addPass(answer_target_features(traits, made_for.features_of(unit.architecture)));
    lowering.addPass(read_work_item_variables());
    lowering.addPass(allocate_local_memory());
    lowering.addPass(llvm::createModuleToFunctionPassAdaptor(simplification(traits, simplify::first)));
    lowering.addPass(inline_into_kernels());
    return lowering;
}

// Ends the code where an assertion is false, without the code that reports it: a reader of the module sees what the assertion
// guarantees.
void assume_assertions(llvm::Module& module) {
    std::vector<llvm::CallInst*> failures;
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
                call && call->getCalledFunction() && is_failing_function(*call->getCalledFunction()))
                failures.push_back(call);
    for (llvm::CallInst* const call : failures)
        if (call->getParent()) llvm::changeToUnreachable(call);
}

// The maximum length of a chain of recursive functions, each of which calls itself and the next one.
constexpr int max_recursion_nesting = 3;

}  // namespace

void inline_functions(device_module& unit) {
    llvm::ModulePassManager inlining;
    inlining.addPass(prepare_module());
    inlining.addPass(split_odd_integers());
    inlining.addPass(define_library_functions());
    inlining.addPass(llvm::GlobalDCEPass());
    inlining.addPass(merge_recursive_functions());
    inlining.addPass(note_argument_ranges());
    inlining.addPass(keep_large_functions());
    inlining.addPass(inline_into_kernels());
    // A recursive function that has become a loop can be inlined. If a recursive function calls another one (for example
    // std::sort), it can become a loop only when the other function has become a loop and has been inlined.
    for (int depth = 0; depth < max_recursion_nesting; ++depth) {
        inlining.addPass(turn_recursion_into_loops());
        inlining.addPass(inline_into_kernels());
    }
    run_passes(*unit.module, std::move(inlining));
    narrow_long_double(unit);
}

void simplify_for_analysis(device_module& unit) {
    make_kernel_signatures(unit);
    assume_assertions(*unit.module);
    // Conversions of half are instructions, so that an analysis recognises them.
    target_traits traits = unit.compiled_for->traits();
    traits.converts_half = true;
    llvm::ModulePassManager passes = first_lowering(unit, traits);
    // Compilers for GPUs unroll loops whose number of iterations is a small constant, and then keep small arrays in registers.
    llvm::FunctionPassManager functions;
    functions.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopFullUnrollPass(3)));
    functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    functions.addPass(llvm::InstCombinePass());
    functions.addPass(llvm::EarlyCSEPass(true));
    functions.addPass(llvm::SimplifyCFGPass());
    functions.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
    passes.addPass(llvm::GlobalDCEPass());
    run_passes(*unit.module, std::move(passes));
}

std::vector<diagnostic> lower_module(device_module& unit) {
    const target& made_for = *unit.compiled_for;
    const target_traits& traits = made_for.traits();
    if (!traits.has_wide_integers) keep_loop_sums();
    if (std::vector<diagnostic> errors = diagnose_images(unit); !errors.empty()) return errors;

    // Replace the entries by kernels.
    llvm::Module& module = *unit.module;
    make_kernel_signatures(unit);
    if (std::vector<diagnostic> errors = stop_failed_work_items(unit); !errors.empty()) return errors;

    // Lower everything in the kernels that depends on the device, and simplify.
    llvm::ModulePassManager lowering = first_lowering(unit, traits);
    lowering.addPass(expand_mathematics());
    made_for.lower_device_functions(lowering);
    lowering.addPass(place_constants(traits.constant_space, traits.max_constant_bytes));
    const auto convert_numbers = [&](convert_numbers_to_pointers::pointers which) {
        lowering.addPass(
            convert_numbers_to_pointers(which, traits.has_memory_at_null, traits.constant_space, traits.constant_buffer_space));
    };
    convert_numbers(convert_numbers_to_pointers::pointers::to_device_memory);
    lowering.addPass(specialize_kept_functions(traits.has_memory_at_null, traits.constant_space));
    convert_numbers(convert_numbers_to_pointers::pointers::to_variables);
    lowering.addPass(llvm::createModuleToFunctionPassAdaptor(simplification(traits, simplify::last)));
    lowering.addPass(scope_atomics(llvm::StringRef(traits.work_group_scope.data(), traits.work_group_scope.size())));
    // scope_atomics made atomic accesses to a work-item's own variables plain: SROA can now replace these variables by
    // values.
    lowering.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::ModifyCFG)));
    lowering.addPass(llvm::createModuleToFunctionPassAdaptor(widen_atomics()));
    made_for.lower_instructions(lowering);
    lowering.addPass(llvm::GlobalDCEPass());
    run_passes(module, std::move(lowering));

    fill_reflection(unit);
    if (std::vector<diagnostic> errors = diagnose_unsupported(unit); !errors.empty()) return errors;
    remove_missing_kernels(unit);
    verify_module(module, "the lowered module is not valid");
    return {};
}

}  // namespace ingot::compiler
