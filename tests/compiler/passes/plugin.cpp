// A plugin for LLVM's `opt` that registers the compiler's passes, so that each pass can be tested alone on small IR:
//   opt -load-pass-plugin ingot_passes.so -passes=split-odd-integers -S input.ll
// If a pass has a different form or different arguments for each target, its name ends in the target's name, as in
// call-printf-ptx. The ending `opencl` stands for the form that the targets spirv and spir share, and the endings `none` and
// `all` for a target with no or all optional features.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Plugins/PassPlugin.h>

#include <compiler/middle_end/passes.hpp>
#include <compiler/target.hpp>
#include <compiler/targets/cpu/lowering.hpp>
#include <compiler/targets/cpu/narrow_integers.hpp>
#include <compiler/targets/cpu/struct_fields.hpp>
#include <compiler/targets/opencl_functions/opencl_functions.hpp>
#include <compiler/targets/ptx/lowering.hpp>
#include <limits>

#include "cpu_steps.hpp"

namespace {

using namespace ingot::compiler;

constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();

const target_traits no_features {.name = "", .title = "", .text_suffix = "", .profiles = {}};
const target_traits all_features {.name = "",
                                  .title = "",
                                  .text_suffix = "",
                                  .profiles = {},
                                  .fuses_mad = true,
                                  .converts_half = true,
                                  .stores_image_bytes = true,
                                  .prefetches = true};
constexpr architecture_features all_of_architecture {
    .copies_asynchronously = true, .multiplies_half_tiles = true, .multiplies_local_matrices = true};

bool add_function_pass(llvm::ModulePassManager& passes, auto pass) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(pass)));
    return true;
}

// A step that is no pass, for each function.
template <void (*step)(llvm::Function&)>
struct step_of_functions : llvm::PassInfoMixin<step_of_functions<step>> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
        step(function);
        return llvm::PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }
};

bool add_number_conversions(llvm::ModulePassManager& passes, bool memory_at_null, unsigned constants, unsigned buffers) {
    using pointers = convert_numbers_to_pointers::pointers;
    for (const pointers which : {pointers::to_device_memory, pointers::to_variables})
        passes.addPass(convert_numbers_to_pointers(which, memory_at_null, constants, buffers));
    return true;
}

// The flags and numbers below are traits of the targets spirv and ptx: has_memory_at_null (false and true), constant_space
// (2 and 4), constant_buffer_space (2 and 1) and max_constant_bytes. The limits of keep-large-functions and
// outline-large-kernels are small, so that their inputs can be small.
bool add_pass(llvm::StringRef name, llvm::ModulePassManager& passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    if (name == "prepare-module") return passes.addPass(prepare_module()), true;
    if (name == "split-odd-integers") return passes.addPass(split_odd_integers()), true;
    if (name == "define-library-functions") return passes.addPass(define_library_functions()), true;
    if (name == "merge-recursive-functions") return passes.addPass(merge_recursive_functions()), true;
    if (name == "note-argument-ranges") return passes.addPass(note_argument_ranges()), true;
    if (name == "keep-large-functions") return passes.addPass(keep_large_functions({8, 24, 24})), true;
    if (name == "specialize-kept-functions-opencl") return passes.addPass(specialize_kept_functions(false, 2)), true;
    if (name == "specialize-kept-functions-ptx") return passes.addPass(specialize_kept_functions(true, 4)), true;
    if (name == "inline-into-kernels") return passes.addPass(inline_into_kernels()), true;
    if (name == "turn-recursion-into-loops") return passes.addPass(turn_recursion_into_loops()), true;
    if (name == "answer-target-features-none") return passes.addPass(answer_target_features(no_features)), true;
    if (name == "answer-target-features-all")
        return passes.addPass(answer_target_features(all_features, all_of_architecture)), true;
    if (name == "allocate-local-memory") return passes.addPass(allocate_local_memory()), true;
    if (name == "read-work-item-variables") return passes.addPass(read_work_item_variables()), true;
    if (name == "expand-mathematics") return passes.addPass(expand_mathematics()), true;
    if (name == "call-mathematics") return passes.addPass(opencl_functions::call_mathematics()), true;
    if (name == "call-opencl-functions") return passes.addPass(opencl_functions::call_opencl_functions()), true;
    if (name == "keep-device-functions") return passes.addPass(keep_device_functions({"fence", "sub_group_size"})), true;
    if (name == "call-printf-opencl") return passes.addPass(call_printf(opencl_functions::opencl_printf)), true;
    if (name == "call-printf-ptx") return passes.addPass(call_printf(ptx::ptx_printf)), true;
    if (name == "infer-pointer-address-spaces-opencl") return add_function_pass(passes, infer_pointer_address_spaces(false));
    if (name == "infer-pointer-address-spaces-ptx") return add_function_pass(passes, infer_pointer_address_spaces(true));
    if (name == "split-mixed-pointers-opencl") return add_function_pass(passes, split_mixed_pointers(false, 2));
    if (name == "split-mixed-pointers-ptx") return add_function_pass(passes, split_mixed_pointers(true, 4));
    if (name == "convert-numbers-to-pointers-opencl") return add_number_conversions(passes, false, 2, 2);
    if (name == "convert-numbers-to-pointers-ptx") return add_number_conversions(passes, true, 4, 1);
    if (name == "expand-integer-intrinsics") return add_function_pass(passes, expand_integer_intrinsics());
    if (name == "expand-memory-intrinsics") return add_function_pass(passes, expand_memory_intrinsics());
    if (name == "widen-odd-integers") return add_function_pass(passes, widen_odd_integers());
    if (name == "make-defaults-reachable") return add_function_pass(passes, make_defaults_reachable());
    if (name == "structure-control-flow") return add_function_pass(passes, structure_control_flow());
    if (name == "outline-large-kernels") return passes.addPass(opencl_functions::outline_large_kernels(6)), true;
    if (name == "hide-uniform-loops") return add_function_pass(passes, opencl_functions::hide_uniform_loops());
    if (name == "hold-pointers-as-numbers") return add_function_pass(passes, hold_pointers_as_numbers());
    if (name == "call-image-functions-opencl")
        return passes.addPass(call_image_functions(&opencl_functions::call_image_function)), true;
    if (name == "call-image-functions-ptx") return passes.addPass(call_image_functions(&ptx::call_image_function)), true;
    if (name == "choose-images") return add_function_pass(passes, choose_images());
    if (name == "place-constants-opencl") return passes.addPass(place_constants(2, unlimited)), true;
    if (name == "place-constants-ptx") return passes.addPass(place_constants(4, 49'152)), true;
    if (name == "widen-atomics") return add_function_pass(passes, widen_atomics());
    if (name == "lower-atomics-opencl") {
        passes.addPass(scope_atomics("workgroup"));
        return passes.addPass(opencl_functions::lower_atomics()), true;
    }
    if (name == "lower-atomics-ptx") {
        passes.addPass(scope_atomics("block"));
        return passes.addPass(ptx::order_atomics()), true;
    }
    if (name == "call-host-mathematics") return passes.addPass(cpu::call_host_mathematics()), true;
    if (name == "cpu-split-packed-stores") return add_function_pass(passes, step_of_functions<&cpu::split_packed_stores> {});
    if (name == "cpu-split-struct-copies") return add_function_pass(passes, step_of_functions<&cpu::split_struct_copies> {});
    if (name == "cpu-narrow-integers") return add_function_pass(passes, step_of_functions<&cpu::narrow_integers> {});
    using passes_test::cpu_step;
    using passes_test::run_cpu_steps;
    if (name == "cpu-item-functions") return passes.addPass(run_cpu_steps(cpu_step::item_functions)), true;
    if (name == "cpu-stops") return passes.addPass(run_cpu_steps(cpu_step::stops)), true;
    if (name == "cpu-regions") return passes.addPass(run_cpu_steps(cpu_step::regions)), true;
    if (name == "cpu-simplified-regions") return passes.addPass(run_cpu_steps(cpu_step::regions, true)), true;
    if (name == "cpu-wide-regions") return passes.addPass(run_cpu_steps(cpu_step::wide_regions)), true;
    if (name == "cpu-group-functions") return passes.addPass(run_cpu_steps(cpu_step::group_functions)), true;
    if (name == "cpu-wide-group-functions") return passes.addPass(run_cpu_steps(cpu_step::wide_group_functions)), true;
    if (name == "cpu-wide-group-functions-16")
        return passes.addPass(run_cpu_steps(cpu_step::wide_group_functions, false, 16)), true;
    return false;
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "ingot", "1",
            [](llvm::PassBuilder& builder) { builder.registerPipelineParsingCallback(&add_pass); }};
}
