// Replaces loads of the work-item variables by calls of device functions:
//   %x = load i32, ptr @ingot_device_global_id
// becomes, after SROA,
//   %0 = call i64 @ingot_device_get_global_id(i32 0)
//   %x = trunc i64 %0 to i32
// The pass itself gives each function a copy of the variable with all three components. SROA removes the copy, and the
// calls for components that the kernel does not read.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include <array>
#include <string>

#include "device_functions.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

// The names of the variables without the prefix. For each there is a device function, like
// ingot_device_get_global_id(dimension) for ingot_device_global_id.
constexpr std::array<llvm::StringRef, 6> variables {"global_id",   "local_id",   "group_id",
                                                    "global_size", "local_size", "num_groups"};

constexpr unsigned dimensions = 3;

// Creates a uint3 variable at the beginning of the function, with the work-item's values that `read` returns.
llvm::Value* make_copy(llvm::Function& function, llvm::FunctionCallee read) {
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    auto* type = llvm::ArrayType::get(builder.getInt32Ty(), dimensions);
    auto* copy = builder.CreateAlloca(type);
    for (unsigned i = 0; i < dimensions; ++i) {
        auto* value = builder.CreateCall(read, builder.getInt32(i));
        // Global sizes fit in 32 bits: the size of a launch is in uint32_t.
        builder.CreateStore(builder.CreateTrunc(value, builder.getInt32Ty()),
                            builder.CreateConstInBoundsGEP2_32(type, copy, 0, i));
    }
    return copy;
}

// Declares the device function for a variable.
llvm::FunctionCallee declare(llvm::Module& module, llvm::StringRef variable) {
    const std::string name = (device_function_prefix + "get_" + variable).str();
    auto& context = module.getContext();
    auto callee = module.getOrInsertFunction(name, llvm::Type::getInt64Ty(context), llvm::Type::getInt32Ty(context));
    set_effect(*llvm::cast<llvm::Function>(callee.getCallee()), find_device_function(name)->effect);
    return callee;
}

// Replaces a variable by a copy in each function that uses it.
void replace(llvm::Module& module, llvm::GlobalVariable& variable, llvm::StringRef name) {
    // Turn constant expressions with the variable into instructions, because a constant expression belongs to no
    // function.
    llvm::convertUsersOfConstantsToInstructions({&variable});
    llvm::DenseMap<llvm::Function*, llvm::SmallVector<llvm::Use*>> uses;
    for (llvm::Use& use : variable.uses())
        if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser()))
            uses[instruction->getFunction()].push_back(&use);
    for (auto& [function, in_function] : uses) {
        llvm::Value* copy = make_copy(*function, declare(module, name));
        for (llvm::Use* use : in_function) use->set(copy);
    }
    if (variable.use_empty()) variable.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses read_work_item_variables::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (const llvm::StringRef name : variables)
        if (auto* variable = module.getGlobalVariable((device_function_prefix + name).str())) replace(module, *variable, name);
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
