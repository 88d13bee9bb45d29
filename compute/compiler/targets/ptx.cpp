#include "ptx.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <ingot/installation/installation.hpp>
#include <set>
#include <stdexcept>

#include "emit_file.hpp"
#include "ptx_mathematics.hpp"
#include "ptx_printf.hpp"
#include "ptx_sub_groups.hpp"
#include "ptx_work_items.hpp"

namespace ingot::compiler {

namespace {

// libclc's build for no system: its build for NVIDIA's OpenCL calls NVIDIA's libdevice, which is not free software.
std::string mathematics() { return installation::bundled_or("clc", INGOT_LIBCLC_FOLDER) / "nvptx64--.bc"; }

void link_library(llvm::Module& module, const std::string& file) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) throw std::runtime_error("cannot read " + file + ": " + buffer.getError().message() + "; install libclc-22");
    auto library = llvm::parseBitcodeFile(**buffer, module.getContext());
    if (!library) throw std::runtime_error(file + ": " + llvm::toString(library.takeError()));
    (*library)->setTargetTriple(module.getTargetTriple());
    (*library)->setDataLayout(module.getDataLayout());
    if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded))
        throw std::runtime_error("cannot link " + file);
}

llvm::OptimizationLevel pipeline_for(unsigned level) {
    return level >= 3 ? llvm::OptimizationLevel::O3 : level == 2 ? llvm::OptimizationLevel::O2 : llvm::OptimizationLevel::O1;
}

void optimise(llvm::Module& module, const std::set<std::string>& kernels, unsigned level) {
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
    passes.addPass(builder.buildPerModuleDefaultPipeline(pipeline_for(level)));
    passes.run(module, modules);
}

// PTX 7.0, which drivers read since CUDA 11.0, knows architectures up to sm_80; for a later one, the first version that knows it.
std::string language_version(std::string_view architecture) {
    const bool is_later = architecture.size() > 5 || architecture > "sm_80";
    return is_later ? "" : "+ptx70";
}

}  // namespace

std::vector<std::byte> emit_ptx(device_module& unit, const target_options& options) {
    const code_generator generator {"nvptx64-nvidia-cuda", options.architecture, language_version(options.architecture),
                                    llvm::CodeGenFileType::AssemblyFile, llvm::CodeGenOptLevel::Aggressive};
    llvm::Module& module = *unit.module;
    retarget(module, generator);
    std::set<std::string> kernels;
    for (const kernel_entry& kernel : unit.kernels) {
        kernels.insert(kernel.function);
        llvm::Function* const function = module.getFunction(kernel.function);
        if (!function) continue;
        function->setCallingConv(llvm::CallingConv::PTX_Kernel);
        // Without it denormal numbers cost N-body a tenth of its speed on an H200.
        if (options.fast_math) function->addFnAttr("denormal-fp-math-f32", "preserve-sign");
    }
    prepare_mathematics(module, options.fast_math);
    define_work_item_functions(module);
    define_sub_group_functions(module);
    call_vprintf(module);
    link_library(module, mathematics());
    optimise(module, kernels, options.optimisation);
    return emit_file(module, generator);
}

}  // namespace ingot::compiler
