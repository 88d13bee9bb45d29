// The middle end's passes for `opt`, so that each is tested alone on small IR: opt -load-pass-plugin ingot_passes.so -passes=…
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Plugins/PassPlugin.h>

#include "passes.hpp"

namespace {

using namespace ingot::compiler;

bool add_pass(llvm::StringRef name, llvm::ModulePassManager& passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    if (name == "prepare-module") return passes.addPass(prepare_module()), true;
    if (name == "split-odd-integers") return passes.addPass(split_odd_integers()), true;
    if (name == "define-library-functions") return passes.addPass(define_library_functions()), true;
    if (name == "note-argument-ranges") return passes.addPass(note_argument_ranges()), true;
    if (name == "inline-into-kernels") return passes.addPass(inline_into_kernels()), true;
    if (name == "turn-recursion-into-loops") return passes.addPass(turn_recursion_into_loops()), true;
    if (name == "allocate-local-memory") return passes.addPass(allocate_local_memory()), true;
    if (name == "read-work-item-variables") return passes.addPass(read_work_item_variables()), true;
    if (name == "call-built-in-functions") return passes.addPass(call_built_in_functions()), true;
    if (name == "call-printf-opencl") return passes.addPass(call_printf(target_kind::spirv)), true;
    if (name == "call-printf-ptx") return passes.addPass(call_printf(target_kind::ptx)), true;
    if (name == "number-pointers-opencl")
        return passes.addPass(llvm::createModuleToFunctionPassAdaptor(number_pointers(target_kind::spirv))), true;
    if (name == "number-pointers-ptx")
        return passes.addPass(llvm::createModuleToFunctionPassAdaptor(number_pointers(target_kind::ptx))), true;
    if (name == "expand-integer-intrinsics")
        return passes.addPass(llvm::createModuleToFunctionPassAdaptor(expand_integer_intrinsics())), true;
    if (name == "call-image-functions-opencl") return passes.addPass(call_image_functions(target_kind::spirv)), true;
    if (name == "call-image-functions-ptx") return passes.addPass(call_image_functions(target_kind::ptx)), true;
    if (name == "place-constants-opencl") return passes.addPass(place_constants(2)), true;
    if (name == "place-constants-ptx") return passes.addPass(place_constants(4)), true;
    if (name == "call-sub-group-functions") return passes.addPass(call_sub_group_functions()), true;
    if (name == "lower-atomics-spirv") return passes.addPass(lower_atomics(target_kind::spirv)), true;
    if (name == "lower-atomics-ptx") return passes.addPass(lower_atomics(target_kind::ptx)), true;
    return false;
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "ingot", "1",
            [](llvm::PassBuilder& builder) { builder.registerPipelineParsingCallback(&add_pass); }};
}
