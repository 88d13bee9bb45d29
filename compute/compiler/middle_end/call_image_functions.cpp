// Replaces calls of the language's image functions by the target's code. For OpenCL,
//   call void @ingot_device_image_sample_float(ptr @ingot_device_image_token.image_2d.0.-, i32 4, float %x, float %y, …)
// becomes (with the types of OpenCL's images and samplers shortened)
//   %sampler = call @__translate_sampler_initializer(i32 35)
//   %read = call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(%image, %sampler, <2 x float> %xy)
//   …                                     ; store the channels of %read at the address in the last operand of the call
// This file decodes the calls; the target's `image_lowering` creates the code.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <vector>

#include "device_functions.hpp"
#include "image_calls.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

// Removes the operation from the front of a function's name ("sample_float") and returns the operation.
std::optional<image_operation> parse_operation(llvm::StringRef& name) {
    constexpr std::pair<llvm::StringLiteral, image_operation> operations[] = {{"fetch_", image_operation::fetch},
                                                                              {"sample_", image_operation::sample},
                                                                              {"write_", image_operation::write},
                                                                              {"store", image_operation::store},
                                                                              {"query", image_operation::query}};
    for (const auto& [begin, operation] : operations)
        if (name.consume_front(begin)) return operation;
    return std::nullopt;
}

sample_kind kind_of(llvm::StringRef name) {
    if (name == "int") return sample_kind::signed_integer;
    return name == "uint" ? sample_kind::unsigned_integer : sample_kind::floating;
}

// Decodes a call. Returns nothing if it is no call of an image function, if its image is not known at compile time, or
// if an operand that must be constant is not constant.
std::optional<image_call> decode(llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee) return std::nullopt;
    llvm::StringRef name = callee->getName();
    const device_function* const function = find_device_function(name);
    if (!function || !name.consume_front("ingot_device_image_")) return std::nullopt;
    const auto operation = parse_operation(name);
    if (!operation) return std::nullopt;
    const auto image = find_image_arguments(*call.getArgOperand(0), *call.getFunction());
    if (!image || !has_constant_operands(call, *function)) return std::nullopt;
    return image_call {*operation, kind_of(name), *image, &call};
}

// Marks the image's argument if a fetch or sample reads a mip level (operand 6) that is not 0 or not known at compile
// time.
void mark_level_reads(const image_call& call) {
    if (call.operation != image_operation::fetch && call.operation != image_operation::sample) return;
    const auto* level = llvm::dyn_cast<llvm::ConstantInt>(call.operand(6));
    if (!level || !level->isZero())
        call.image.readable->addAttr(llvm::Attribute::get(call.instruction->getContext(), reads_levels_attribute));
}

}  // namespace

uint32_t image_call::constant_operand() const {
    return static_cast<uint32_t>(llvm::cast<llvm::ConstantInt>(operand(1))->getZExtValue());
}

void store_texel(const image_call& call, llvm::IRBuilder<>& builder, const std::array<llvm::Value*, 4>& channels) {
    llvm::Value* const texel = call.instruction->getArgOperand(call.instruction->arg_size() - 1);
    for (unsigned i = 0; i < channels.size(); ++i)
        builder.CreateAlignedStore(channels[i], builder.CreateConstInBoundsGEP1_32(channels[i]->getType(), texel, i),
                                   llvm::Align(4));
}

llvm::PreservedAnalyses call_image_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::vector<image_call> calls;
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : block)
                if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                    if (const auto found = decode(*call)) calls.push_back(*found);
    for (const image_call& call : calls) {
        mark_level_reads(call);
        llvm::IRBuilder<> builder(call.instruction);
        if (llvm::Value* const result = lowering_(call, builder)) call.instruction->replaceAllUsesWith(result);
        call.instruction->eraseFromParent();
    }
    return calls.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
