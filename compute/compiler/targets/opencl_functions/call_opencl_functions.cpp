#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <array>

#include "../../middle_end/device_functions.hpp"
#include "opencl_functions.hpp"
#include "spirv_values.hpp"

namespace ingot::compiler::opencl_functions {

namespace {

struct named_function {
    llvm::StringRef device_name;  // without the prefix
    llvm::StringRef opencl_name;  // mangled; of the same type
};

// OpenCL C 1.2, 6.12.1 and 6.12.8; OpenCL C 3.0, 6.15.19, and the extensions cl_khr_subgroup_shuffle and
// cl_khr_subgroup_shuffle_relative. memory_scope has the values of barrier's flags.
constexpr std::array<named_function, 15> functions {{
    {"get_global_id", "_Z13get_global_idj"},
    {"get_local_id", "_Z12get_local_idj"},
    {"get_group_id", "_Z12get_group_idj"},
    {"get_global_size", "_Z15get_global_sizej"},
    {"get_local_size", "_Z14get_local_sizej"},
    {"get_group_size", "_Z14get_num_groupsj"},
    {"barrier", "_Z7barrierj"},
    {"sub_group_size", "_Z18get_sub_group_sizev"},
    {"sub_group_id", "_Z16get_sub_group_idv"},
    {"sub_group_local_id", "_Z22get_sub_group_local_idv"},
    {"number_of_sub_groups", "_Z18get_num_sub_groupsv"},
    {"sub_group_shuffle", "_Z17sub_group_shufflejj"},
    {"sub_group_shuffle_xor", "_Z21sub_group_shuffle_xorjj"},
    {"sub_group_shuffle_up", "_Z20sub_group_shuffle_upjj"},
    {"sub_group_shuffle_down", "_Z22sub_group_shuffle_downjj"},
}};

llvm::Function* find_neutral(llvm::Module& module, llvm::StringRef device_name) {
    return module.getFunction((device_function_prefix + device_name).str());
}

// A declared function that stands for the device function of that name.
llvm::FunctionCallee declare(llvm::Module& module, llvm::StringRef name, llvm::FunctionType* type, llvm::StringRef device_name) {
    llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
    mark_built_in(*llvm::cast<llvm::Function>(callee.getCallee()), *find_device_function(device_name));
    return callee;
}

// The calls of a function, before any of them is replaced.
llvm::SmallVector<llvm::CallInst*> calls_of(const llvm::Function& function) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (const llvm::User* user : function.users())
        if (auto* const call = llvm::dyn_cast<llvm::CallInst>(user); call && call->getCalledFunction() == &function)
            calls.push_back(const_cast<llvm::CallInst*>(call));
    return calls;
}

// By fence_accesses.
constexpr std::array<uint32_t, 4> order_of_accesses {spirv_values::relaxed, spirv_values::acquire, spirv_values::release,
                                                     spirv_values::acquire_release};

// ingot_device_fence(scope, accesses) is SPIR-V's OpMemoryBarrier.
void replace_fences(llvm::Module& module) {
    llvm::Function* const fence = find_neutral(module, "fence");
    if (!fence) return;
    for (llvm::CallInst* const call : calls_of(*fence)) {
        if (!has_constant_operands(*call, *find_device_function("fence"))) continue;
        const uint64_t scope = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue();
        const uint64_t accesses = llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->getZExtValue();
        const bool is_global = (scope & 2) != 0;
        const bool is_local = (scope & 1) != 0;
        llvm::IRBuilder<> builder(call);
        call_memory_barrier(builder, is_global ? spirv_values::device_scope : spirv_values::workgroup_scope,
                            order_of_accesses[accesses & 3] | (is_local ? spirv_values::workgroup_memory : 0) |
                                (is_global ? spirv_values::cross_workgroup_memory : 0));
        call->eraseFromParent();
    }
    if (fence->use_empty()) fence->eraseFromParent();
}

// uint4 sub_group_ballot(int), of which the word is taken (cl_khr_subgroup_ballot).
void replace_ballot(llvm::Module& module) {
    llvm::Function* const ballot = find_neutral(module, "sub_group_ballot");
    if (!ballot) return;
    llvm::IRBuilder<> builder(module.getContext());
    auto* const words = llvm::FixedVectorType::get(builder.getInt32Ty(), 4);
    const llvm::FunctionCallee callee = declare(
        module, "_Z16sub_group_balloti", llvm::FunctionType::get(words, {builder.getInt32Ty()}, false), "sub_group_ballot");
    for (llvm::CallInst* const call : calls_of(*ballot)) {
        builder.SetInsertPoint(call);
        auto* const found = builder.CreateCall(callee, {call->getArgOperand(0)});
        call->replaceAllUsesWith(builder.CreateExtractElement(found, call->getArgOperand(1)));
        call->eraseFromParent();
    }
    if (ballot->use_empty()) ballot->eraseFromParent();
}

// SPIR-V's OpControlBarrier(execution, memory, semantics).
void replace_sub_group_barrier(llvm::Module& module) {
    llvm::Function* const barrier = find_neutral(module, "sub_group_barrier");
    if (!barrier) return;
    llvm::IRBuilder<> builder(module.getContext());
    auto* const number = builder.getInt32Ty();
    const llvm::FunctionCallee callee =
        declare(module, "_Z22__spirv_ControlBarrierjjj",
                llvm::FunctionType::get(builder.getVoidTy(), {number, number, number}, false), "sub_group_barrier");
    for (llvm::CallInst* const call : calls_of(*barrier)) {
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

void call_memory_barrier(llvm::IRBuilder<>& builder, uint32_t scope, uint32_t semantics) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    auto* const type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getInt32Ty(), builder.getInt32Ty()}, false);
    builder.CreateCall(declare(module, memory_barrier, type, "fence"), {builder.getInt32(scope), builder.getInt32(semantics)});
}

llvm::PreservedAnalyses call_opencl_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    replace_fences(module);
    for (const auto& [device_name, opencl_name] : functions)
        if (llvm::Function* const function = find_neutral(module, device_name)) {
            mark_built_in(*function, *find_device_function(device_name));
            function->setName(opencl_name);
        }
    replace_ballot(module);
    replace_sub_group_barrier(module);
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler::opencl_functions
