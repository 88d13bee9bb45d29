#include "kernel_inputs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "../../middle_end/address_spaces.hpp"
#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/kept_functions.hpp"

namespace ingot::compiler::msl {

namespace {

constexpr std::array<kernel_input, 10> inputs {{
    {"get_global_id", "uint3", "global_id", "thread_position_in_grid"},
    {"get_local_id", "uint3", "local_id", "thread_position_in_threadgroup"},
    {"get_group_id", "uint3", "group_id", "threadgroup_position_in_grid"},
    {"get_global_size", "uint3", "global_size", "threads_per_grid"},
    {"get_local_size", "uint3", "local_size", "threads_per_threadgroup"},
    {"get_num_groups", "uint3", "group_size", "threadgroups_per_grid"},
    {"sub_group_size", "uint", "sub_group_size", "threads_per_simdgroup"},
    {"sub_group_id", "uint", "sub_group_id", "simdgroup_index_in_threadgroup"},
    {"sub_group_local_id", "uint", "sub_group_local_id", "thread_index_in_simdgroup"},
    {"number_of_sub_groups", "uint", "number_of_sub_groups", "simdgroups_per_threadgroup"},
}};

// Does an instruction of one of the functions use the value?
bool is_used_in(const llvm::Value& value, const llvm::SmallSetVector<const llvm::Function*, 8>& functions) {
    return llvm::any_of(value.users(), [&](const llvm::User* user) {
        const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
        return instruction ? functions.contains(instruction->getFunction()) : is_used_in(*user, functions);
    });
}

}  // namespace

const kernel_input* input_of(const llvm::Function& callee) {
    llvm::StringRef name = callee.getName();
    if (!name.consume_front(device_function_prefix)) return nullptr;
    const auto found = std::ranges::find(inputs, std::string_view(name.data(), name.size()), &kernel_input::device_function);
    return found == inputs.end() ? nullptr : &*found;
}

const llvm::CallInst* input_call(const llvm::Value& value) {
    const llvm::Value* source = &value;
    if (const auto* const mask = llvm::dyn_cast<llvm::BinaryOperator>(source);
        mask && mask->getOpcode() == llvm::Instruction::And)
        if (const auto* const bits = llvm::dyn_cast<llvm::ConstantInt>(mask->getOperand(1));
            bits && bits->getZExtValue() == UINT32_MAX)
            source = mask->getOperand(0);
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(source);
    if (!call || !call->getCalledFunction() || !input_of(*call->getCalledFunction())) return nullptr;
    return call->arg_size() == 1 && llvm::isa<llvm::ConstantInt>(call->getArgOperand(0)) ? call : nullptr;
}

function_needs needs_of(const llvm::Function& function) {
    function_needs needs;
    const auto functions = function_and_specialized_callees(function);
    for (const kernel_input& input : inputs) {
        const llvm::Function* const source = function.getParent()->getFunction(
            (device_function_prefix + llvm::StringRef(input.device_function.data(), input.device_function.size())).str());
        if (source && is_used_in(*source, functions)) needs.inputs.push_back(&input);
    }
    // The size of a sub-group is computed from them.
    const auto needs_input = [&](std::string_view name) {
        return std::ranges::any_of(needs.inputs, [&](const kernel_input* each) { return each->name == name; });
    };
    if (needs_input("sub_group_size"))
        for (const kernel_input& input : inputs)
            if ((input.name == "local_size" || input.name == "sub_group_id") && !needs_input(input.name))
                needs.inputs.push_back(&input);
    for (const llvm::GlobalVariable& variable : function.getParent()->globals())
        if (variable.getAddressSpace() == local_space && is_used_in(variable, functions))
            needs.local_variables.push_back(&variable);
    return needs;
}

bool is_real_argument(const llvm::Argument& argument, const kernel_entry* kernel) {
    if (!kernel) return false;
    // An image that is read and written is two arguments.
    unsigned next = 0;
    const auto found = std::ranges::find_if(kernel->reflection.parameters, [&](const archive::parameter& each) {
        const bool is_twice = each.kind == archive::parameter_kind::image && each.access_mode == archive::access::read_write;
        next += is_twice ? 2 : 1;
        return next > argument.getArgNo();
    });
    if (found == kernel->reflection.parameters.end()) return false;
    const archive::parameter& parameter = *found;
    if (parameter.kind != archive::parameter_kind::value) return false;
    return (parameter.type == "float" && argument.getType()->isIntegerTy(32)) ||
           (parameter.type == "half" && argument.getType()->isIntegerTy(16));
}

}  // namespace ingot::compiler::msl
