// Replaces device functions by OpenCL's built-in functions:
//   %id = call i64 @ingot_device_get_global_id(i32 0)
//   call void @ingot_device_barrier(i32 1)
//   call void @ingot_device_fence(i32 2, i32 3)
// becomes
//   %id = call i64 @_Z13get_global_idj(i32 0)
//   call void @_Z7barrierj(i32 1)
//   call void @_Z21__spirv_MemoryBarrierjj(i32 1, i32 520)
// Most functions are only renamed. Fences, ballots and barriers of sub-groups have other parameters in OpenCL or
// SPIR-V.
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
    llvm::StringRef opencl_name;  // mangled; the function has the same type
};

// The device functions that differ from OpenCL's only in their names. OpenCL's are specified in OpenCL C 1.2, 6.12.1 and
// 6.12.8, in OpenCL C 3.0, 6.15.19, and in the extensions cl_khr_subgroup_shuffle and cl_khr_subgroup_shuffle_relative.
// The language's memory_scope has the values of the flags of OpenCL's barrier.
constexpr std::array<named_function, 15> functions {{
    {"get_global_id", "_Z13get_global_idj"},
    {"get_local_id", "_Z12get_local_idj"},
    {"get_group_id", "_Z12get_group_idj"},
    {"get_global_size", "_Z15get_global_sizej"},
    {"get_local_size", "_Z14get_local_sizej"},
    {"get_num_groups", "_Z14get_num_groupsj"},
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

// Returns the declaration of a device function, or null if the module has none.
llvm::Function* find_declaration(llvm::Module& module, llvm::StringRef device_name) {
    return module.getFunction((device_function_prefix + device_name).str());
}

// Declares the function `name`, which replaces the device function `device_name`, and marks it as built-in with the same
// effect.
llvm::FunctionCallee declare(llvm::Module& module, llvm::StringRef name, llvm::FunctionType* type, llvm::StringRef device_name) {
    llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
    mark_built_in(*llvm::cast<llvm::Function>(callee.getCallee()), *find_device_function(device_name));
    return callee;
}

// Returns a list of all calls of a function. The caller can erase a call while it iterates over the list.
llvm::SmallVector<llvm::CallInst*> calls_of(const llvm::Function& function) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (const llvm::User* user : function.users())
        if (auto* const call = llvm::dyn_cast<llvm::CallInst>(user); call && call->getCalledFunction() == &function)
            calls.push_back(const_cast<llvm::CallInst*>(call));
    return calls;
}

// The memory order of a fence, by the language's fence_accesses.
constexpr std::array<uint32_t, 4> order_of_accesses {spirv_values::relaxed, spirv_values::acquire, spirv_values::release,
                                                     spirv_values::acquire_release};

// Replaces ingot_device_fence(scope, accesses) by SPIR-V's OpMemoryBarrier. Bit 0 of `scope` is local memory, bit 1
// global memory.
void replace_fences(llvm::Module& module) {
    llvm::Function* const fence = find_declaration(module, "fence");
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

// Replaces ingot_device_sub_group_ballot(predicate, word) by uint4 sub_group_ballot(int) of cl_khr_subgroup_ballot, and
// extracts the word from the result.
void replace_ballot(llvm::Module& module) {
    llvm::Function* const ballot = find_declaration(module, "sub_group_ballot");
    if (!ballot) return;
    llvm::IRBuilder<> builder(module.getContext());
    auto* const words = llvm::FixedVectorType::get(builder.getInt32Ty(), 4);
    const llvm::FunctionCallee callee = declare(
        module, "_Z16sub_group_balloti", llvm::FunctionType::get(words, {builder.getInt32Ty()}, false), "sub_group_ballot");
    for (llvm::CallInst* const call : calls_of(*ballot)) {
        builder.SetInsertPoint(call);
        auto* const ballot_words = builder.CreateCall(callee, {call->getArgOperand(0)});
        call->replaceAllUsesWith(builder.CreateExtractElement(ballot_words, call->getArgOperand(1)));
        call->eraseFromParent();
    }
    if (ballot->use_empty()) ballot->eraseFromParent();
}

// Replaces ingot_device_sub_group_barrier() by SPIR-V's OpControlBarrier(execution scope, memory scope, semantics).
void replace_sub_group_barrier(llvm::Module& module) {
    llvm::Function* const barrier = find_declaration(module, "sub_group_barrier");
    if (!barrier) return;
    llvm::IRBuilder<> builder(module.getContext());
    auto* const integer = builder.getInt32Ty();
    const llvm::FunctionCallee callee =
        declare(module, "_Z22__spirv_ControlBarrierjjj",
                llvm::FunctionType::get(builder.getVoidTy(), {integer, integer, integer}, false), "sub_group_barrier");
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
    // Rename the functions that differ only in their names.
    for (const auto& [device_name, opencl_name] : functions)
        if (llvm::Function* const function = find_declaration(module, device_name)) {
            mark_built_in(*function, *find_device_function(device_name));
            function->setName(opencl_name);
        }
    replace_ballot(module);
    replace_sub_group_barrier(module);
    return llvm::PreservedAnalyses::none();
}

void lower_device_functions(llvm::ModulePassManager& passes) {
    passes.addPass(call_mathematics());
    passes.addPass(call_opencl_functions());
    passes.addPass(call_printf(opencl_printf));
    passes.addPass(call_image_functions(&call_image_function));
}

}  // namespace ingot::compiler::opencl_functions
