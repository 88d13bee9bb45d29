#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include <array>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

struct work_item_variable {
    llvm::StringRef name;
    llvm::StringRef function;  // OpenCL's, by its mangled name; size_t f(uint)
};

constexpr std::array<work_item_variable, 6> variables {{
    {"ingot_device_global_id", "_Z13get_global_idj"},
    {"ingot_device_local_id", "_Z12get_local_idj"},
    {"ingot_device_group_id", "_Z12get_group_idj"},
    {"ingot_device_global_size", "_Z15get_global_sizej"},
    {"ingot_device_local_size", "_Z14get_local_sizej"},
    {"ingot_device_group_size", "_Z14get_num_groupsj"},
}};

constexpr unsigned dimensions = 3;

// A uint3 on the stack that holds the variable's value for this work-item. What is not read vanishes with it.
llvm::Value* make_copy(llvm::Function& function, llvm::FunctionCallee read) {
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    auto* type = llvm::ArrayType::get(builder.getInt32Ty(), dimensions);
    auto* copy = builder.CreateAlloca(type);
    for (unsigned i = 0; i < dimensions; ++i) {
        auto* value = builder.CreateCall(read, builder.getInt32(i));
        // Global sizes fit 32 bits: launches are counted in uint32_t.
        builder.CreateStore(builder.CreateTrunc(value, builder.getInt32Ty()),
                            builder.CreateConstInBoundsGEP2_32(type, copy, 0, i));
    }
    return copy;
}

llvm::FunctionCallee declare(llvm::Module& module, llvm::StringRef name) {
    auto& context = module.getContext();
    auto callee = module.getOrInsertFunction(name, llvm::Type::getInt64Ty(context), llvm::Type::getInt32Ty(context));
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setDoesNotThrow();
    function->setDoesNotAccessMemory();
    function->setWillReturn();
    return callee;
}

void replace(llvm::Module& module, llvm::GlobalVariable& variable, llvm::StringRef read) {
    // Uses in constant expressions belong to no function: make them instructions first.
    llvm::convertUsersOfConstantsToInstructions({&variable});
    llvm::DenseMap<llvm::Function*, llvm::SmallVector<llvm::Use*>> uses;
    for (llvm::Use& use : variable.uses())
        if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser()))
            uses[instruction->getFunction()].push_back(&use);
    for (auto& [function, in_function] : uses) {
        llvm::Value* copy = make_copy(*function, declare(module, read));
        for (llvm::Use* use : in_function) use->set(copy);
    }
    if (variable.use_empty()) variable.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses read_work_item_variables::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (const auto& [name, function] : variables)
        if (auto* variable = module.getGlobalVariable(name)) replace(module, *variable, function);
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
