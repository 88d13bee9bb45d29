// Moves the code of each large kernel into a function that the kernel calls for its work-item:
//   define void @trace(ptr addrspace(1) %nodes) {
//     %x = call i64 @_Z13get_global_idj(i32 0)
//     …                                                         ; 6000 instructions
//   }
// becomes
//   define void @trace(ptr addrspace(1) %nodes) {
//     %x = call i64 @_Z13get_global_idj(i32 0)
//     call void @trace.work_item(ptr addrspace(1) %nodes, i64 %x)
//     ret void
//   }
//   define internal void @trace.work_item(ptr addrspace(1) %nodes, i64 %x) noinline { … }
//
// PoCL copies the code of a kernel into two functions that execute a work-group, and compiles the kernel and both copies to
// machine code. With the pass it compiles the code of a large kernel once. Small kernels stay as they are, because PoCL cannot
// vectorise a loop over work-items that calls a function.
//
// The positions of the work-item become arguments, because PoCL can only compile their functions in a kernel. A kernel stays as
// it is if it uses barriers, sub-groups or local memory, which PoCL must find in the kernel, or images.
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <array>
#include <utility>

#include "opencl_functions.hpp"

namespace ingot::compiler::opencl_functions {

namespace {

constexpr unsigned local_space = 3;

// The functions for the position of the work-item, by their argument: the dimension.
using positions = llvm::MapVector<std::pair<llvm::Function*, llvm::ConstantInt*>, llvm::SmallVector<llvm::CallInst*, 2>>;

bool is_position(const llvm::Function& function) {
    static constexpr std::array<llvm::StringLiteral, 6> names {"_Z13get_global_idj",  "_Z12get_local_idj",
                                                               "_Z12get_group_idj",   "_Z15get_global_sizej",
                                                               "_Z14get_local_sizej", "_Z14get_num_groupsj"};
    return llvm::is_contained(names, function.getName());
}

bool is_in_local_memory(const llvm::Value& value) {
    return value.getType()->isPointerTy() && value.getType()->getPointerAddressSpace() == local_space;
}

// Can the function be outside of a kernel, apart from the calls for the positions?
bool is_independent(const llvm::Function& function) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        if (llvm::any_of(instruction.operand_values(), [](const llvm::Value* operand) { return is_in_local_memory(*operand); }))
            return false;
        const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (!call) continue;
        const llvm::Function* const callee = call->getCalledFunction();
        if (!callee || callee->isConvergent() || callee->getName().contains("sub_group")) return false;
        const bool has_dimension = is_position(*callee) && llvm::isa<llvm::ConstantInt>(call->getArgOperand(0));
        if (is_position(*callee) && !has_dimension) return false;
    }
    return true;
}

// Is the function a kernel with more instructions than the limit, of which all can be in another function?
bool can_be_outlined(const llvm::Function& kernel, unsigned limit) {
    if (kernel.hasLocalLinkage() || kernel.isDeclaration() || kernel.getInstructionCount() <= limit) return false;
    if (llvm::any_of(kernel.args(), [](const llvm::Argument& argument) {
            return is_in_local_memory(argument) || argument.getType()->isTargetExtTy();
        }))
        return false;
    llvm::SmallSetVector<const llvm::Function*, 8> called;
    called.insert(&kernel);
    for (size_t i = 0; i < called.size(); ++i) {  // the loop adds functions to the set
        if (!is_independent(*called[i])) return false;
        for (const llvm::Instruction& instruction : llvm::instructions(*called[i]))
            if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
                const llvm::Function* const callee = call->getCalledFunction();
                if (i > 0 && is_position(*callee)) return false;
                if (!callee->isDeclaration()) called.insert(callee);
            }
    }
    return true;
}

positions find_positions(llvm::Function& kernel) {
    positions found;
    for (llvm::Instruction& instruction : llvm::instructions(kernel))
        if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && is_position(*call->getCalledFunction()))
            found[{call->getCalledFunction(), llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))}].push_back(call);
    return found;
}

// Gives the arguments of `function` the names and attributes of the kernel's. An argument passed by value is a pointer to the
// kernel's copy.
void take_over_arguments(llvm::Function& kernel, llvm::Function& function) {
    for (llvm::Argument& argument : kernel.args()) {
        llvm::Argument& own = *function.getArg(argument.getArgNo());
        own.setName(argument.getName());
        const llvm::AttributeSet attributes = kernel.getAttributes().getParamAttrs(argument.getArgNo());
        for (const llvm::Attribute attribute : attributes)
            if (!attribute.hasAttribute(llvm::Attribute::ByVal)) own.addAttr(attribute);
        argument.replaceAllUsesWith(&own);
    }
}

void outline(llvm::Function& kernel) {
    const positions found = find_positions(kernel);
    llvm::SmallVector<llvm::Type*> types(kernel.getFunctionType()->params());
    for (const auto& [position, calls] : found) types.push_back(position.first->getReturnType());
    auto* const function =
        llvm::Function::Create(llvm::FunctionType::get(kernel.getReturnType(), types, false), llvm::Function::InternalLinkage,
                               kernel.getName() + ".work_item", kernel.getParent());
    function->addFnAttr(llvm::Attribute::NoInline);
    function->setSubprogram(kernel.getSubprogram());
    kernel.setSubprogram(nullptr);
    function->splice(function->begin(), &kernel);
    take_over_arguments(kernel, *function);

    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(kernel.getContext(), "", &kernel));
    llvm::SmallVector<llvm::Value*> arguments;
    for (llvm::Argument& argument : kernel.args()) arguments.push_back(&argument);
    for (const auto& [position, calls] : found) {
        llvm::Argument& own = *function->getArg(static_cast<unsigned>(arguments.size()));
        arguments.push_back(builder.CreateCall(position.first, {position.second}));
        for (llvm::CallInst* call : calls) {
            call->replaceAllUsesWith(&own);
            call->eraseFromParent();
        }
    }
    builder.CreateCall(function, arguments);
    builder.CreateRetVoid();
}

}  // namespace

bool has_large_kernel(const llvm::Module& module) {
    return llvm::any_of(module, [](const llvm::Function& function) { return can_be_outlined(function, large_kernel); });
}

llvm::PreservedAnalyses outline_large_kernels::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::SmallVector<llvm::Function*> kernels;
    for (llvm::Function& function : module)
        if (can_be_outlined(function, limit_)) kernels.push_back(&function);
    for (llvm::Function* kernel : kernels) outline(*kernel);
    return kernels.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler::opencl_functions
