// The target Vulkan: a SPIR-V module for each kernel, for compute pipelines of Vulkan 1.2 with buffer device addresses.
#include <llvm/CodeGen/ExpandReductions.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAlignment.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/LowerConstantIntrinsics.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <algorithm>
#include <array>
#include <memory>
#include <spirv-tools/libspirv.hpp>

#include "../../device_module.hpp"
#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/passes.hpp"
#include "../../middle_end/user_location.hpp"
#include "../opencl_functions/libclc_corrections.hpp"
#include "../opencl_functions/libclc_functions.hpp"
#include "../opencl_functions/opencl_functions.hpp"
#include "exact_arithmetic.hpp"
#include "image_functions.hpp"
#include "memory_blocks.hpp"
#include "plain_intrinsics.hpp"
#include "print_records.hpp"
#include "vectorise_accesses.hpp"
#include "write_kernel.hpp"

namespace ingot::compiler::vulkan {

namespace {

// The profiles are those of OpenCL: the same devices.
constexpr std::span<const archive::device_profile> profiles = archive::opencl_profiles;

// Corrects the calls of libclc's functions before they are defined.
class correct_mathematics : public llvm::PassInfoMixin<correct_mathematics> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
        opencl_functions::correct_libclc(module, false);
        return llvm::PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }
};

// Replaces libclc's rsqrt, which divides by a square root, by the device's instruction, whose error is at most 2 ulp (Vulkan 1.2,
// appendix A, "Precision of GLSL.std.450 Instructions").
class use_root_instruction : public llvm::PassInfoMixin<use_root_instruction> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
        constexpr llvm::StringLiteral name = "rsqrt_f32";
        llvm::Function* const rsqrt = module.getFunction("_Z5rsqrtf");
        if (!rsqrt) return llvm::PreservedAnalyses::all();
        llvm::FunctionCallee instruction =
            module.getOrInsertFunction((device_function_prefix + name).str(), rsqrt->getFunctionType());
        mark_built_in(*llvm::cast<llvm::Function>(instruction.getCallee()), *find_device_function(name));
        rsqrt->replaceAllUsesWith(instruction.getCallee());
        rsqrt->eraseFromParent();
        return llvm::PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }
};

// Lets LLVM duplicate barriers, as it does when it unrolls a loop. All work-items of a group reach the same copy of a barrier,
// because the function stays convergent.
class allow_copies_of_barriers : public llvm::PassInfoMixin<allow_copies_of_barriers> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
        for (llvm::Function& function : module) {
            if (!is_built_in(function)) continue;
            function.removeFnAttr(llvm::Attribute::NoDuplicate);
            for (llvm::User* const user : function.users())
                if (auto* const call = llvm::dyn_cast<llvm::CallInst>(user)) call->removeFnAttr(llvm::Attribute::NoDuplicate);
        }
        return llvm::PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }
};

// Unrolls loops with few iterations completely. Arrays of a work-item that such loops index then become registers: drivers unroll
// too, but an array in the loop of a kernel that stays in memory is slow.
llvm::FunctionPassManager arrays_in_registers() {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopFullUnrollPass()));
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::ADCEPass());
    passes.addPass(llvm::SimplifyCFGPass());
    return passes;
}

// Does the type hold something that Vulkan's SPIR-V has no type for?
bool is_unknown(const llvm::Type& type) {
    if (type.isIntegerTy()) return type.getIntegerBitWidth() > 64;
    if (type.isFloatingPointTy()) return !type.isHalfTy() && !type.isFloatTy() && !type.isDoubleTy();
    if (const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(&type))
        return vector->getNumElements() > 4 || is_unknown(*vector->getElementType()) || vector->getElementType()->isPointerTy();
    return std::ranges::any_of(type.subtypes(), [](const llvm::Type* part) { return is_unknown(*part); });
}

class vulkan_target final : public target {
public:
    vulkan_target()
        : target({
              .name = "vulkan",
              .title = "Vulkan",
              .text_suffix = ".vulkan.spvasm",
              .explanation = "SPIR-V for Vulkan",
              .is_default = true,
              .reads_debug_information = true,
              .macros = {"INGOT_TARGET_VULKAN=1"},
              .profiles = profiles,
              .fuses_mad = true,
              .converts_half = true,
              .passes_local_memory_by_offset = true,
              .leaves_out_kernels = true,
              .constant_space = constant_space,
              // A constant buffer is global memory: all buffers are passed by their addresses.
              .constant_buffer_space = 1,
              .max_constant_array_length = 65'532,
          }) {}

    std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image) const override {
        return vulkan::image_argument_types(context, image);
    }

    void lower_device_functions(llvm::ModulePassManager& passes) const override {
        passes.addPass(opencl_functions::call_mathematics());
        passes.addPass(correct_mathematics());
        passes.addPass(use_root_instruction());
        // Drivers' other functions are too inexact (docs/vulkan-output.md).
        passes.addPass(opencl_functions::define_by_libclc(
            {"acos",      "acosh", "asin", "asinh", "atan", "atanh", "atan2",  "cbrt",   "copysign",
             "cos",       "cosh",  "erf",  "erfc",  "exp",  "exp2",  "exp10",  "expm1",  "fdim",
             "fmax",      "fmin",  "fmod", "hypot", "log",  "log10", "log1p",  "log2",   "pow",
             "remainder", "rsqrt", "sin",  "sinh",  "tan",  "tanh",  "tgamma", "lgamma", "nextafter"}));
        passes.addPass(call_printf(vulkan_printf));
        passes.addPass(call_image_functions(&call_image_function));
        passes.addPass(
            keep_device_functions({"get_global_id", "get_local_id", "get_group_id", "get_global_size", "get_local_size",
                                   "get_num_groups", "barrier", "fence", "sub_group_size", "sub_group_id", "sub_group_local_id",
                                   "number_of_sub_groups", "sub_group_shuffle", "sub_group_shuffle_xor", "sub_group_shuffle_up",
                                   "sub_group_shuffle_down", "sub_group_ballot", "sub_group_barrier"}));
        passes.addPass(allow_copies_of_barriers());
    }

    void lower_instructions(llvm::ModulePassManager& passes) const override {
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(arrays_in_registers()));
        passes.addPass(write_print_records());
        passes.addPass(expand_atomic_updates());
        llvm::FunctionPassManager scalars;
        scalars.addPass(llvm::ExpandReductionsPass());
        llvm::ScalarizerPassOptions scalarizer;
        scalarizer.ScalarizeLoadStore = true;
        scalars.addPass(llvm::ScalarizerPass(scalarizer));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(scalars)));
        passes.addPass(exact_arithmetic());
        llvm::FunctionPassManager functions;
        functions.addPass(llvm::LowerConstantIntrinsicsPass());
        // Vulkan's bit instructions are those of 32 bits.
        functions.addPass(expand_integer_intrinsics({.has_word_reversal = true, .unknown_zero = unknown_zero_function}));
        functions.addPass(expand_memory_intrinsics());
        functions.addPass(llvm::InferAlignmentPass());
        functions.addPass(plain_copies());
        functions.addPass(widen_odd_integers());
        functions.addPass(plain_intrinsics());  // knows integers of 8, 16, 32 and 64 bits only
        functions.addPass(llvm::InstSimplifyPass());
        functions.addPass(llvm::DCEPass());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
        passes.addPass(vectorise_accesses());
        llvm::FunctionPassManager control_flow;
        control_flow.addPass(make_defaults_reachable());
        control_flow.addPass(structure_control_flow());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(control_flow)));
    }

    std::optional<unsupported_instruction> find_unsupported(const llvm::Instruction& instruction) const override {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call && call->isInlineAsm()) return std::nullopt;
        const bool has_unknown =
            is_unknown(*instruction.getType()) || std::ranges::any_of(instruction.operands(), [](const llvm::Use& operand) {
                return !llvm::isa<llvm::Function>(operand) && is_unknown(*operand->getType());
            });
        if (has_unknown)
            return {{"ingotc cannot write vectors of more than four numbers, or numbers of more than 64 bits, for Vulkan",
                     "use the vectors of <ingot/kernel.hpp> and numbers of at most 64 bits"}};
        return std::nullopt;
    }

    archive::code emit(device_module& unit, const target_options& options) const override {
        std::vector<archive::vulkan_kernel> kernels;
        for (kernel_entry& kernel : unit.kernels) {
            llvm::Function* const function = unit.module->getFunction(kernel.entry_function);
            if (!function || kernel.missing_reason) continue;
            try {
                kernels.push_back(write_kernel(unit, kernel, *function, options.fast_math));
            } catch (const cannot_write& limit) {
                source_location place {kernel.reflection.file, kernel.reflection.line, 0};
                if (limit.instruction) place = user_location(*limit.instruction, unit);
                kernel.missing_reason = diagnostic {std::move(place), limit.message, limit.advice};
            }
        }
        return {"vulkan", "", archive::write_vulkan_code(kernels)};
    }

    std::string disassemble(std::span<const std::byte> code) const override {
        std::string all;
        const spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
        for (const archive::vulkan_kernel& kernel : archive::read_vulkan_code(code)) {
            std::string text;
            if (!tools.Disassemble(kernel.words, &text,
                                   SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_INDENT))
                throw std::runtime_error("internal error: the SPIR-V that was produced cannot be shown as text");
            all += "; Kernel: " + kernel.symbol + "\n";
            for (const std::string& feature : kernel.required_features) all += "; Requires: " + feature + "\n";
            all += text + "\n";
        }
        return all;
    }
};

}  // namespace

}  // namespace ingot::compiler::vulkan

namespace ingot::compiler::targets {

std::unique_ptr<const target> create_vulkan();
std::unique_ptr<const target> create_vulkan() { return std::make_unique<vulkan::vulkan_target>(); }

}  // namespace ingot::compiler::targets
