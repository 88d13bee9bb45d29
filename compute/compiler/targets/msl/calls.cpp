// Calls: the kernel's inputs, functions of Metal's library, LLVM's intrinsics and kept functions.
#include <cstdint>

#include "../../middle_end/device_functions.hpp"
#include "expression_writer.hpp"
#include "image_functions.hpp"
#include "metal_names.hpp"
#include "metal_support.hpp"

namespace ingot::compiler::msl {

std::string expression_writer::precise(std::string_view name, const llvm::Type& type) const {
    return (shared_.is_fast || !type.isFloatTy() ? "" : "precise::") + std::string(name);
}

std::vector<std::string> expression_writer::arguments(const llvm::CallInst& call) {
    std::vector<std::string> all;
    for (const llvm::Use& each : call.args()) all.push_back(whole(*each));
    return all;
}

expression expression_writer::call_text(const llvm::CallInst& call) {
    const llvm::Function& callee = *call.getCalledFunction();
    if (llvm::isa<llvm::IntrinsicInst>(call)) return intrinsic(llvm::cast<llvm::IntrinsicInst>(call));
    if (const kernel_input* const input = input_of(callee)) return input_text(call, *input);
    if (is_image_call(call)) return image_text(call);
    const std::vector<std::string> all = arguments(call);
    llvm::StringRef name = callee.getName();
    if (name.consume_front(device_function_prefix)) {
        if (name == "sub_group_shuffle") return {"simd_shuffle(" + all[0] + ", ushort(" + all[1] + "))"};
        if (name == "sub_group_shuffle_xor") return {"simd_shuffle_xor(" + all[0] + ", ushort(" + all[1] + "))"};
        if (name == "sub_group_shuffle_up") return {"simd_shuffle_up(" + all[0] + ", ushort(" + all[1] + "))"};
        if (name == "sub_group_shuffle_down") return {"simd_shuffle_down(" + all[0] + ", ushort(" + all[1] + "))"};
        if (name == "sub_group_ballot")
            return {"uint(ulong(simd_vote::vote_t(simd_ballot(" + operand(*call.getArgOperand(0)) + " != 0u))) >> (" +
                    operand(*call.getArgOperand(1)) + " * 32u))"};
        refuse(call);
    }
    if (const std::string_view metal = metal_function(callee.getName()); !metal.empty())
        return {precise(metal, *call.getType()) + "(" + joined(all) + ")"};
    if (const auto found = shared_.functions.find(&callee); found != shared_.functions.end()) {
        std::vector<std::string> passed = all;
        const function_needs needs = needs_of(callee);
        for (const kernel_input* const input : needs.inputs) passed.emplace_back(input->name);
        for (const llvm::GlobalVariable* const variable : needs.local_variables) passed.push_back(base_name(*variable));
        return {found->second + "(" + joined(passed) + ")"};
    }
    refuse(call);
}

expression expression_writer::input_text(const llvm::CallInst& call, const kernel_input& input) {
    // In Metal the size is that of a complete SIMD-group; here the last one of a threadgroup has the threads that are left.
    if (input.name == "sub_group_size")
        return {"min(sub_group_size, local_size.x * local_size.y * local_size.z - sub_group_id * sub_group_size)"};
    if (call.arg_empty()) return {std::string(input.name)};
    return cast("ulong", input_number(call, input));
}

std::string expression_writer::input_number(const llvm::CallInst& call, const kernel_input& input) {
    if (call.arg_empty()) return std::string(input.name);
    const auto* const dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    const bool is_size = input.name.ends_with("size");
    if (dimension && dimension->getZExtValue() > 2) return is_size ? "1u" : "0u";
    if (dimension) return std::string(input.name) + "." + "xyz"[dimension->getZExtValue()];
    return "(" + operand(*call.getArgOperand(0)) + " < 3u ? " + std::string(input.name) + "[" + whole(*call.getArgOperand(0)) +
           "] : 0u)";
}

expression expression_writer::intrinsic(const llvm::IntrinsicInst& call) {
    const llvm::Type& type = *call.getType();
    const auto first = [&] { return whole(*call.getArgOperand(0)); };
    const auto named = [&](const std::string& name) { return expression {name + "(" + joined(arguments(call)) + ")"}; };
    const auto of_signed = [&](const std::string& name) {
        std::vector<std::string> all;
        for (const llvm::Use& each : call.args())
            if (each->getType() == &type) all.push_back(signed_type_name(type) + "(" + whole(*each) + ")");
        return cast(type_name(type), name + "(" + joined(all) + ")");
    };
    switch (call.getIntrinsicID()) {
        case llvm::Intrinsic::fabs:
            return named("fabs");
        case llvm::Intrinsic::floor:
            return named("floor");
        case llvm::Intrinsic::ceil:
            return named("ceil");
        case llvm::Intrinsic::trunc:
            return named("trunc");
        case llvm::Intrinsic::round:
            return named("round");
        case llvm::Intrinsic::rint:
        case llvm::Intrinsic::nearbyint:
        case llvm::Intrinsic::roundeven:
            return named("rint");
        case llvm::Intrinsic::sqrt:
            return named(precise("sqrt", type));
        case llvm::Intrinsic::fma:
        case llvm::Intrinsic::fmuladd:
            return named("fma");
        case llvm::Intrinsic::copysign:
            return named("copysign");
        case llvm::Intrinsic::minnum:
        case llvm::Intrinsic::minimumnum:
            return named(precise("fmin", type));
        case llvm::Intrinsic::maxnum:
        case llvm::Intrinsic::maximumnum:
            return named(precise("fmax", type));
        case llvm::Intrinsic::canonicalize:
        case llvm::Intrinsic::expect:
        case llvm::Intrinsic::expect_with_probability:
            return evaluate(*call.getArgOperand(0));
        case llvm::Intrinsic::ldexp:
            return {"ldexp(" + first() + ", " + signed_operand(*call.getArgOperand(1)) + ")"};
        case llvm::Intrinsic::lrint:
        case llvm::Intrinsic::llrint:
            return cast(type_name(type), signed_type_name(type) + "(rint(" + first() + "))");
        case llvm::Intrinsic::lround:
        case llvm::Intrinsic::llround:
            return cast(type_name(type), signed_type_name(type) + "(round(" + first() + "))");
        case llvm::Intrinsic::abs:
            return of_signed("abs");
        case llvm::Intrinsic::smin:
            return of_signed("min");
        case llvm::Intrinsic::smax:
            return of_signed("max");
        case llvm::Intrinsic::umin:
            return named("min");
        case llvm::Intrinsic::umax:
            return named("max");
        case llvm::Intrinsic::sadd_sat:
            return of_signed("addsat");
        case llvm::Intrinsic::ssub_sat:
            return of_signed("subsat");
        case llvm::Intrinsic::uadd_sat:
            return named("addsat");
        case llvm::Intrinsic::usub_sat:
            return named("subsat");
        case llvm::Intrinsic::ctlz:
            return {"clz(" + first() + ")"};
        case llvm::Intrinsic::cttz:
            return {"ctz(" + first() + ")"};
        case llvm::Intrinsic::ctpop:
            return named("popcount");
        case llvm::Intrinsic::bitreverse:
            return named("reverse_bits");
        case llvm::Intrinsic::bswap:
            shared_.helpers.insert("swap_bytes");
            return named("swap_bytes");
        case llvm::Intrinsic::fshl:
        case llvm::Intrinsic::fshr:
            return funnel(call);
        case llvm::Intrinsic::scmp:
        case llvm::Intrinsic::ucmp: {
            const bool is_signed = call.getIntrinsicID() == llvm::Intrinsic::scmp;
            const llvm::Value& left = *call.getArgOperand(0);
            const llvm::Value& right = *call.getArgOperand(1);
            const std::string one = is_signed ? signed_operand(left) : operand(left);
            const std::string other = is_signed ? signed_operand(right) : operand(right);
            return cast(type_name(type), "int(" + one + " > " + other + ") - int(" + one + " < " + other + ")");
        }
        case llvm::Intrinsic::is_fpclass:
            shared_.helpers.insert("is_of_class");
            return {"is_of_class(float(" + first() + "), " + whole(*call.getArgOperand(1)) + ")"};
        case llvm::Intrinsic::fptoui_sat:
        case llvm::Intrinsic::fptosi_sat:
            return saturated(call);
        default:
            refuse(call);
    }
}

expression expression_writer::funnel(const llvm::IntrinsicInst& call) {
    const llvm::Type& type = *call.getType();
    const unsigned bits = type.getIntegerBitWidth();
    const bool is_left = call.getIntrinsicID() == llvm::Intrinsic::fshl;
    const std::string high = operand(*call.getArgOperand(0));
    const std::string low = operand(*call.getArgOperand(1));
    const std::string mask = std::to_string(bits - 1);
    const std::string distance = "(" + operand(*call.getArgOperand(2)) + " & " + mask + ")";
    if (call.getArgOperand(0) == call.getArgOperand(1)) {
        const std::string left =
            is_left ? distance.substr(1, distance.size() - 2) : "(" + std::to_string(bits) + " - " + distance + ") & " + mask;
        return {"rotate(" + whole(*call.getArgOperand(0)) + ", " + type_name(type) + "(" + left + "))"};
    }
    const std::string rest = "(" + mask + " - " + distance + ")";
    if (is_left) return cast(type_name(type), "(" + high + " << " + distance + ") | ((" + low + " >> 1) >> " + rest + ")");
    return cast(type_name(type), "((" + high + " << 1) << " + rest + ") | (" + low + " >> " + distance + ")");
}

expression expression_writer::saturated(const llvm::IntrinsicInst& call) {
    const llvm::Type& type = *call.getType();
    const bool is_signed = call.getIntrinsicID() == llvm::Intrinsic::fptosi_sat;
    const unsigned bits = type.getIntegerBitWidth();
    const std::string value = operand(*call.getArgOperand(0));
    const std::string limit = std::to_string(uint64_t {1} << (bits - 1)) + ".0f";
    const auto* const integer = llvm::cast<llvm::IntegerType>(&type);
    auto* const mutable_type = const_cast<llvm::IntegerType*>(integer);
    if (is_signed) {
        const auto* const least =
            llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(mutable_type, llvm::APInt::getSignedMinValue(bits)));
        const auto* const greatest =
            llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(mutable_type, llvm::APInt::getSignedMaxValue(bits)));
        return {value + " >= " + limit + " ? " + literal(*greatest) + " : " + value + " > -" + limit + " ? " + type_name(type) +
                    "(" + (bits == 64 ? "long" : "int") + "(" + value + ")) : " + value + " == " + value + " ? " +
                    literal(*least) + " : " + zero(type).text,
                false};
    }
    const auto* const greatest =
        llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(mutable_type, llvm::APInt::getMaxValue(bits)));
    return {value + " >= 2.0f * " + limit + " ? " + literal(*greatest) + " : " + value + " > 0 ? " + type_name(type) + "(" +
                value + ") : " + zero(type).text,
            false};
}

}  // namespace ingot::compiler::msl
