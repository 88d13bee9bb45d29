#include "compiled_arithmetic.hpp"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/TargetSelect.h>

#include <stdexcept>
#include <utility>

#include "compiler/targets/vulkan/software_arithmetic.hpp"

namespace ingot::testing {

namespace {

namespace vulkan = compiler::vulkan;

void check(llvm::Error failure) {
    if (failure) throw std::runtime_error(llvm::toString(std::move(failure)));
}

template <typename Value>
Value taken(llvm::Expected<Value> made) {
    check(made.takeError());
    return std::move(*made);
}

llvm::Type* type_in(llvm::LLVMContext& context, real_type type) {
    if (type == real_type::of_half) return llvm::Type::getHalfTy(context);
    return type == real_type::of_float ? llvm::Type::getFloatTy(context) : llvm::Type::getDoubleTy(context);
}

void change_estimates(llvm::BasicBlock& block, double relative_error) {
    std::vector<llvm::Instruction*> estimates;
    for (llvm::Instruction& each : block) {
        const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
        const bool is_root = intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::sqrt;
        if (each.getType()->isFloatTy() && (is_root || each.getOpcode() == llvm::Instruction::FDiv)) estimates.push_back(&each);
    }
    if (estimates.empty()) throw std::runtime_error("there is no estimate");
    for (llvm::Instruction* const each : estimates) {
        llvm::IRBuilder<> builder(each->getNextNode());
        const double units = each->getOpcode() == llvm::Instruction::FDiv ? 2.5 : 6;
        llvm::Value* const factor = llvm::ConstantFP::get(builder.getDoubleTy(), 1 + relative_error * units * 0x1p-23);
        llvm::Value* const exact = builder.CreateFPExt(each, builder.getDoubleTy());
        llvm::Value* const changed = builder.CreateFPTrunc(builder.CreateFMul(exact, factor), builder.getFloatTy());
        each->replaceUsesWithIf(changed, [&](const llvm::Use& use) { return use.getUser() != exact; });
    }
}

// Creates a function that computes the results one after the other.
void create_function(llvm::Module& module, software_operation operation, real_type of, double relative_error) {
    llvm::LLVMContext& context = module.getContext();
    llvm::Type* const pointer = llvm::PointerType::get(context, 0);
    llvm::Type* const count_type = llvm::Type::getInt64Ty(context);
    auto* const function = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer, pointer, pointer, count_type}, false),
        llvm::GlobalValue::ExternalLinkage, "compute", module);
    auto* const before = llvm::BasicBlock::Create(context, "", function);
    auto* const loop = llvm::BasicBlock::Create(context, "", function);
    auto* const after = llvm::BasicBlock::Create(context, "", function);
    llvm::IRBuilder<> builder(before);
    builder.CreateBr(loop);
    builder.SetInsertPoint(loop);
    llvm::PHINode* const i = builder.CreatePHI(count_type, 2);
    i->addIncoming(builder.getInt64(0), before);
    llvm::Type* const type = type_in(context, of);
    const auto place = [&](unsigned index) { return builder.CreateGEP(type, function->getArg(index), i); };
    const auto operand = [&](unsigned index) { return builder.CreateLoad(type, place(index)); };
    llvm::Value* const result = [&] {
        if (operation == software_operation::fma) return vulkan::software_fma(builder, operand(0), operand(1), operand(2));
        if (operation == software_operation::root) return vulkan::software_root(builder, operand(0));
        return vulkan::software_quotient(builder, operand(0), operand(1));
    }();
    builder.CreateStore(result, place(3));
    llvm::Value* const next = builder.CreateAdd(i, builder.getInt64(1));
    i->addIncoming(next, loop);
    builder.CreateCondBr(builder.CreateICmpULT(next, function->getArg(4)), loop, after);
    builder.SetInsertPoint(after);
    builder.CreateRetVoid();
    if (relative_error != 0) change_estimates(*loop, relative_error);
    if (llvm::verifyModule(module)) throw std::runtime_error("the module is not valid");
}

}  // namespace

struct compiled_arithmetic::compiler {
    std::unique_ptr<llvm::orc::LLJIT> jit;
};

compiled_arithmetic::compiled_arithmetic(software_operation operation, real_type type, double relative_error)
    : compiler_(std::make_unique<compiler>()) {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = std::make_unique<llvm::Module>("arithmetic", *context);
    create_function(*module, operation, type, relative_error);
    compiler_->jit = taken(llvm::orc::LLJITBuilder().create());
    check(compiler_->jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
    function_ = taken(compiler_->jit->lookup("compute")).toPtr<function_type>();
}

compiled_arithmetic::~compiled_arithmetic() = default;

}  // namespace ingot::testing
