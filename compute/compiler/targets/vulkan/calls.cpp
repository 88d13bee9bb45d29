// Calls: positions of the work-item, barriers, sub-groups, LLVM's intrinsics and functions of the module.

#include "../../middle_end/device_functions.hpp"
#include "exact_arithmetic.hpp"
#include "function_writer.hpp"
#include "image_functions.hpp"
#include "plain_intrinsics.hpp"
#include "print_records.hpp"

namespace ingot::compiler::vulkan {

namespace {

// The words of archive::vulkan_launch_block.
constexpr unsigned group_base_word = 0;
constexpr unsigned group_count_word = 4;
constexpr unsigned zero_word = 7;

}  // namespace

spirv_id function_writer::call(const llvm::CallInst& instruction) {
    const llvm::Function* const callee = instruction.getCalledFunction();
    if (!callee) refuse_unknown(instruction);
    if (const auto* const known = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) return intrinsic(*known);
    llvm::StringRef name = callee->getName();
    if (name.consume_front(image_function_prefix)) return image_function(instruction, name);
    if (name.consume_front(device_function_prefix)) return device_function(instruction, name);
    const auto found = state_.functions.find(callee);
    if (found == state_.functions.end()) refuse_unknown(instruction);
    words operands {found->second};
    for (const llvm::Use& argument : instruction.args()) operands.push_back(real_operand(*argument));
    const auto stored = state_.results.find(callee);
    const bool has_result = stored == state_.results.end() && !instruction.getType()->isVoidTy();
    const spirv_id result = emit(spv::OpFunctionCall, has_result ? type(*instruction.getType()) : module_.void_type(), operands);
    if (stored != state_.results.end()) return emit(spv::OpLoad, type(*instruction.getType()), {stored->second});
    return has_result ? result : 0;
}

spirv_id function_writer::device_function(const llvm::CallInst& instruction, llvm::StringRef name) {
    if (name.starts_with("get_")) return position(instruction, name);
    if (name.starts_with("sub_group_") || name == "number_of_sub_groups") return sub_group_function(instruction, name);
    const auto* const memories =
        llvm::dyn_cast<llvm::ConstantInt>(instruction.arg_empty() ? nullptr : instruction.getArgOperand(0));
    const auto bits = memories ? static_cast<uint32_t>(memories->getZExtValue()) : 3u;
    if (instruction.getCalledFunction()->getName() == print_buffer_function) {
        if (!state_.print_buffer_offset) refuse_unknown(instruction);
        return hidden_address(*state_.print_buffer_offset);
    }
    for (const driver_question& each : driver_questions)
        if (instruction.getCalledFunction()->getName() == each.function) return known_of_driver(each.answer);
    if (instruction.getCalledFunction()->getName() == unknown_zero_function) return launch_word(zero_word);
    if (name == "rsqrt_f32")
        return extended(GLSLstd450InverseSqrt, *instruction.getType(), {value(*instruction.getArgOperand(0))});
    if (name == "barrier") {
        control_barrier(spv::ScopeWorkgroup, bits);
        return 0;
    }
    if (name == "fence") {
        memory_barrier(bits & 2u ? spv::ScopeDevice : spv::ScopeWorkgroup, llvm::AtomicOrdering::AcquireRelease);
        return 0;
    }
    refuse_unknown(instruction);
}

// Returns a specialisation constant that tells what is known of the driver.
spirv_id function_writer::known_of_driver(archive::vulkan_constant what) {
    spirv_id& made = state_.known_of_driver[number_of(what)];
    if (!made) made = module_.specialisation_constant(number_of(what), 0);
    return made;
}

// Returns an address that is an argument, but no parameter. Functions that the kernel calls read it too.
spirv_id function_writer::hidden_address(uint64_t offset) {
    return load_argument({llvm::Type::getInt64Ty(function_.getContext()), offset, llvm::Align(8)});
}

// Returns a word of the launch block.
spirv_id function_writer::launch_word(unsigned index) {
    const spirv_id pointer = module_.pointer_type(spv::StorageClassPushConstant, int_type(32));
    return emit(spv::OpLoad, int_type(32), {emit(spv::OpAccessChain, pointer, {state_.launch, word(0), word(index)})});
}

// Returns a word of the arguments.
spirv_id function_writer::argument_word(unsigned index) {
    if (!state_.arguments) return launch_word(archive::vulkan_launch_block_bytes / 4 + index);
    const spirv_id pointer = module_.pointer_type(spv::StorageClassUniform, int_type(32));
    const words path {state_.arguments, word(0), word(index / 4), word(index % 4)};
    return emit(spv::OpLoad, int_type(32), {emit(spv::OpAccessChain, pointer, path)});
}

spirv_id function_writer::is_lavapipe() {
    return emit(spv::OpINotEqual, module_.bool_type(), {known_of_driver(archive::vulkan_constant::is_lavapipe), word(0)});
}

// Returns 0, which lavapipe does not know when it compiles. lavapipe replaces products with a constant of 0 by 0, and quotients
// and sums likewise, as if there were no infinities, NaN and signs of 0.
spirv_id function_writer::hidden_zero(const llvm::Type& type) {
    const llvm::Type& single = *llvm::Type::getFloatTy(type.getContext());
    spirv_id zero = emit(spv::OpBitcast, module_.float_type(32), {launch_word(zero_word)});
    if (&type != &single) zero = emit(spv::OpFConvert, this->type(type), {zero});
    return emit(spv::OpSelect, this->type(type), {is_lavapipe(), zero, module_.zero_of(type)});
}

// Returns an integer of which lavapipe does not know when it compiles where it comes from, even if it is a constant.
spirv_id function_writer::hidden_number(spirv_id number, unsigned bits) {
    spirv_id zero = launch_word(zero_word);
    if (bits == 64) zero = emit(spv::OpUConvert, int_type(64), {zero});
    zero = emit(spv::OpSelect, int_type(bits), {is_lavapipe(), zero, module_.number(bits, 0)});
    return emit(spv::OpBitwiseOr, int_type(bits), {number, zero});
}

// Returns an integer of which no driver knows when it compiles where it comes from.
spirv_id function_writer::unknown_number(spirv_id number, unsigned bits) {
    spirv_id zero = launch_word(zero_word);
    if (bits == 64) zero = emit(spv::OpUConvert, int_type(64), {zero});
    return emit(spv::OpBitwiseOr, int_type(bits), {number, zero});
}

// Returns a number of 32 bits that no driver knows when it compiles.
spirv_id function_writer::hidden_word(spirv_id number, const llvm::Type& type) {
    const spirv_id word = int_type(32);
    if (type.isFloatTy()) number = emit(spv::OpBitcast, word, {number});
    number = emit(spv::OpBitwiseOr, word, {number, launch_word(zero_word)});
    return type.isFloatTy() ? emit(spv::OpBitcast, this->type(type), {number}) : number;
}

// Returns an operand of arithmetic, or of a function that drivers may inline: a constant of 0 is hidden from lavapipe.
spirv_id function_writer::real_operand(const llvm::Value& operand) {
    const auto* const known = llvm::dyn_cast<llvm::ConstantFP>(&operand);
    const bool is_zero = known && known->isZero() && !known->isNegative();
    return is_zero && !state_.is_fast ? hidden_zero(*operand.getType()) : value(operand);
}

// Returns a condition that never holds. lavapipe does not know that; all other drivers do. Each condition is
// another one: in a loop with such an exit the driver knows that the condition of this exit does not hold.
spirv_id function_writer::unknown_false() {
    const spirv_id is_number =
        emit(spv::OpIEqual, module_.bool_type(), {launch_word(zero_word), word(++state_.unknown_conditions)});
    return emit(spv::OpLogicalAnd, module_.bool_type(), {is_lavapipe(), is_number});
}

spirv_id function_writer::input_of(spv::BuiltIn what, unsigned dimension) {
    const spirv_id three = module_.vector_type(int_type(32), 3);
    return emit(spv::OpCompositeExtract, int_type(32), {emit(spv::OpLoad, three, {module_.input(what, three)}), dimension});
}

spirv_id function_writer::input_of(spv::BuiltIn what) {
    return emit(spv::OpLoad, int_type(32), {module_.input(what, int_type(32))});
}

spirv_id function_writer::position(const llvm::CallInst& instruction, llvm::StringRef name) {
    const auto* const known = llvm::dyn_cast<llvm::ConstantInt>(instruction.getArgOperand(0));
    const bool is_size = name.ends_with("size") || name == "get_num_groups";
    const auto number = [&](unsigned dimension) {
        const auto group_size = [&] { return emit(spv::OpCompositeExtract, int_type(32), {state_.group_size, dimension}); };
        const auto group = [&] {
            return emit(spv::OpIAdd, int_type(32),
                        {input_of(spv::BuiltInWorkgroupId, dimension), launch_word(group_base_word + dimension)});
        };
        if (name == "get_local_id") return input_of(spv::BuiltInLocalInvocationId, dimension);
        if (name == "get_local_size") return group_size();
        if (name == "get_group_id") return group();
        if (name == "get_num_groups") return launch_word(group_count_word + dimension);
        if (name == "get_global_size")
            return emit(spv::OpIMul, int_type(32), {launch_word(group_count_word + dimension), group_size()});
        const spirv_id first = emit(spv::OpIMul, int_type(32), {group(), group_size()});
        return emit(spv::OpIAdd, int_type(32), {first, input_of(spv::BuiltInLocalInvocationId, dimension)});
    };
    spirv_id result = word(is_size ? 1 : 0);  // of a dimension that does not exist
    if (known && known->getZExtValue() < 3) result = number(static_cast<unsigned>(known->getZExtValue()));
    if (!known) {
        const spirv_id dimension = value(*instruction.getArgOperand(0));
        for (unsigned i = 0; i < 3; ++i) {
            const spirv_id is_it = emit(spv::OpIEqual, module_.bool_type(), {dimension, word(i)});
            result = emit(spv::OpSelect, int_type(32), {is_it, number(i), result});
        }
    }
    return emit(spv::OpUConvert, type(*instruction.getType()), {result});
}

// Returns the number of work-items in the group.
spirv_id function_writer::items_of_group() {
    spirv_id items = emit(spv::OpCompositeExtract, int_type(32), {state_.group_size, 0});
    for (unsigned dimension = 1; dimension < 3; ++dimension)
        items =
            emit(spv::OpIMul, int_type(32), {items, emit(spv::OpCompositeExtract, int_type(32), {state_.group_size, dimension})});
    return items;
}

// The built-in variable NumSubgroups is not used, because lavapipe does not count a last sub-group that is not full.
spirv_id function_writer::number_of_sub_groups() {
    const spirv_id most = input_of(spv::BuiltInSubgroupSize);
    const spirv_id last = emit(spv::OpISub, int_type(32), {emit(spv::OpIAdd, int_type(32), {items_of_group(), most}), word(1)});
    return emit(spv::OpUDiv, int_type(32), {last, most});
}

// Returns the number of work-items in the sub-group. The last one of a group can have fewer than the others. Where all are known
// to have the same number, it is a constant for the driver, which removes the code for others, such as that of matrices whose
// components are held by fewer than 32 work-items.
spirv_id function_writer::sub_group_size() {
    const spirv_id known = known_of_driver(archive::vulkan_constant::full_sub_groups);
    const spirv_id most = input_of(spv::BuiltInSubgroupSize);
    const spirv_id items = items_of_group();
    const spirv_id before = emit(spv::OpIMul, int_type(32), {input_of(spv::BuiltInSubgroupId), most});
    const spirv_id rest = emit(spv::OpISub, int_type(32), {items, before});
    const spirv_id is_last = emit(spv::OpULessThan, module_.bool_type(), {rest, most});
    const spirv_id counted = emit(spv::OpSelect, int_type(32), {is_last, rest, most});
    return emit(spv::OpSelect, int_type(32), {emit(spv::OpINotEqual, module_.bool_type(), {known, word(0)}), known, counted});
}

spirv_id function_writer::sub_group_function(const llvm::CallInst& instruction, llvm::StringRef name) {
    module_.need(spv::CapabilityGroupNonUniform);
    const auto operand = [&](unsigned index) { return value(*instruction.getArgOperand(index)); };
    const spirv_id reach = word(static_cast<uint32_t>(spv::ScopeSubgroup));
    const auto shuffle = [&](spv::Op code, spv::Capability needed) {
        module_.need(needed);
        return emit(code, int_type(32), {reach, operand(0), operand(1)});
    };
    if (name == "sub_group_size") return sub_group_size();
    if (name == "sub_group_id") return input_of(spv::BuiltInSubgroupId);
    if (name == "sub_group_local_id") return input_of(spv::BuiltInSubgroupLocalInvocationId);
    if (name == "number_of_sub_groups") return number_of_sub_groups();
    if (name == "sub_group_shuffle") return shuffle(spv::OpGroupNonUniformShuffle, spv::CapabilityGroupNonUniformShuffle);
    if (name == "sub_group_shuffle_xor") return shuffle(spv::OpGroupNonUniformShuffleXor, spv::CapabilityGroupNonUniformShuffle);
    if (name == "sub_group_shuffle_up")
        return shuffle(spv::OpGroupNonUniformShuffleUp, spv::CapabilityGroupNonUniformShuffleRelative);
    if (name == "sub_group_shuffle_down")
        return shuffle(spv::OpGroupNonUniformShuffleDown, spv::CapabilityGroupNonUniformShuffleRelative);
    if (name == "sub_group_ballot") {
        module_.need(spv::CapabilityGroupNonUniformBallot);
        const spirv_id votes_for = emit(spv::OpINotEqual, module_.bool_type(), {operand(0), word(0)});
        const spirv_id votes = emit(spv::OpGroupNonUniformBallot, module_.vector_type(int_type(32), 4), {reach, votes_for});
        const auto* const known = llvm::dyn_cast<llvm::ConstantInt>(instruction.getArgOperand(1));
        if (known && known->getZExtValue() < 4)
            return emit(spv::OpCompositeExtract, int_type(32), {votes, static_cast<uint32_t>(known->getZExtValue())});
        return emit(spv::OpVectorExtractDynamic, int_type(32), {votes, operand(1)});
    }
    if (name == "sub_group_barrier") {
        control_barrier(spv::ScopeSubgroup, 3);
        return 0;
    }
    refuse_unknown(instruction);
}

spirv_id function_writer::extended(GLSLstd450 instruction, const llvm::Type& result, const words& operands) {
    words all {module_.glsl(), static_cast<uint32_t>(instruction)};
    all.insert(all.end(), operands.begin(), operands.end());
    return emit(spv::OpExtInst, type(result), all);
}

// The intrinsics that plain_intrinsics leaves.
spirv_id function_writer::intrinsic(const llvm::IntrinsicInst& instruction) {
    const llvm::Type& result = *instruction.getType();
    const auto operand = [&](unsigned index) { return value(*instruction.getArgOperand(index)); };
    const auto unary = [&](GLSLstd450 code) { return extended(code, result, {operand(0)}); };
    switch (instruction.getIntrinsicID()) {
        case llvm::Intrinsic::fabs:
            return unary(GLSLstd450FAbs);
        case llvm::Intrinsic::floor:
            return unary(GLSLstd450Floor);
        case llvm::Intrinsic::ceil:
            return unary(GLSLstd450Ceil);
        case llvm::Intrinsic::trunc:
            return unary(GLSLstd450Trunc);
        case llvm::Intrinsic::rint:
        case llvm::Intrinsic::nearbyint:
        case llvm::Intrinsic::roundeven:
            return unary(GLSLstd450RoundEven);
        case llvm::Intrinsic::sqrt:
            return unary(GLSLstd450Sqrt);
        case llvm::Intrinsic::minnum:
        case llvm::Intrinsic::maxnum: {
            const bool is_least = instruction.getIntrinsicID() == llvm::Intrinsic::minnum;
            return extended(is_least ? GLSLstd450NMin : GLSLstd450NMax, result, {operand(0), operand(1)});
        }
        case llvm::Intrinsic::fma:
        case llvm::Intrinsic::fmuladd:
            return extended(GLSLstd450Fma, result, {operand(0), operand(1), operand(2)});
        case llvm::Intrinsic::bitreverse:
            return emit(spv::OpBitReverse, type(result), {operand(0)});
        case llvm::Intrinsic::ctpop:
            return emit(spv::OpBitCount, type(result), {operand(0)});
        case llvm::Intrinsic::ctlz:  // the place of the highest bit is -1 if there is none
            return emit(spv::OpISub, type(result), {word(31), unary(GLSLstd450FindUMsb)});
        case llvm::Intrinsic::cttz: {
            const spirv_id place = unary(GLSLstd450FindILsb);
            const spirv_id is_none = emit(spv::OpIEqual, module_.bool_type(), {operand(0), word(0)});
            return emit(spv::OpSelect, type(result), {is_none, word(32), place});
        }
        case llvm::Intrinsic::trap:
        case llvm::Intrinsic::ubsantrap:
            return 0;
        default:
            if (instruction.isAssumeLikeIntrinsic() || result.isVoidTy()) return 0;
            refuse_unknown(instruction);
    }
}

}  // namespace ingot::compiler::vulkan
