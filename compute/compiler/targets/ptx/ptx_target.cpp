// PTX as text, for a compute capability and all above it.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <array>
#include <ingot/installation/installation.hpp>
#include <memory>
#include <set>
#include <stdexcept>

#include "../../code_generation/emit_file.hpp"
#include "../../device_module.hpp"
#include "../../pass_managers.hpp"
#include "../opencl_functions/opencl_functions.hpp"
#include "architecture.hpp"
#include "lowering.hpp"
#include "mathematics.hpp"
#include "printf.hpp"
#include "sub_groups.hpp"
#include "work_items.hpp"

namespace ingot::compiler::ptx {

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
    llvm::PipelineTuningOptions tuning;
    tuning.LoopVectorization = false;
    tuning.SLPVectorization = false;
    pass_managers managers(tuning);
    llvm::ModulePassManager passes;
    passes.addPass(
        llvm::InternalizePass([&](const llvm::GlobalValue& value) { return kernels.contains(value.getName().str()); }));
    passes.addPass(managers.builder.buildPerModuleDefaultPipeline(pipeline_for(level)));
    passes.run(module, managers.of_modules);
}

// PTX 7.0, which drivers read since CUDA 11.0, knows architectures up to sm_80; for a later one, the first version that knows it.
std::string language_version(std::string_view architecture) {
    const bool is_later = architecture.size() > 5 || architecture > "sm_80";
    return is_later ? "" : "+ptx70";
}

// CUDA compiles for one vendor's devices, of which code is made for the least.
constexpr std::array<archive::device_profile, 1> profiles {{{"cuda", true, archive::profile_vendor::nvidia, 32, true, true}}};

class ptx_target final : public target {
public:
    ptx_target()
        : target({
              .name = "ptx",
              .title = "PTX",
              .text_ending = ".ptx",
              .macros = {"INGOT_TARGET_PTX=1", "INGOT_TARGET_FUSES_MAD=1", "INGOT_TARGET_CONVERTS_HALF=1",
                         "INGOT_TARGET_STORES_IMAGE_BYTES=1"},
              .profiles = profiles,
              .platform = archive::profile_vendor::nvidia,
              .default_architecture = "sm_70",
              .architecture_kind = "compute capability",
              .architecture_pattern = "sm_NN",
              .optimises = true,
              .constant_space = 4,
              // A parameter of a kernel cannot point to constant memory. There it is global memory that nothing else names and
              // nobody writes, which the back end reads by ld.global.nc.
              .constant_buffer_space = 1,
              // CUDA's constant memory has 64 KiB; the rest of it is for the tables of mathematical functions.
              .most_constant_bytes = 49'152,
              .has_memory_at_null = true,
              .group_scope = "block",
              .intrinsics = "llvm.nvvm.",
          }) {}

    bool is_architecture(const std::string& name) const override { return ptx::is_architecture(name); }

    // The address of the image's descriptor (image_descriptor.hpp).
    std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter&) const override {
        return {llvm::PointerType::get(context, 1)};
    }

    // Those that stay get a body in emit(), which the optimiser then inlines.
    void lower_device_functions(llvm::ModulePassManager& passes) const override {
        passes.addPass(opencl_functions::call_mathematics());
        passes.addPass(
            keep_device_functions({"get_global_id", "get_local_id", "get_group_id", "get_global_size", "get_local_size",
                                   "get_group_size", "barrier", "fence", "sub_group_size", "sub_group_id", "sub_group_local_id",
                                   "number_of_sub_groups", "sub_group_shuffle", "sub_group_shuffle_xor", "sub_group_shuffle_up",
                                   "sub_group_shuffle_down", "sub_group_ballot", "sub_group_barrier"}));
        passes.addPass(call_printf(printing));
        passes.addPass(call_image_functions(&call_image_function));
    }
    void lower_instructions(llvm::ModulePassManager& passes) const override { passes.addPass(order_atomics()); }

    archive::code emit(device_module& unit, const target_options& options) const override {
        const code_generator generator {&initialise_nvptx,
                                        "nvptx64-nvidia-cuda",
                                        options.architecture,
                                        language_version(options.architecture),
                                        llvm::CodeGenFileType::AssemblyFile,
                                        llvm::CodeGenOptLevel::Aggressive};
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
        return {"ptx", options.architecture, emit_file(module, generator)};
    }

    std::string disassemble(std::span<const std::byte> code) const override {
        return {reinterpret_cast<const char*>(code.data()), code.size()};
    }
};

}  // namespace

}  // namespace ingot::compiler::ptx

namespace ingot::compiler::targets {

std::unique_ptr<const target> create_ptx();
std::unique_ptr<const target> create_ptx() { return std::make_unique<ptx::ptx_target>(); }

}  // namespace ingot::compiler::targets
