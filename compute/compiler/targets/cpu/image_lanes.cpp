#include "image_lanes.hpp"

#include <llvm/IR/Module.h>

#include "image_planes.hpp"
#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

llvm::StringRef image_function_of(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    llvm::StringRef name = call && call->getCalledFunction() ? call->getCalledFunction()->getName() : "";
    return name.consume_front(image_function_prefix) ? name : "";
}

}  // namespace

bool is_image_read(const llvm::Instruction& instruction) {
    const llvm::StringRef name = image_function_of(instruction);
    return name.starts_with("fetch_") || name.starts_with("sample_");
}

bool is_image_write(const llvm::Instruction& instruction) { return image_function_of(instruction).starts_with("write_"); }

void call_lanes_function(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments,
                         unsigned first) {
    llvm::LLVMContext& context = builder.getContext();
    llvm::SmallVector<llvm::Type*, 6> types;
    for (const llvm::Value* const argument : arguments) types.push_back(argument->getType());
    llvm::FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
        (name + "_lanes").str(), llvm::FunctionType::get(builder.getVoidTy(), types, false));
    auto* const function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setDoesNotThrow();
    function->setWillReturn();
    // The function does not keep the addresses of the arguments and texels, which are on the stack.
    for (unsigned i = first; i < types.size(); ++i)
        if (types[i]->isPointerTy())
            function->addParamAttr(i, llvm::Attribute::getWithCaptureInfo(context, llvm::CaptureInfo::none()));
    builder.CreateCall(callee, arguments);
}

llvm::Value* active_lanes(const image_lanes& lanes, llvm::IRBuilder<>& builder) {
    if (!lanes.mask) return builder.getInt32((1u << lanes.count) - 1);
    return builder.CreateZExt(builder.CreateBitCast(lanes.mask, builder.getIntNTy(lanes.count)), builder.getInt32Ty());
}

void call_for_lanes(const llvm::CallInst& call, const image_lanes& lanes, llvm::IRBuilder<>& builder) {
    if (access_plane(call, lanes, builder)) return;
    const bool reads = is_image_read(call);
    const unsigned first = reads ? 2 : 1;  // after the image and the mode or sampler
    const unsigned end = call.arg_size() - (reads ? 1 : 0);
    llvm::Value* const operands = lanes.memory();
    for (unsigned i = first; i < end; ++i) {
        const uint64_t offset = uint64_t {i - first} * lanes.count;
        llvm::Value* const place =
            offset == 0 ? operands : builder.CreateConstInBoundsGEP1_64(builder.getInt32Ty(), operands, offset);
        builder.CreateAlignedStore(lanes.vector(call.getArgOperand(i)), place, llvm::Align(4));
    }
    llvm::Value* const active = active_lanes(lanes, builder);
    const auto create = [&](const auto& common, llvm::Value* bits) {
        llvm::SmallVector<llvm::Value*, 6> arguments;
        for (unsigned i = 0; i < first; ++i) arguments.push_back(common(call.getArgOperand(i)));
        arguments.append({builder.getInt32(lanes.count), bits, operands});
        if (reads) arguments.push_back(lanes.scalar(call.getArgOperand(end)));
        call_lanes_function(builder, call.getCalledFunction()->getName(), arguments, first + 2);
    };
    const auto is_common = [&](unsigned i) { return lanes.is_uniform(call.getArgOperand(i)); };
    if (is_common(0) && (!reads || is_common(1))) {
        create(lanes.scalar, active);
        return;
    }
    // Lanes use different images.
    for (unsigned lane = 0; lane < lanes.count; ++lane)
        create([&](llvm::Value* value) { return builder.CreateExtractElement(lanes.vector(value), lane); },
               builder.CreateAnd(active, builder.getInt32(1u << lane)));
}

}  // namespace ingot::compiler::cpu
