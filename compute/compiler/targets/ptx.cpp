#include "ptx.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <set>
#include <stdexcept>

#include "emit_file.hpp"

namespace ingot::compiler {

namespace {

const std::string libclc = INGOT_LIBCLC_NVPTX;

// Work-item functions, barriers and mathematics: OpenCL's built-in functions as libclc has them for PTX.
void link_built_in_functions(llvm::Module& module) {
    auto buffer = llvm::MemoryBuffer::getFile(libclc);
    if (!buffer)
        throw std::runtime_error("cannot read libclc's " + libclc + ": " + buffer.getError().message() + "; install libclc-22");
    auto library = llvm::parseBitcodeFile(**buffer, module.getContext());
    if (!library) throw std::runtime_error(libclc + ": " + llvm::toString(library.takeError()));
    (*library)->setTargetTriple(module.getTargetTriple());
    (*library)->setDataLayout(module.getDataLayout());
    if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded))
        throw std::runtime_error("cannot link " + libclc);
}

void optimise(llvm::Module& module, const std::set<std::string>& kernels) {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager calls;
    llvm::ModuleAnalysisManager modules;
    llvm::PipelineTuningOptions tuning;
    tuning.LoopVectorization = false;
    tuning.SLPVectorization = false;
    llvm::PassBuilder builder(nullptr, tuning);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(calls);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, calls, modules);
    llvm::ModulePassManager passes;
    passes.addPass(
        llvm::InternalizePass([&](const llvm::GlobalValue& value) { return kernels.contains(value.getName().str()); }));
    passes.addPass(builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2));
    passes.run(module, modules);
}

}  // namespace

std::vector<std::byte> emit_ptx(device_module& unit, std::string_view architecture) {
    const code_generator generator {"nvptx64-nvidia-cuda", std::string(architecture), "+ptx70",
                                    llvm::CodeGenFileType::AssemblyFile};
    llvm::Module& module = *unit.module;
    retarget(module, generator);
    std::set<std::string> kernels;
    for (const kernel_entry& kernel : unit.kernels) {
        kernels.insert(kernel.function);
        if (llvm::Function* function = module.getFunction(kernel.function))
            function->setCallingConv(llvm::CallingConv::PTX_Kernel);
    }
    link_built_in_functions(module);
    // libclc asks by __nvvm_reflect("__CUDA_FTZ"); the flag answers.
    module.addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", 1);
    optimise(module, kernels);
    return emit_file(module, generator);
}

}  // namespace ingot::compiler
