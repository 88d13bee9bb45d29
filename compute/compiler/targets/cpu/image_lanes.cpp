#include "image_lanes.hpp"

#include <llvm/IR/Module.h>

#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

llvm::StringRef image_function_of(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    llvm::StringRef name = call && call->getCalledFunction() ? call->getCalledFunction()->getName() : "";
    return name.consume_front(image_function_prefix) ? name : "";
}

llvm::FunctionCallee lanes_function(const llvm::CallInst& call, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::LLVMContext& context = call.getContext();
    llvm::SmallVector<llvm::Type*, 6> types;
    for (const llvm::Value* const argument : arguments) types.push_back(argument->getType());
    const std::string name = (call.getCalledFunction()->getName() + "_lanes").str();
    auto* const module = const_cast<llvm::Module*>(call.getModule());
    llvm::FunctionCallee callee =
        module->getOrInsertFunction(name, llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false));
    auto* const function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setDoesNotThrow();
    function->setWillReturn();
    // The function does not keep the addresses of the arguments and texels, which are on the stack.
    for (unsigned i = is_image_read(call) ? 4 : 3; i < types.size(); ++i)
        function->addParamAttr(i, llvm::Attribute::getWithCaptureInfo(context, llvm::CaptureInfo::none()));
    return callee;
}

}  // namespace

bool is_image_read(const llvm::Instruction& instruction) {
    const llvm::StringRef name = image_function_of(instruction);
    return name.starts_with("fetch_") || name.starts_with("sample_");
}

bool is_image_write(const llvm::Instruction& instruction) { return image_function_of(instruction).starts_with("write_"); }

void call_for_lanes(const llvm::CallInst& call, const image_lanes& lanes, llvm::IRBuilder<>& builder) {
    const bool reads = is_image_read(call);
    const unsigned first = reads ? 2 : 1;  // after the image and the mode or sampler
    const unsigned end = call.arg_size() - (reads ? 1 : 0);
    for (unsigned i = first; i < end; ++i) {
        const uint64_t offset = uint64_t {i - first} * lanes.count;
        llvm::Value* const place =
            offset == 0 ? lanes.operands : builder.CreateConstInBoundsGEP1_64(builder.getInt32Ty(), lanes.operands, offset);
        builder.CreateAlignedStore(lanes.vector(call.getArgOperand(i)), place, llvm::Align(4));
    }
    llvm::Value* const active =
        lanes.mask ? builder.CreateZExt(builder.CreateBitCast(lanes.mask, builder.getIntNTy(lanes.count)), builder.getInt32Ty())
                   : builder.getInt32((1u << lanes.count) - 1);
    const auto create = [&](const auto& common, llvm::Value* bits) {
        llvm::SmallVector<llvm::Value*, 6> arguments;
        for (unsigned i = 0; i < first; ++i) arguments.push_back(common(call.getArgOperand(i)));
        arguments.append({builder.getInt32(lanes.count), bits, lanes.operands});
        if (reads) arguments.push_back(lanes.scalar(call.getArgOperand(end)));
        builder.CreateCall(lanes_function(call, arguments), arguments);
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
