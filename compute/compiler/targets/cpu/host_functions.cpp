// Calls of functions outside of the generated code: mathematics of the C library, and images, which the backend has.
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <array>
#include <cstddef>
#include <ingot/archive/cpu_code.hpp>
#include <optional>
#include <string>

#include "../../middle_end/c_mathematics.hpp"
#include "../../middle_end/device_functions.hpp"
#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

// Functions of C that other targets replace in other ways. The backend's loader has the names of all functions
// (runtime/cpu_native/host_functions.cpp).
constexpr std::array<llvm::StringRef, 4> further_functions {"exp10", "fabs", "fma", "sqrt"};

bool is_real(const llvm::Type* type) { return type->isFloatTy() || type->isDoubleTy(); }

bool has_one_type(const llvm::CallInst& call) {
    return is_real(call.getType()) &&
           llvm::all_of(call.args(), [&](const llvm::Use& argument) { return argument->getType() == call.getType(); });
}

// Calls the backend's function for a function of the C library. It has a name of its own, because the kernel's author may have
// defined or declared a function of the same name.
void call_function(llvm::CallInst& call, llvm::StringRef name) {
    llvm::FunctionCallee callee = call.getModule()->getOrInsertFunction(("ingot_cpu_" + name).str(), call.getFunctionType());
    mark_built_in(*llvm::cast<llvm::Function>(callee.getCallee()), nullptr, device_effect::none);
    call.setCalledFunction(callee);
    call.setAttributes({});
}

void replace(llvm::CallInst& call) {
    const llvm::Function* const callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration() || !has_one_type(call)) return;
    const bool is_float = call.getType()->isFloatTy();
    if (callee->isIntrinsic()) {
        const llvm::StringRef name = c_mathematics_of(callee->getIntrinsicID());
        if (!name.empty()) call_function(call, (name + (is_float ? "f" : "")).str());
        return;
    }
    llvm::StringRef name = callee->getName();
    if (name == "ingot_device_rsqrt_f32" || name == "ingot_device_rsqrt_f64") {
        llvm::IRBuilder<> builder(&call);
        llvm::Value* const root = builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, call.getArgOperand(0), &call);
        call.replaceAllUsesWith(builder.CreateFDivFMF(llvm::ConstantFP::get(call.getType(), 1.0), root, &call));
        call.eraseFromParent();
        return;
    }
    if (is_float && !name.consume_back("f")) return;
    if (is_c_mathematics(name) || llvm::is_contained(further_functions, name)) call_function(call, callee->getName());
}

// The remainder of a division of half numbers is computed in float; the code generator calls fmod for the other types.
void replace_remainder(llvm::BinaryOperator& remainder) {
    if (!remainder.getType()->isHalfTy()) return;
    llvm::IRBuilder<> builder(&remainder);
    const auto widened = [&](unsigned operand) {
        return builder.CreateFPExt(remainder.getOperand(operand), builder.getFloatTy());
    };
    llvm::Value* const wide = builder.CreateFRem(widened(0), widened(1));
    remainder.replaceAllUsesWith(builder.CreateFPTrunc(wide, remainder.getType()));
    remainder.eraseFromParent();
}

// Returns where in an image_view the answer to a query is. Nothing if it is not there.
std::optional<size_t> offset_of_size(const image_call& call) {
    const auto* const level = llvm::dyn_cast<llvm::ConstantInt>(call.operand(2));
    if (!level || !level->isZero()) return std::nullopt;
    switch (static_cast<detail::image_query>(call.constant_operand())) {
        case detail::image_query::width:
            return offsetof(archive::cpu::image_view, width);
        case detail::image_query::height:
            return offsetof(archive::cpu::image_view, height);
        case detail::image_query::depth:
            return offsetof(archive::cpu::image_view, depth);
        default:
            return std::nullopt;
    }
}

}  // namespace

llvm::LoadInst* load_from_view(llvm::Value& view, size_t offset, llvm::IRBuilder<>& builder, llvm::Type* type) {
    llvm::Value* const address = offset == 0 ? &view : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &view, offset);
    llvm::LoadInst* const load = builder.CreateAlignedLoad(type ? type : builder.getInt32Ty(), address, llvm::Align(4));
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder.getContext(), {}));
    return load;
}

llvm::PreservedAnalyses call_host_mathematics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : llvm::make_early_inc_range(block))
                if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                    replace(*call);
                else if (instruction.getOpcode() == llvm::Instruction::FRem)
                    replace_remainder(llvm::cast<llvm::BinaryOperator>(instruction));
    return llvm::PreservedAnalyses::none();
}

// The image is one argument, the address of an archive::cpu::image_view. The size of level 0 is read from there; everything else
// is done by functions of the backend, which call_for_lanes() replaces in wide forms.
llvm::Value* call_image_function(const image_call& call, llvm::IRBuilder<>& builder) {
    const llvm::Function& original = *call.instruction->getCalledFunction();
    llvm::Argument* const view = call.image.readable ? call.image.readable : call.image.writable;
    // Nothing changes the view while the kernel runs.
    for (const auto kind : {llvm::Attribute::NoAlias, llvm::Attribute::ReadOnly, llvm::Attribute::NonNull})
        view->addAttr(llvm::Attribute::get(builder.getContext(), kind));
    view->addAttr(llvm::Attribute::getWithDereferenceableBytes(builder.getContext(), sizeof(archive::cpu::image_view)));
    if (call.operation == image_operation::query)
        if (const std::optional<size_t> offset = offset_of_size(call)) return load_from_view(*view, *offset, builder);
    std::vector<llvm::Value*> arguments {view};
    for (unsigned i = 1; i < call.instruction->arg_size(); ++i) arguments.push_back(call.operand(i));
    std::vector<llvm::Type*> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    const std::string name = ("ingot_cpu_" + original.getName().drop_front(device_function_prefix.size())).str();
    llvm::FunctionCallee callee = call.instruction->getModule()->getOrInsertFunction(
        name, llvm::FunctionType::get(call.instruction->getType(), types, false));
    auto* const function = llvm::cast<llvm::Function>(callee.getCallee());
    mark_built_in(*function, *find_device_function(original.getName()));
    function->setDoesNotThrow();
    llvm::Value* const result = builder.CreateCall(callee, arguments);
    return call.operation == image_operation::query ? result : nullptr;
}

}  // namespace ingot::compiler::cpu
