#include "module_passes.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ReplaceConstant.h>

#include "attributes.hpp"

namespace ingot::compiler::metal {

namespace {

// Writes the initial value of a variable when the kernel begins, before any thread can use it.
void add_initial_value(llvm::IRBuilder<>& builder, llvm::GlobalVariable& variable, llvm::Value* memory, uint64_t bytes) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    // A call of a function with debug information needs a place.
    if (llvm::DISubprogram* const kernel = builder.GetInsertBlock()->getParent()->getSubprogram())
        builder.SetCurrentDebugLocation(llvm::DILocation::get(module.getContext(), kernel->getScopeLine(), 0, kernel));
    if (variable.getInitializer()->isNullValue()) {
        const llvm::FunctionCallee clear = module.getOrInsertFunction("ingot_metal_clear_threadgroup", builder.getVoidTy(),
                                                                      builder.getPtrTy(), builder.getInt64Ty());
        builder.CreateCall(clear, {memory, builder.getInt64(bytes)});
        return;
    }
    auto* const value = new llvm::GlobalVariable(module, variable.getValueType(), true, llvm::GlobalValue::PrivateLinkage,
                                                 variable.getInitializer());
    value->setAlignment(variable.getAlign());
    const llvm::FunctionCallee fill = module.getOrInsertFunction("ingot_metal_fill_threadgroup", builder.getVoidTy(),
                                                                 builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty());
    builder.CreateCall(fill, {memory, value, builder.getInt64(bytes)});
}

// Replaces a variable by a request for local memory in each function that uses it. Only kernels declare such variables, so
// there is one function, and each kernel is called by its entry alone.
void request_memory(llvm::Module& module, llvm::GlobalVariable& variable) {
    llvm::convertUsersOfConstantsToInstructions({&variable});
    llvm::MapVector<llvm::Function*, llvm::SmallVector<llvm::Use*>> uses;
    for (llvm::Use& use : variable.uses())
        if (auto* const instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser()))
            uses[instruction->getFunction()].push_back(&use);
    for (auto& [function, in_function] : uses) {
        llvm::IRBuilder<> builder(&*function->getEntryBlock().getFirstInsertionPt());
        llvm::FunctionCallee request = module.getOrInsertFunction("ingot_device_local_memory", builder.getPtrTy(),
                                                                  builder.getInt64Ty(), builder.getInt64Ty());
        llvm::cast<llvm::Function>(request.getCallee())->addFnAttr(llvm::Attribute::NoDuplicate);
        const uint64_t bytes = module.getDataLayout().getTypeAllocSize(variable.getValueType());
        const uint64_t alignment = std::max<uint64_t>(variable.getAlign().valueOrOne().value(), 16);
        llvm::Value* const memory = builder.CreateCall(request, {builder.getInt64(bytes), builder.getInt64(alignment)});
        for (llvm::Use* const use : in_function) use->set(memory);
        if (variable.getSection() == initialised_threadgroup_section) add_initial_value(builder, variable, memory, bytes);
    }
    if (variable.use_empty()) variable.eraseFromParent();
}

void mask_shift(llvm::BinaryOperator& shift) {
    if (llvm::isa<llvm::Constant>(shift.getOperand(1))) return;
    llvm::IRBuilder<> builder(&shift);
    const unsigned width = shift.getType()->getScalarSizeInBits();
    if (!llvm::isPowerOf2_32(width)) return;
    shift.setOperand(1, builder.CreateAnd(shift.getOperand(1), llvm::ConstantInt::get(shift.getType(), width - 1)));
    shift.setHasNoUnsignedWrap(false);
    shift.setHasNoSignedWrap(false);
}

void saturate_conversion(llvm::CastInst& conversion) {
    llvm::IRBuilder<> builder(&conversion);
    const bool is_signed = llvm::isa<llvm::FPToSIInst>(conversion);
    if (conversion.getType()->isIntegerTy(1)) return;
    llvm::Value* const saturated =
        builder.CreateIntrinsic(is_signed ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
                                {conversion.getType(), conversion.getSrcTy()}, {conversion.getOperand(0)});
    saturated->takeName(&conversion);
    conversion.replaceAllUsesWith(saturated);
    conversion.eraseFromParent();
}

bool is_half(const llvm::Value& value) { return value.getType()->getScalarType()->isHalfTy(); }

llvm::Type* as_float(llvm::Type* type) { return type->getWithNewType(llvm::Type::getFloatTy(type->getContext())); }

// Computes an operation of half numbers in float.
void widen(llvm::Instruction& operation) {
    llvm::IRBuilder<> builder(&operation);
    const auto wide = [&](llvm::Value* value) {
        return is_half(*value) ? builder.CreateFPExt(value, as_float(value->getType())) : value;
    };
    llvm::Value* result = nullptr;
    if (auto* const binary = llvm::dyn_cast<llvm::BinaryOperator>(&operation)) {
        result = builder.CreateBinOp(binary->getOpcode(), wide(binary->getOperand(0)), wide(binary->getOperand(1)));
    } else if (auto* const comparison = llvm::dyn_cast<llvm::FCmpInst>(&operation)) {
        result = builder.CreateFCmp(comparison->getPredicate(), wide(comparison->getOperand(0)), wide(comparison->getOperand(1)));
    } else if (auto* const conversion = llvm::dyn_cast<llvm::CastInst>(&operation)) {
        // An integer is rounded once: if float cannot represent it, the half is infinite.
        if (is_half(*conversion->getOperand(0)))
            result = builder.CreateCast(conversion->getOpcode(), wide(conversion->getOperand(0)), conversion->getType());
        else
            result = builder.CreateCast(conversion->getOpcode(), conversion->getOperand(0), as_float(conversion->getType()));
    } else if (auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&operation)) {
        llvm::SmallVector<llvm::Value*> operands;
        for (llvm::Value* const operand : call->args()) operands.push_back(wide(operand));
        if (is_half(*call))
            result = builder.CreateIntrinsic(as_float(call->getType()), call->getIntrinsicID(), operands);
        else
            result = builder.CreateIntrinsic(call->getIntrinsicID(), {call->getType(), operands[0]->getType()}, operands);
    }
    if (!result) return;
    if (is_half(operation)) result = builder.CreateFPTrunc(result, operation.getType());
    operation.replaceAllUsesWith(result);
    operation.eraseFromParent();
}

// Is this an operation of half numbers that computes? Negation changes a bit and needs no conversion, but is also computed.
bool computes_in_half(const llvm::Instruction& instruction) {
    const auto has_half_operand = [&] {
        return std::ranges::any_of(instruction.operands(), [](const llvm::Use& each) { return is_half(*each); });
    };
    if (llvm::isa<llvm::BinaryOperator>(instruction)) return is_half(instruction);
    if (llvm::isa<llvm::FCmpInst>(instruction)) return has_half_operand();
    if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction)) return has_half_operand();
    if (llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(instruction)) return is_half(instruction);
    if (const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) switch (call->getIntrinsicID()) {
            case llvm::Intrinsic::fmuladd:
                return is_half(instruction);
            case llvm::Intrinsic::fptosi_sat:
            case llvm::Intrinsic::fptoui_sat:
                return has_half_operand();
            default:
                return false;
        }
    return false;
}

}  // namespace

void apply_metal_rules(llvm::Module& module) {
    llvm::SmallVector<llvm::GlobalVariable*> shared;
    for (llvm::GlobalVariable& variable : module.globals())
        if (variable.getSection() == threadgroup_section || variable.getSection() == initialised_threadgroup_section)
            shared.push_back(&variable);
    for (llvm::GlobalVariable* const variable : shared) request_memory(module, *variable);

    for (llvm::Function& function : module) {
        llvm::SmallVector<llvm::Instruction*> all;
        for (llvm::Instruction& instruction : llvm::instructions(function)) all.push_back(&instruction);
        for (llvm::Instruction* const instruction : all) {
            if (auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction); operation && operation->isShift())
                mask_shift(*operation);
            else if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction))
                saturate_conversion(llvm::cast<llvm::CastInst>(*instruction));
        }
        all.clear();
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (computes_in_half(instruction)) all.push_back(&instruction);
        for (llvm::Instruction* const instruction : all) widen(*instruction);
    }
}

}  // namespace ingot::compiler::metal
