// The target PTX: code as text for a compute capability and all later ones.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyLoopExits.h>

#include <array>
#include <ingot/installation/installation.hpp>
#include <memory>
#include <set>
#include <stdexcept>

#include "../../code_generation/emit_file.hpp"
#include "../../device_module.hpp"
#include "../../middle_end/kept_functions.hpp"
#include "../../pass_managers.hpp"
#include "../../phase_times.hpp"
#include "../opencl_functions/libclc_corrections.hpp"
#include "../opencl_functions/opencl_functions.hpp"
#include "architecture.hpp"
#include "lowering.hpp"
#include "ptxas.hpp"

namespace ingot::compiler::ptx {

namespace {

// Returns the file of libclc, the library with OpenCL's mathematical functions. libclc is built for several triples. This
// file is the build for nvptx64--, without an operating system. The build for NVIDIA's OpenCL calls NVIDIA's libdevice,
// which is not free software.
std::string mathematics() { return installation::bundled_folder("clc", INGOT_LIBCLC_FOLDER) / "nvptx64--.bc"; }

// Returns whether the module calls a function that neither it nor LLVM defines.
bool needs_library(const llvm::Module& module) {
    return llvm::any_of(module, [](const llvm::Function& function) {
        return function.isDeclaration() && !function.isIntrinsic() && !function.use_empty();
    });
}

// Links the functions of a bitcode library that the module uses. Only these functions are read. Throws
// std::runtime_error if the library cannot be read.
void link_library(llvm::Module& module, const std::string& file) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) throw std::runtime_error("cannot read " + file + ": " + buffer.getError().message() + "; install libclc-22");
    auto library = llvm::getOwningLazyBitcodeModule(std::move(*buffer), module.getContext(), true);
    if (!library) throw std::runtime_error(file + ": " + llvm::toString(library.takeError()));
    (*library)->setTargetTriple(module.getTargetTriple());
    (*library)->setDataLayout(module.getDataLayout());
    if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded))
        throw std::logic_error("cannot link " + file);
}

// Replaces libclc's rsqrt, which divides by a square root, by the device's instruction, whose relative error is at most
// 2^-22.9 (PTX ISA, rsqrt).
void use_rsqrt_instruction(llvm::Module& module, bool fast_math) {
    llvm::Function* const rsqrt = module.getFunction("_Z5rsqrtf");
    if (!rsqrt) return;
    llvm::Function* const instruction = llvm::Intrinsic::getOrInsertDeclaration(
        &module, fast_math ? llvm::Intrinsic::nvvm_rsqrt_approx_ftz_f : llvm::Intrinsic::nvvm_rsqrt_approx_f);
    rsqrt->replaceAllUsesWith(instruction);
    rsqrt->eraseFromParent();
}

llvm::OptimizationLevel pipeline_for(unsigned level) {
    return level >= 3 ? llvm::OptimizationLevel::O3 : level == 2 ? llvm::OptimizationLevel::O2 : llvm::OptimizationLevel::O1;
}

// Makes each loop end at one place. LLVM lets a loop be left to several places; work-items of a warp that left it at different
// times then meet again only behind an outer loop, and until then compute one after the other.
llvm::FunctionPassManager unify_loop_exits() {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::LowerSwitchPass());  // the next passes know branches only
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::UnifyLoopExitsPass());
    return passes;
}

// Makes all functions except the kernels internal, and runs LLVM's optimiser without vectorisation.
void optimise(llvm::Module& module, const std::set<std::string>& kernels, unsigned level) {
    llvm::PipelineTuningOptions tuning;
    tuning.LoopVectorization = false;
    tuning.SLPVectorization = false;
    pass_managers managers(tuning);
    llvm::ModulePassManager passes;
    passes.addPass(
        llvm::InternalizePass([&](const llvm::GlobalValue& value) { return kernels.contains(value.getName().str()); }));
    passes.addPass(managers.builder.buildPerModuleDefaultPipeline(pipeline_for(level)));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(unify_loop_exits()));
    passes.run(module, managers.module_analyses);
}

// Returns the feature that selects the version of PTX. PTX 7.0, which drivers read since CUDA 11.0, has architectures
// up to sm_80. For a later architecture returns "": LLVM then selects the first version that has this architecture.
std::string language_version(std::string_view architecture) {
    const bool is_later = architecture.size() > 5 || architecture > "sm_80";
    return is_later ? "" : "+ptx70";
}

// All devices of CUDA are of one vendor. The profile lists what every one of them has.
constexpr std::array<archive::device_profile, 1> profiles {{{"cuda", true, archive::profile_vendor::nvidia, 32, true, true}}};

constexpr unsigned ptx_local_space = 5;  // the work-item's own memory, which PTX calls local

// Tells the back end that the pointers that kept functions take without an address space point to the work-item's own
// memory, so that it need not access them as generic pointers:
//   define float @large(ptr %p)
//     %0 = addrspacecast ptr %p to ptr addrspace(5)
//     %1 = addrspacecast ptr addrspace(5) %0 to ptr     ; in place of %p
void note_private_pointers(llvm::Module& module) {
    for (llvm::Function& function : module) {
        if (function.isDeclaration() || !function.hasFnAttribute(specialized_function)) continue;
        llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
        for (llvm::Argument& argument : function.args()) {
            if (!argument.getType()->isPointerTy() || argument.getType()->getPointerAddressSpace() != 0) continue;
            llvm::Value* const own = builder.CreateAddrSpaceCast(&argument, builder.getPtrTy(ptx_local_space));
            llvm::Value* const generic = builder.CreateAddrSpaceCast(own, argument.getType());
            argument.replaceUsesWithIf(generic, [&](const llvm::Use& use) { return use.getUser() != own; });
        }
    }
}

class ptx_target final : public target {
public:
    ptx_target()
        : target({
              .name = "ptx",
              .title = "PTX",
              .text_suffix = ".ptx",
              .macros = {"INGOT_TARGET_PTX=1"},
              .profiles = profiles,
              .platform = archive::profile_vendor::nvidia,
              .default_architecture = "sm_70",
              .architecture_kind = "compute capability",
              .architecture_pattern = "sm_NN",
              .reports_resources = true,
              .optimises = true,
              .fuses_mad = true,
              .converts_half = true,
              .stores_image_bytes = true,
              .prefetches = true,
              .has_32_sub_group_items = true,
              .has_wide_integers = true,
              .passes_local_memory_by_offset = true,
              // "Waits for all non-exited threads" (PTX ISA, barrier; shfl.sync and vote.sync are the same).
              .barriers_ignore_ended_items = true,
              .constant_space = 4,
              // A kernel's parameter cannot point to constant memory in CUDA. A constant buffer is global memory that
              // the kernel does not write and no other parameter points to, so that the back end reads it by
              // ld.global.nc.
              .constant_buffer_space = 1,
              // CUDA's constant memory has 64 KiB. The remaining 16 KiB are for the tables of mathematical functions.
              .max_constant_bytes = 49'152,
              .has_memory_at_null = true,
              .work_group_scope = "block",
              .intrinsic_prefix = "llvm.nvvm.",
          }) {}

    bool is_architecture(const std::string& name) const override { return ptx::is_architecture(name); }

    architecture_features features_of(std::string_view architecture) const override {
        const bool has_both = compute_capability_of(architecture) >= 80;
        // wgmma is an instruction of this architecture alone: later ones do not have it ("PTX ISA", wgmma.mma_async).
        return {.copies_asynchronously = has_both,
                .multiplies_half_tiles = has_both,
                .multiplies_local_matrices = architecture == "sm_90a"};
    }

    // An image is one argument: the address of its descriptor (image_descriptor.hpp).
    std::optional<compute_unit_limits> limits_of(std::string_view architecture) const override {
        return ptx::limits_of(architecture);
    }

    std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter&) const override {
        return {llvm::PointerType::get(context, 1)};
    }

    // emit() defines the functions that keep_device_functions lists, and the optimiser then inlines them.
    void lower_device_functions(llvm::ModulePassManager& passes) const override {
        passes.addPass(opencl_functions::call_mathematics());
        passes.addPass(keep_device_functions({"get_global_id",
                                              "get_local_id",
                                              "get_group_id",
                                              "get_global_size",
                                              "get_local_size",
                                              "get_num_groups",
                                              "barrier",
                                              "fence",
                                              "sub_group_size",
                                              "sub_group_id",
                                              "sub_group_local_id",
                                              "number_of_sub_groups",
                                              "sub_group_shuffle",
                                              "sub_group_shuffle_xor",
                                              "sub_group_shuffle_up",
                                              "sub_group_shuffle_down",
                                              "sub_group_ballot",
                                              "sub_group_barrier",
                                              "copy_to_local",
                                              "end_copy",
                                              "wait_for_copies",
                                              "prefetch",
                                              "load_half_block",
                                              "multiply_half_blocks",
                                              "start_product",
                                              "wait_for_products",
                                              "show_local_writes"}));
        passes.addPass(call_printf(ptx_printf));
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
            kernels.insert(kernel.entry_function);
            llvm::Function* const function = module.getFunction(kernel.entry_function);
            if (!function) continue;
            function->setCallingConv(llvm::CallingConv::PTX_Kernel);
        }
        // Without this attribute, the support of denormal numbers costs the N-body sample a tenth of its speed on an H200.
        if (options.fast_math)
            for (llvm::Function& function : module)
                if (!function.isDeclaration()) function.addFnAttr("denormal-fp-math-f32", "preserve-sign");
        use_rsqrt_instruction(module, options.fast_math);
        opencl_functions::correct_libclc(module, options.fast_math);
        define_work_item_functions(module);
        define_sub_group_functions(module);
        define_copy_functions(module);
        define_matrix_functions(module);
        define_local_matrix_functions(module);
        call_vprintf(module);
        measure(options.times, "library", [&] {
            if (needs_library(module)) link_library(module, mathematics());
        });
        measure(options.times, "optimisation", [&] { optimise(module, kernels, options.optimisation); });
        note_private_pointers(module);  // optimisation would remove the casts
        archive::code code {"ptx", options.architecture, emit_file(module, generator)};
        if (options.resources)
            measure(options.times, "ptxas", [&] { *options.resources = resources_of(code.bytes, options.architecture); });
        return code;
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
