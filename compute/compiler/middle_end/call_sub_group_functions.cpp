#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "../spirv_values.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

struct named_function {
    llvm::StringRef device_name;
    llvm::StringRef opencl_name;  // mangled; of the same type
};

// OpenCL C 3.0, 6.15.19 and the extensions cl_khr_subgroup_shuffle and cl_khr_subgroup_shuffle_relative.
constexpr named_function functions[] = {
    {"ingot_device_sub_group_size", "_Z18get_sub_group_sizev"},
    {"ingot_device_sub_group_id", "_Z16get_sub_group_idv"},
    {"ingot_device_sub_group_local_id", "_Z22get_sub_group_local_idv"},
    {"ingot_device_number_of_sub_groups", "_Z18get_num_sub_groupsv"},
    {"ingot_device_sub_group_shuffle", "_Z17sub_group_shufflejj"},
    {"ingot_device_sub_group_shuffle_xor", "_Z21sub_group_shuffle_xorjj"},
    {"ingot_device_sub_group_shuffle_up", "_Z20sub_group_shuffle_upjj"},
    {"ingot_device_sub_group_shuffle_down", "_Z22sub_group_shuffle_downjj"},
};

void declare_communication(llvm::Function& function) {
    function.setAttributes({});
    function.setConvergent();
    function.setDoesNotThrow();
}

// uint4 sub_group_ballot(int), of which the word is taken (cl_khr_subgroup_ballot).
void replace_ballot(llvm::Module& module) {
    llvm::Function* const ballot = module.getFunction("ingot_device_sub_group_ballot");
    if (!ballot) return;
    llvm::IRBuilder<> builder(module.getContext());
    auto* const words = llvm::FixedVectorType::get(builder.getInt32Ty(), 4);
    auto callee =
        module.getOrInsertFunction("_Z16sub_group_balloti", llvm::FunctionType::get(words, {builder.getInt32Ty()}, false));
    declare_communication(*llvm::cast<llvm::Function>(callee.getCallee()));
    for (llvm::User* user : llvm::make_early_inc_range(ballot->users())) {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledFunction() != ballot) continue;
        builder.SetInsertPoint(call);
        auto* const found = builder.CreateCall(callee, {call->getArgOperand(0)});
        call->replaceAllUsesWith(builder.CreateExtractElement(found, call->getArgOperand(1)));
        call->eraseFromParent();
    }
    if (ballot->use_empty()) ballot->eraseFromParent();
}

// SPIR-V's OpControlBarrier(execution, memory, semantics).
void replace_barrier(llvm::Module& module) {
    llvm::Function* const barrier = module.getFunction("ingot_device_sub_group_barrier");
    if (!barrier) return;
    llvm::IRBuilder<> builder(module.getContext());
    auto* const number = builder.getInt32Ty();
    auto callee = module.getOrInsertFunction("_Z22__spirv_ControlBarrierjjj",
                                             llvm::FunctionType::get(builder.getVoidTy(), {number, number, number}, false));
    declare_communication(*llvm::cast<llvm::Function>(callee.getCallee()));
    for (llvm::User* user : llvm::make_early_inc_range(barrier->users())) {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledFunction() != barrier) continue;
        builder.SetInsertPoint(call);
        builder.CreateCall(callee,
                           {builder.getInt32(spirv_values::sub_group_scope), builder.getInt32(spirv_values::sub_group_scope),
                            builder.getInt32(spirv_values::acquire_release | spirv_values::workgroup_memory |
                                             spirv_values::cross_workgroup_memory)});
        call->eraseFromParent();
    }
    if (barrier->use_empty()) barrier->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses call_sub_group_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (const auto& [device_name, opencl_name] : functions)
        if (llvm::Function* const function = module.getFunction(device_name)) {
            function->setName(opencl_name);
            declare_communication(*function);
        }
    replace_ballot(module);
    replace_barrier(module);
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
