// The target MSL: text in Metal's language (Metal Shading Language 3.0) that a person can read.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LowerConstantIntrinsics.h>
#include <llvm/Transforms/Utils/Local.h>

#include <array>
#include <memory>

#include "../../device_module.hpp"
#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/passes.hpp"
#include "../opencl_functions/libclc_functions.hpp"
#include "../opencl_functions/opencl_functions.hpp"
#include "image_functions.hpp"
#include "metal_names.hpp"
#include "metal_support.hpp"
#include "write_msl.hpp"

namespace ingot::compiler::msl {

namespace {

// Every GPU of Apple's has SIMD-groups of 32.
constexpr std::array<archive::device_profile, 1> profiles {{{"metal", true, archive::profile_vendor::apple, 32, true, false}}};

unsigned element_bits(const llvm::Type* vector) {
    return static_cast<unsigned>(vector->getScalarType()->getPrimitiveSizeInBits());
}

llvm::Value* number_of(llvm::Value& vector, unsigned index, llvm::IRBuilder<>& builder);

// Returns a number of a vector that is the bits of another vector.
llvm::Value* number_of_bits(llvm::Value& source, llvm::Type* type, unsigned index, llvm::IRBuilder<>& builder) {
    const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits());
    const unsigned source_bits = element_bits(source.getType());
    llvm::Type* const integer = builder.getIntNTy(bits);
    const auto source_number = [&](unsigned place) -> llvm::Value* {
        llvm::Value* const number = number_of(source, place, builder);
        return number ? builder.CreateBitCast(number, builder.getIntNTy(source_bits)) : nullptr;
    };
    if (bits < source_bits) {
        const unsigned parts = source_bits / bits;
        llvm::Value* const number = source_number(index / parts);
        if (!number) return nullptr;
        return builder.CreateBitCast(builder.CreateTrunc(builder.CreateLShr(number, uint64_t {index % parts} * bits), integer),
                                     type);
    }
    llvm::Value* sum = llvm::ConstantInt::get(integer, 0);
    for (unsigned i = 0; i < bits / source_bits; ++i) {
        llvm::Value* const number = source_number(index * (bits / source_bits) + i);
        if (!number) return nullptr;
        sum = builder.CreateOr(sum, builder.CreateShl(builder.CreateZExt(number, integer), uint64_t {i} * source_bits));
    }
    return builder.CreateBitCast(sum, type);
}

// Returns a number of a vector, or null if the vector is not made of numbers, of the channels of a texture or of the bits of an
// integer in the same function.
llvm::Value* number_of(llvm::Value& vector, unsigned index, llvm::IRBuilder<>& builder) {
    if (auto* const constant = llvm::dyn_cast<llvm::Constant>(&vector)) return constant->getAggregateElement(index);
    if (auto* const insertion = llvm::dyn_cast<llvm::InsertElementInst>(&vector)) {
        const auto* const place = llvm::dyn_cast<llvm::ConstantInt>(insertion->getOperand(2));
        if (!place) return nullptr;
        return place->getZExtValue() == index ? insertion->getOperand(1) : number_of(*insertion->getOperand(0), index, builder);
    }
    if (is_image_call(vector)) return builder.CreateExtractElement(&vector, index);
    auto* const cast = llvm::dyn_cast<llvm::BitCastInst>(&vector);
    if (cast && cast->getSrcTy()->isVectorTy())
        return number_of_bits(*cast->getOperand(0), vector.getType()->getScalarType(), index, builder);
    if (!cast || !cast->getSrcTy()->isIntegerTy()) return nullptr;
    llvm::Type* const type = llvm::cast<llvm::FixedVectorType>(vector.getType())->getElementType();
    const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits());
    llvm::Value* const shifted = builder.CreateLShr(cast->getOperand(0), uint64_t {index} * bits);
    return builder.CreateBitCast(builder.CreateTrunc(shifted, builder.getIntNTy(bits)), type);
}

// Replaces vectors of the compiler, which the build machine's calling convention makes of two floats, by numbers:
//   %v = bitcast i64 %bits to <2 x float>
//   %y = extractelement <2 x float> %v, i64 1
// becomes a shift of %bits and a bitcast. Other vectors stay, and are reported as errors.
class split_vectors : public llvm::PassInfoMixin<split_vectors> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
        llvm::SmallVector<llvm::WeakTrackingVH> dead;
        for (llvm::Instruction& each : llvm::instructions(function))
            if (llvm::Value* const replacement = scalar_of(each)) {
                each.replaceAllUsesWith(replacement);
                dead.emplace_back(&each);
            }
        llvm::RecursivelyDeleteTriviallyDeadInstructions(dead);
        return llvm::PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }

private:
    static llvm::Value* scalar_of(llvm::Instruction& each) {
        llvm::IRBuilder<> builder(&each);
        if (auto* const extraction = llvm::dyn_cast<llvm::ExtractElementInst>(&each)) {
            const auto* const place = llvm::dyn_cast<llvm::ConstantInt>(extraction->getIndexOperand());
            if (is_image_call(*extraction->getVectorOperand())) return nullptr;  // it stays: `texel.x`
            return place ? number_of(*extraction->getVectorOperand(), static_cast<unsigned>(place->getZExtValue()), builder)
                         : nullptr;
        }
        auto* const cast = llvm::dyn_cast<llvm::BitCastInst>(&each);
        if (!cast || !each.getType()->isIntegerTy()) return nullptr;
        auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(cast->getSrcTy());
        if (!type) return nullptr;
        const auto bits = static_cast<unsigned>(type->getElementType()->getPrimitiveSizeInBits());
        llvm::Value* sum = nullptr;
        for (unsigned i = 0; i < type->getNumElements(); ++i) {
            llvm::Value* const number = number_of(*cast->getOperand(0), i, builder);
            if (!number) return nullptr;
            llvm::Value* const wide = builder.CreateZExt(builder.CreateBitCast(number, builder.getIntNTy(bits)), each.getType());
            llvm::Value* const placed = builder.CreateShl(wide, uint64_t {i} * bits);
            sum = sum ? builder.CreateOr(sum, placed) : placed;
        }
        return sum;
    }
};

class msl_target final : public target {
public:
    msl_target()
        : target({
              .name = "msl",
              .title = "MSL",
              .text_suffix = ".metal",
              .explanation = "Metal's language",
              .is_default = false,
              .reads_debug_information = true,
              .macros = {"INGOT_TARGET_MSL=1"},
              .profiles = profiles,
              .platform = archive::profile_vendor::apple,
              .fuses_mad = true,
              .converts_half = true,
              .has_32_sub_group_items = true,
              .leaves_out_kernels = true,
              .constant_space = constant_space,
              .constant_buffer_space = constant_space,
          }) {}

    std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image) const override {
        return msl::image_argument_types(context, image);
    }

    void lower_device_functions(llvm::ModulePassManager& passes) const override {
        passes.addPass(opencl_functions::call_mathematics());
        // The functions of OpenCL that Metal's library lacks.
        passes.addPass(opencl_functions::define_by_libclc(
            {"cbrt", "erf", "erfc", "expm1", "hypot", "lgamma", "log1p", "nextafter", "remainder", "tgamma"}));
        passes.addPass(call_image_functions(&call_image_function));
        passes.addPass(
            keep_device_functions({"get_global_id", "get_local_id", "get_group_id", "get_global_size", "get_local_size",
                                   "get_num_groups", "barrier", "fence", "sub_group_size", "sub_group_id", "sub_group_local_id",
                                   "number_of_sub_groups", "sub_group_shuffle", "sub_group_shuffle_xor", "sub_group_shuffle_up",
                                   "sub_group_shuffle_down", "sub_group_ballot", "sub_group_barrier"}));
    }

    void lower_instructions(llvm::ModulePassManager& passes) const override {
        // What remains of exchanges of 8 and 16 bits: a pair that is made only to be taken apart.
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::InstSimplifyPass()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::DCEPass()));
        passes.addPass(expand_atomic_updates());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(split_vectors()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::LowerConstantIntrinsicsPass()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(widen_odd_integers()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(expand_integer_intrinsics()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(expand_memory_intrinsics()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(make_defaults_reachable()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(structure_control_flow()));
    }

    std::optional<unsupported_instruction> find_unsupported(const llvm::Instruction& instruction) const override {
        return msl::find_unsupported(instruction);
    }

    archive::code emit(device_module& unit, const target_options& options) const override {
        const std::string text = write_msl(unit, options.fast_math);
        const auto bytes = std::as_bytes(std::span(text));
        archive::code code {"msl", "", {bytes.begin(), bytes.end()}};
        for (const std::string_view feature : required_features(*unit.module)) code.required_features.emplace_back(feature);
        return code;
    }

    std::string disassemble(std::span<const std::byte> code) const override {
        return {reinterpret_cast<const char*>(code.data()), code.size()};
    }
};

}  // namespace

}  // namespace ingot::compiler::msl

namespace ingot::compiler::targets {

std::unique_ptr<const target> create_msl();
std::unique_ptr<const target> create_msl() { return std::make_unique<msl::msl_target>(); }

}  // namespace ingot::compiler::targets
