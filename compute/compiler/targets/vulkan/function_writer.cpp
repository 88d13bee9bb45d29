#include "function_writer.hpp"

#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <stdexcept>

#include "../../middle_end/address_spaces.hpp"

namespace ingot::compiler::vulkan {

void function_writer::write() {
    std::optional<region_list> tree = build_region_tree(function_);
    if (!tree)
        throw std::logic_error("internal error: the control flow of '" + function_.getName().str() + "' is not structured");
    const spirv_id self = state_.functions.at(&function_);
    const bool stores_result = state_.results.contains(&function_);
    words type_operands {stores_result ? module_.void_type() : type(*function_.getReturnType())};
    words head;
    if (!is_kernel_)
        for (const llvm::Argument& argument : function_.args()) {
            const spirv_id parameter = values_[&argument] = module_.fresh();
            type_operands.push_back(type(*argument.getType()));
            append(head, spv::OpFunctionParameter, {type_operands.back(), parameter});
        }
    const spirv_id first = module_.fresh();
    is_open_ = true;
    if (is_kernel_) load_arguments();
    for (llvm::BasicBlock& block : function_)
        for (const llvm::PHINode& phi : block.phis())
            if (!phi.use_empty()) phis_[&phi] = local_variable(type(*phi.getType()));
    loop_values_ = find_loop_values(*tree, function_);
    write_list(*tree);
    if (is_open_) throw std::logic_error("internal error: '" + function_.getName().str() + "' has no end");

    words all;
    const spv::FunctionControlMask control =
        function_.hasFnAttribute(llvm::Attribute::NoInline) ? spv::FunctionControlDontInlineMask : spv::FunctionControlMaskNone;
    append(all, spv::OpFunction,
           {type_operands.front(), self, static_cast<uint32_t>(control), module_.unique(spv::OpTypeFunction, type_operands)});
    all.insert(all.end(), head.begin(), head.end());
    append(all, spv::OpLabel, {first});
    all.insert(all.end(), variables_.begin(), variables_.end());
    all.insert(all.end(), body_.begin(), body_.end());
    append(all, spv::OpFunctionEnd, {});
    module_.add_function(all);
}

spirv_id function_writer::value(const llvm::Value& each) {
    if (const auto* const known = llvm::dyn_cast<llvm::Constant>(&each)) return constant(*known);
    const auto found = values_.find(&each);
    if (found == values_.end()) {
        std::string text;
        llvm::raw_string_ostream(text) << each;
        throw std::logic_error("internal error: a value is used before it is computed:" + text);
    }
    const auto home = loop_values_.homes.find(&each);
    if (home == loop_values_.homes.end() || llvm::is_contained(open_loops_, home->second)) return found->second;
    return emit(spv::OpLoad, type(*each.getType()), {kept_.at(&each)});
}

// Notes the result of an instruction, and stores it if it is used after a loop.
void function_writer::define(const llvm::Instruction& instruction, spirv_id result) {
    values_[&instruction] = result;
    if (loop_values_.homes.contains(&instruction)) emit_plain(spv::OpStore, {kept_variable(instruction), result});
}

// Returns the variable of a result that is used after a loop.
spirv_id function_writer::kept_variable(const llvm::Instruction& instruction) {
    spirv_id& made = kept_[&instruction];
    if (!made) made = local_variable(type(*instruction.getType()));
    return made;
}

// Returns the number that a constant pointer or an expression of such pointers is: a variable is an offset in its block.
std::optional<llvm::APInt> function_writer::offset_number(const llvm::Constant& constant) const {
    const llvm::Type& type = *constant.getType();
    if (!type.isIntegerTy() && !is_offset(type)) return std::nullopt;
    const unsigned bits = type.isPointerTy() ? pointer_bits(type) : type.getIntegerBitWidth();
    if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) return integer->getValue();
    if (constant.isNullValue()) return llvm::APInt(bits, 0);
    if (llvm::isa<llvm::GlobalVariable>(constant)) return llvm::APInt(bits, state_.blocks.offset_of(constant));
    const auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
    if (!expression) return std::nullopt;
    const auto first = offset_number(*expression->getOperand(0));
    if (!first) return std::nullopt;
    switch (expression->getOpcode()) {
        case llvm::Instruction::PtrToInt:
        case llvm::Instruction::IntToPtr:
        case llvm::Instruction::Trunc:
            return first->zextOrTrunc(bits);
        case llvm::Instruction::GetElementPtr: {
            llvm::APInt offset(layout_.getIndexTypeSizeInBits(expression->getType()), 0);
            if (!llvm::cast<llvm::GEPOperator>(expression)->accumulateConstantOffset(layout_, offset)) return std::nullopt;
            return *first + offset.zextOrTrunc(bits);
        }
        default:
            break;
    }
    const auto second = expression->getNumOperands() == 2 ? offset_number(*expression->getOperand(1)) : std::nullopt;
    if (second && expression->getOpcode() == llvm::Instruction::Add) return *first + *second;
    if (second && expression->getOpcode() == llvm::Instruction::Sub) return *first - *second;
    if (second && expression->getOpcode() == llvm::Instruction::Xor) return *first ^ *second;
    return std::nullopt;
}

spirv_id function_writer::constant(const llvm::Constant& constant) {
    if (llvm::isa<llvm::GlobalVariable, llvm::ConstantExpr>(constant))
        if (const auto number = offset_number(constant)) return module_.number(number->getBitWidth(), number->getZExtValue());
    if (const spirv_id made = module_.constant(constant)) return made;
    std::string text;
    llvm::raw_string_ostream(text) << constant;
    throw cannot_write {nullptr, "ingotc cannot write the constant '" + text + "' for Vulkan",
                        "compute it in the kernel, or do not compile for this target"};
}

spirv_id function_writer::emit(spv::Op code, spirv_id type, const words& operands) {
    const spirv_id made = module_.fresh();
    words all {type, made};
    all.insert(all.end(), operands.begin(), operands.end());
    append(body_, code, all);
    return made;
}

spirv_id function_writer::local_variable(spirv_id type) {
    const spirv_id pointer = module_.pointer_type(spv::StorageClassFunction, type);
    const spirv_id made = module_.fresh();
    append(variables_, spv::OpVariable, {pointer, made, static_cast<uint32_t>(spv::StorageClassFunction)});
    return made;
}

void function_writer::refuse(const llvm::Instruction& instruction, std::string message, std::string advice) {
    throw cannot_write {&instruction, std::move(message), std::move(advice)};
}

void function_writer::refuse_unknown(const llvm::Instruction& instruction) {
    std::string text;
    llvm::raw_string_ostream(text) << instruction;
    refuse(instruction, "ingotc cannot write this for Vulkan:" + text, "do not compile for this target");
}

void write_function(kernel_state& state, llvm::Function& function, bool is_kernel) {
    function_writer(state, function, is_kernel).write();
}

}  // namespace ingot::compiler::vulkan
