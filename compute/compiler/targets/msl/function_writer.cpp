// The text of a function follows its region tree. A value becomes a variable, unless it has one use that is close: then it is
// part of the expression that uses it. Addresses are always part of expressions. A phi becomes a variable that each edge sets.
#include "function_writer.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>

#include "../../middle_end/address_spaces.hpp"
#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/kept_functions.hpp"
#include "../../middle_end/region_tree.hpp"
#include "../../middle_end/user_location.hpp"
#include "metal_names.hpp"
#include "metal_support.hpp"
#include "value_names.hpp"

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

// An expression of more instructions becomes several statements.
constexpr unsigned max_expression = 6;
constexpr size_t indentation = 4;

const kernel_input* input_of(const llvm::Function& callee);

// Returns the call of a kernel's input of which the value is the lower half. The code takes ids as 64 bits and cuts them.
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

const kernel_input* input_of(const llvm::Function& callee) {
    llvm::StringRef name = callee.getName();
    if (!name.consume_front(device_function_prefix)) return nullptr;
    const auto found = std::ranges::find(inputs, std::string_view(name.data(), name.size()), &kernel_input::device_function);
    return found == inputs.end() ? nullptr : &*found;
}

std::string joined(std::span<const std::string> words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

[[noreturn]] void refuse(const llvm::Value& value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    value.print(stream);
    throw std::logic_error("internal error: ingotc cannot write this in Metal's language:" + text);
}

// An operator expression needs parentheses as an operand; a name, a literal or a call does not.
struct expression {
    std::string text;
    bool is_operand = true;
};

class function_writer {
public:
    function_writer(module_text& shared, llvm::Function& written, const kernel_entry* kernel)
        : shared_(shared),
          function_(written),
          layout_(written.getDataLayout()),
          kernel_(kernel),
          needs_(needs_of(written)),
          names_(shared.unit, shared.names) {}

    std::string write() {
        std::optional<region_list> tree = build_region_tree(function_);
        if (!tree)
            throw std::logic_error("internal error: the control flow of '" + function_.getName().str() + "' is not structured");
        for (const kernel_input* const input : needs_.inputs) names_.unique(std::string(input->name));
        const std::string parameters = kernel_ ? kernel_parameters() : kept_parameters();
        // A return at the end needs no text.
        if (function_.getReturnType()->isVoidTy() && !tree->empty() && tree->back().kind == region_kind::end) tree->pop_back();
        find_lists(*tree, 0);
        find_expressions();
        const std::string body = write_list(*tree, 1);
        std::string text;
        if (kernel_)
            text = "kernel void " + shared_.functions.lookup(&function_) + "(" + parameters + ")\n{\n";
        else
            text = (function_.getReturnType()->isVoidTy() ? "void" : type_name(*function_.getReturnType())) + " " +
                   shared_.functions.lookup(&function_) + "(" + parameters + ")\n{\n";
        return text + declarations_ + body + "}\n";
    }

private:
    static std::string spaces(unsigned depth) { return std::string(depth * indentation, ' '); }

    // Parameters.

    std::string kernel_parameters() {
        std::vector<std::string> all;
        unsigned buffer = 0;
        unsigned local = 0;
        for (unsigned i = 0; i < kernel_->reflection.parameters.size(); ++i) {
            const archive::parameter& parameter = kernel_->reflection.parameters[i];
            llvm::Argument& argument = *function_.getArg(i);
            const std::string name =
                names_.unique(identifier(parameter.name == "(failures)" ? std::string_view("failures") : parameter.name));
            argument_names_[&argument] = name;
            if (parameter.kind == archive::parameter_kind::local) {
                const memory_shape shape = shape_of(argument, &parameter, 0, parameter.alignment, layout_);
                shapes_[&argument] = shape;
                all.push_back("threadgroup " + shape.name() + "* " + name + " [[threadgroup(" + std::to_string(local++) + ")]]");
                continue;
            }
            const std::string place = " [[buffer(" + std::to_string(buffer++) + ")]]";
            if (parameter.kind == archive::parameter_kind::buffer) {
                const memory_shape shape = shape_of(argument, &parameter, 0, parameter.alignment, layout_);
                shapes_[&argument] = shape;
                const unsigned space = argument.getType()->getPointerAddressSpace();
                const bool is_constant = space == constant_space;
                const bool is_read = parameter.access_mode == archive::access::read && !is_constant;
                all.push_back(std::string(space_name(space)) + (is_read ? " const " : " ") + shape.name() + "* " + name + place);
                read_only_[&argument] = is_read;
            } else if (argument.getType()->isStructTy()) {
                all.push_back("constant " + type_name(*argument.getType()->getStructElementType(0)) + "* " + name + place);
            } else {
                all.push_back("constant " + value_type(parameter, *argument.getType()) + "& " + name + place);
            }
        }
        for (const kernel_input* const input : needs_.inputs)
            all.push_back(std::string(input->type) + " " + std::string(input->name) + " [[" + std::string(input->attribute) +
                          "]]");
        for (const llvm::GlobalVariable* const variable : needs_.local_variables) {
            const auto& [name, shape] = shared_.variables.find(variable)->second;
            declarations_ += spaces(1) + "threadgroup " +
                             array_declaration(shape, name, layout_.getTypeAllocSize(variable->getValueType()),
                                               variable->getAlign().valueOrOne().value(), layout_) +
                             ";\n";
        }
        std::string text;
        for (const std::string& each : all) text += (text.empty() ? "\n" : ",\n") + spaces(2) + each;
        return text;
    }

    // Returns the type of a value parameter. The code takes a float as bits.
    std::string value_type(const archive::parameter& parameter, const llvm::Type& type) {
        if (parameter.type == "float" && type.isIntegerTy(32)) return "float";
        if (parameter.type == "half" && type.isIntegerTy(16)) return "half";
        return type_name(type);
    }

    std::string kept_parameters() {
        std::vector<std::string> all;
        for (const llvm::Argument& argument : function_.args()) {
            argument_names_[&argument] = names_.of(argument);
            all.push_back(type_name(*argument.getType()) + " " + argument_names_[&argument]);
        }
        for (const kernel_input* const input : needs_.inputs)
            all.push_back(std::string(input->type) + " " + std::string(input->name));
        for (const llvm::GlobalVariable* const variable : needs_.local_variables) {
            const auto& [name, shape] = shared_.variables.find(variable)->second;
            all.push_back("threadgroup " + shape.name() + "* " + name);
        }
        return joined(all);
    }

    // Lists of the tree, and where values are visible.

    struct list_place {
        size_t parent = 0;
        std::vector<llvm::BasicBlock*> entered {};  // blocks in the list itself, whose phis are declared there
    };

    // Returns the block with which a region begins, or null.
    static llvm::BasicBlock* entered_block(const region& each) {
        if (each.kind == region_kind::block) return each.block;
        if (each.kind == region_kind::loop || each.kind == region_kind::once) return entered_block(each.first.front());
        return nullptr;
    }

    void find_lists(const region_list& list, size_t parent, llvm::BasicBlock* outer_entry = nullptr) {
        const size_t own = lists_.size();
        lists_.push_back({parent, {}});
        list_numbers_[&list] = own;
        for (const region& each : list) {
            if (each.kind == region_kind::block) block_lists_[each.block] = own;
            if (each.kind == region_kind::edge) edge_lists_[{each.block, each.target}] = own;
            llvm::BasicBlock* const entry = entered_block(each);
            if (entry && entry != outer_entry) {
                lists_[own].entered.push_back(entry);
                phi_lists_[entry] = own;
            }
            const bool is_wrapped = each.kind == region_kind::loop || each.kind == region_kind::once;
            find_lists(each.first, own, is_wrapped ? entry : nullptr);
            find_lists(each.second, own);
            for (const region_case& one : each.cases) find_lists(one.body, own);
        }
    }

    bool is_inside(size_t list, size_t outer) const {
        while (list != outer && list != 0) list = lists_[list].parent;
        return list == outer;
    }

    // Is the value used outside of the list? Then it is declared at the begin of the function.
    bool is_used_outside(const llvm::Value& value, size_t list) const {
        for (const llvm::Use& use : value.uses()) {
            const auto* const user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
            if (!user) continue;
            if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(user)) {
                const auto edge = edge_lists_.find({phi->getIncomingBlock(use), phi->getParent()});
                if (edge == edge_lists_.end() || !is_inside(edge->second, list)) return true;
            } else if (is_folded(*user)) {
                if (is_used_outside(*user, list)) return true;
            } else if (!is_inside(block_lists_.lookup(user->getParent()), list)) {
                return true;
            }
        }
        return false;
    }

    // Expressions.

    // Is the instruction an address, which is written where it is used?
    static bool is_folded(const llvm::Instruction& instruction) { return llvm::isa<llvm::GetElementPtrInst>(instruction); }

    static bool is_pure(const llvm::Instruction& each) {
        if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst,
                      llvm::FreezeInst>(each))
            return true;
        if (llvm::isa<llvm::ExtractValueInst>(each)) return llvm::isa<llvm::Argument>(each.getOperand(0));
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(&each);
        if (!call || each.getType()->isVoidTy() || !call->getCalledFunction()) return false;
        return input_of(*call->getCalledFunction()) ||
               (call->doesNotAccessMemory() && !call->isConvergent() && call->getCalledFunction()->isDeclaration());
    }

    static bool writes_or_waits(const llvm::Instruction& each) {
        return each.mayWriteToMemory() || (llvm::isa<llvm::CallInst>(each) && llvm::cast<llvm::CallInst>(each).isConvergent());
    }

    // Finds the instructions that become part of the expression of their one user. The blocks are searched from their ends,
    // because an instruction is evaluated where the statement of its user is.
    void find_expressions() {
        llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*> statements;
        llvm::DenseMap<const llvm::Instruction*, unsigned> sizes;
        for (llvm::BasicBlock& block : function_)
            for (llvm::Instruction& each : llvm::reverse(block)) {
                statements[&each] = &each;
                if (sizes[&each] == 0) sizes[&each] = 1;
                const auto* const source =
                    llvm::isa<llvm::BitCastInst>(each) ? llvm::dyn_cast<llvm::Argument>(each.getOperand(0)) : nullptr;
                if (input_call(each) || (source && is_real_argument(*source))) {
                    inlined_.insert(&each);
                    continue;
                }
                if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&each);
                    call && call->getCalledFunction() && input_of(*call->getCalledFunction()) &&
                    (call->arg_empty() || llvm::isa<llvm::Constant>(call->getArgOperand(0)))) {
                    inlined_.insert(&each);
                    continue;
                }
                const bool is_load = llvm::isa<llvm::LoadInst>(each) && !each.isAtomic() && !each.isVolatile();
                if (each.hasOneUse() && llvm::isa<llvm::LoadInst>(each) && llvm::isa<llvm::AtomicCmpXchgInst>(*each.user_begin()))
                    continue;  // the operand is written twice
                if (!each.hasOneUse() || !(is_pure(each) || is_load) || each.getType()->isStructTy()) continue;
                const llvm::Instruction* user = llvm::cast<llvm::Instruction>(*each.user_begin());
                while (is_folded(*user) && user->hasOneUse() && user->getParent() == &block)
                    user = llvm::cast<llvm::Instruction>(*user->user_begin());
                if (is_folded(*user) || llvm::isa<llvm::PHINode>(user) || user->getParent() != &block) continue;
                const llvm::Instruction* const statement = statements[user];
                if (names_.is_named(each) || sizes[statement] >= max_expression) continue;
                if (is_load) {
                    bool is_changed = false;
                    for (const llvm::Instruction* between = each.getNextNode(); between && between != statement;
                         between = between->getNextNode())
                        is_changed |= writes_or_waits(*between);
                    if (is_changed) continue;
                }
                ++sizes[statement];
                statements[&each] = statement;
                inlined_.insert(&each);
            }
    }

    // Returns the text of a value as an operand.
    std::string operand(const llvm::Value& value) {
        const expression result = evaluate(value);
        return result.is_operand ? result.text : "(" + result.text + ")";
    }
    std::string whole(const llvm::Value& value) { return evaluate(value).text; }

    // Returns an integer operand of the signed type.
    std::string signed_operand(const llvm::Value& value) {
        if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&value)) return signed_literal(*number);
        return signed_type_name(*value.getType()) + "(" + whole(value) + ")";
    }
    // Returns an integer operand that C++ does not promote to int: 8 and 16 bits become uint.
    std::string wide_operand(const llvm::Value& value) {
        if (value.getType()->getIntegerBitWidth() >= 32) return operand(value);
        return "uint(" + whole(value) + ")";
    }
    static expression cast(const std::string& type, const std::string& text) { return {type + "(" + text + ")"}; }

    expression evaluate(const llvm::Value& value) {
        if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&value)) return {literal(*number)};
        if (const auto* const number = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
            std::string text = literal(*number);
            const bool is_negative = text.front() == '-';
            return {std::move(text), !is_negative};
        }
        if (value.getType()->isPointerTy()) return address(value);
        if (llvm::isa<llvm::UndefValue>(value) || llvm::isa<llvm::ConstantAggregateZero>(value)) return zero(*value.getType());
        if (llvm::isa<llvm::ConstantExpr>(value)) {
            const auto& constant = llvm::cast<llvm::ConstantExpr>(value);
            if (constant.getOpcode() == llvm::Instruction::PtrToInt) return cast("ulong", whole(*constant.getOperand(0)));
            refuse(value);
        }
        if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(&value)) {
            const std::string& name = argument_names_[argument];
            if (kernel_ && value.getType()->isIntegerTy() && is_real_argument(*argument))
                return {"as_type<" + type_name(*value.getType()) + ">(" + name + ")"};
            return {name};
        }
        const auto& instruction = llvm::cast<llvm::Instruction>(value);
        if (inlined_.contains(&instruction)) return compute(instruction);
        return {names_.of(value)};
    }

    expression zero(const llvm::Type& type) {
        if (type.isIntegerTy(1)) return {"false"};
        if (type.isFloatTy()) return {"0.0f"};
        if (type.isHalfTy()) return {"0.0h"};
        if (type.isPointerTy()) return {"nullptr"};
        return {literal(*llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(const_cast<llvm::Type*>(&type)), 0))};
    }

    // Is the argument a value parameter of the type float or half?
    bool is_real_argument(const llvm::Argument& argument) const {
        if (!kernel_ || argument.getArgNo() >= kernel_->reflection.parameters.size()) return false;
        const archive::parameter& parameter = kernel_->reflection.parameters[argument.getArgNo()];
        if (parameter.kind != archive::parameter_kind::value) return false;
        return (parameter.type == "float" && argument.getType()->isIntegerTy(32)) ||
               (parameter.type == "half" && argument.getType()->isIntegerTy(16));
    }

    // Addresses.

    const memory_shape* shape_of_base(const llvm::Value& base) {
        if (const auto found = shapes_.find(&base); found != shapes_.end()) return &found->second;
        if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&base))
            if (const auto found = shared_.variables.find(variable); found != shared_.variables.end())
                return &found->second.second;
        return nullptr;
    }
    std::string base_name(const llvm::Value& base) {
        if (const auto* const constant = llvm::dyn_cast<llvm::ConstantExpr>(&base)) {
            if (constant->getOpcode() != llvm::Instruction::IntToPtr) refuse(base);
            return "((" + type_name(*base.getType()) + ")" + operand(*constant->getOperand(0)) + ")";
        }
        if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(&base)) return argument_names_[argument];
        if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&base)) {
            const auto found = shared_.variables.find(variable);
            if (found == shared_.variables.end()) refuse(base);
            return found->second.first;
        }
        return names_.of(base);
    }
    std::string space_of(const llvm::Value& base) {
        const unsigned space = base.getType()->getPointerAddressSpace();
        return std::string(space_name(space)) + (read_only_.lookup(&base) ? " const" : "");
    }

    // Returns the sum of the terms and the constant, each divided by `unit`, or "" for 0.
    std::string index(const address_sum& sum, int64_t unit) {
        std::string text;
        size_t summands = 0;
        for (const auto& [value, factor] : sum.terms) {
            if (factor == 0) continue;
            const bool is_alone = sum.terms.size() == 1 && sum.bytes / unit == 0 && factor == unit;
            const std::string term = index_term(*value, is_alone);
            const int64_t scale = factor / unit;
            text += (text.empty() ? "" : " + ") + term + (scale == 1 ? "" : " * " + std::to_string(scale));
            ++summands;
        }
        if (const int64_t rest = sum.bytes / unit; rest != 0 && summands != 0)
            text += (rest < 0 ? " - " : " + ") + std::to_string(rest < 0 ? -rest : rest);
        else if (rest != 0)
            text = std::to_string(rest);
        return text;
    }

    // Returns an index as a number of 64 bits, or of its own width if nothing is computed with it.
    std::string index_term(const llvm::Value& value, bool is_alone) {
        const llvm::Value* source = &value;
        const std::string type = "long";
        if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&value)) return signed_literal(*number);
        if (const llvm::CallInst* const call = input_call(value)) {
            const std::string number = input_number(*call, *input_of(*call->getCalledFunction()));
            return is_alone ? number : cast(type, number).text;
        }
        const auto* const conversion = llvm::dyn_cast<llvm::CastInst>(&value);
        const bool is_part = conversion && inlined_.contains(conversion);
        if (is_part && llvm::isa<llvm::ZExtInst>(conversion) && !conversion->getOperand(0)->getType()->isIntegerTy(1)) {
            source = conversion->getOperand(0);
            if (is_alone) return whole(*source);
            return cast(type, whole(*source)).text;
        }
        if (is_part && llvm::isa<llvm::SExtInst>(conversion) && !conversion->getOperand(0)->getType()->isIntegerTy(1)) {
            source = conversion->getOperand(0);
            return is_alone ? signed_operand(*source) : cast(type, signed_operand(*source)).text;
        }
        if (value.getType()->isIntegerTy(64))
            return is_alone && is_not_negative(value) ? whole(value) : cast(type, whole(value)).text;
        return cast(type, signed_operand(value)).text;
    }
    bool is_not_negative(const llvm::Value& value) const {
        return llvm::isKnownNonNegative(&value, llvm::SimplifyQuery(layout_));
    }

    // Returns an index as a summand.
    static std::string in_parentheses(const std::string& index) {
        return index.find(' ') == std::string::npos ? index : "(" + index + ")";
    }

    // Returns an address as a pointer to bytes.
    expression address(const llvm::Value& value) {
        if (llvm::isa<llvm::ConstantPointerNull>(value) || llvm::isa<llvm::UndefValue>(value)) return {"nullptr"};
        const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
        if (instruction && inlined_.contains(instruction)) return compute(*instruction);
        const address_sum sum = sum_of(value, layout_);
        if (const auto* const base = llvm::dyn_cast<llvm::Instruction>(sum.base);
            base && inlined_.contains(base) && base != &value) {
            const std::string offset = index(sum, 1);
            return offset.empty() ? compute(*base) : expression {operand(*base) + " + " + in_parentheses(offset), false};
        }
        std::string text = llvm::isa<llvm::ConstantPointerNull>(sum.base) || llvm::isa<llvm::UndefValue>(sum.base)
                               ? "(" + type_name(*sum.base->getType()) + ")nullptr"
                               : base_name(*sum.base);
        if (shape_of_base(*sum.base)) text = "(" + space_of(*sum.base) + " uchar*)" + text;
        if (read_only_.lookup(sum.base)) text = "(" + type_name(*sum.base->getType()) + ")" + text;
        const std::string offset = index(sum, 1);
        const bool is_name = offset.empty() && !shape_of_base(*sum.base) && !text.starts_with("(");
        return {offset.empty() ? text : text + " + " + in_parentheses(offset), is_name};
    }

    // Returns the memory at an address as an expression of a type with the size of `type`, and that type.
    std::pair<std::string, llvm::Type*> memory(const llvm::Value& pointer, llvm::Type* type) {
        const address_sum sum = sum_of(pointer, layout_);
        const memory_shape* const shape = shape_of_base(*sum.base);
        const uint64_t size = layout_.getTypeStoreSize(type);
        if (shape && shape->number && layout_.getTypeStoreSize(shape->number) == size) {
            const auto number = static_cast<int64_t>(size);
            const auto element = static_cast<int64_t>(shape->bytes(layout_));
            const auto is_multiple = [&](int64_t unit) {
                return std::ranges::all_of(sum.terms, [&](const auto& term) { return term.second % unit == 0; });
            };
            if (sum.bytes >= 0 && sum.bytes % number == 0 && is_multiple(element)) {
                address_sum whole_elements = sum;
                const int64_t component = sum.bytes % element / number;
                whole_elements.bytes -= component * number;
                const std::string place = index(whole_elements, element);
                std::string text = base_name(*sum.base) + "[" + (place.empty() ? "0" : place) + "]";
                if (shape->components > 1) text += std::string(".") + "xyzw"[component];
                return {text, shape->number};
            }
            if (sum.bytes % number == 0 && is_multiple(number)) {
                const std::string place = index(sum, number);
                return {"((" + space_of(*sum.base) + " " + type_name(*shape->number) + "*)" + base_name(*sum.base) + ")[" +
                            (place.empty() ? "0" : place) + "]",
                        shape->number};
            }
        }
        const std::string space = space_of(*sum.base);
        if (type->isPointerTy())
            return {"*(" + type_name(*type) + " " + std::string(space_name(pointer.getType()->getPointerAddressSpace())) + "*)" +
                        pointer_operand(pointer),
                    type};
        if (type->isIntegerTy(8) && shape && !shape->number) {
            const std::string place = index(sum, 1);
            return {base_name(*sum.base) + "[" + (place.empty() ? "0" : place) + "]", type};
        }
        const std::string name = type->isIntegerTy(1) ? "uchar" : type_name(*type);
        return {"*(" + space + " " + name + "*)" + pointer_operand(pointer, true), type};
    }
    // Returns the element of an array that begins at an address and has a number of bytes, or "" if that is not one element.
    std::string element(const llvm::Value& pointer, const llvm::Value& length) {
        const address_sum sum = sum_of(pointer, layout_);
        const memory_shape* const shape = shape_of_base(*sum.base);
        const auto* const bytes = llvm::dyn_cast<llvm::ConstantInt>(&length);
        if (!shape || !shape->number || !bytes || bytes->getZExtValue() != shape->bytes(layout_)) return {};
        const auto size = static_cast<int64_t>(shape->bytes(layout_));
        const auto is_multiple = [&](const auto& term) { return term.second % size == 0; };
        if (sum.bytes % size != 0 || !std::ranges::all_of(sum.terms, is_multiple)) return {};
        const std::string place = index(sum, size);
        return base_name(*sum.base) + "[" + (place.empty() ? "0" : place) + "]";
    }
    std::string element_type(const llvm::Value& pointer) { return shape_of_base(*sum_of(pointer, layout_).base)->name(); }

    // Returns a pointer to bytes for a cast. A pointer to constant bytes stays one if `keeps_const`.
    std::string pointer_operand(const llvm::Value& pointer, bool keeps_const = false) {
        const address_sum sum = sum_of(pointer, layout_);
        if (keeps_const && read_only_.lookup(sum.base)) {
            const std::string text = "(" + space_of(*sum.base) + " uchar*)" + base_name(*sum.base);
            const std::string offset = index(sum, 1);
            return offset.empty() ? "(" + text + ")" : "(" + text + " + " + in_parentheses(offset) + ")";
        }
        return operand(pointer);
    }

    // Returns a value of one type as a value of another type of the same size.
    static std::string converted(std::string text, const llvm::Type& from, const llvm::Type& to) {
        if (&from == &to) return text;
        if (to.isIntegerTy(1)) return "(" + text + " & 1) != 0";
        if (from.isPointerTy() || to.isPointerTy()) return "(" + type_name(to) + ")(" + text + ")";
        return "as_type<" + type_name(to) + ">(" + text + ")";
    }

    // Instructions.

    expression compute(const llvm::Instruction& each) {
        if (const auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(&each)) return binary(*operation);
        if (const auto* const comparison = llvm::dyn_cast<llvm::CmpInst>(&each)) return compare(*comparison);
        if (const auto* const conversion = llvm::dyn_cast<llvm::CastInst>(&each)) return convert(*conversion);
        if (each.getOpcode() == llvm::Instruction::FNeg) return {"-" + operand(*each.getOperand(0)), false};
        if (llvm::isa<llvm::FreezeInst>(each)) return evaluate(*each.getOperand(0));
        if (llvm::isa<llvm::SelectInst>(each)) {
            const auto& select = llvm::cast<llvm::SelectInst>(each);
            return {operand(*select.getCondition()) + " ? " + operand(*select.getTrueValue()) + " : " +
                        operand(*select.getFalseValue()),
                    false};
        }
        if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&each)) return read(*load);
        if (const auto* const part = llvm::dyn_cast<llvm::ExtractValueInst>(&each)) return extract(*part);
        if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&each)) return call_text(*call);
        refuse(each);
    }

    expression extract(const llvm::ExtractValueInst& part) {
        const llvm::Value& whole_value = *part.getAggregateOperand();
        if (part.getNumIndices() != 1) refuse(part);
        const unsigned index = part.getIndices()[0];
        if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(&whole_value))
            return {argument_names_[argument] + "[" + std::to_string(index) + "]"};
        if (const auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&whole_value)) {
            if (index == 0) return {names_.of(whole_value)};
            return {names_.of(whole_value) + " == " + operand(*exchange->getCompareOperand()), false};
        }
        refuse(part);
    }

    expression binary(const llvm::BinaryOperator& operation) {
        const llvm::Type& type = *operation.getType();
        if (const llvm::CallInst* const call = input_call(operation))
            return input_text(*call, *input_of(*call->getCalledFunction()));
        const llvm::Value& first = *operation.getOperand(0);
        const llvm::Value& second = *operation.getOperand(1);
        const auto plain = [&](const char* sign) {
            return expression {operand(first) + " " + sign + " " + operand(second), false};
        };
        if (!type.isIntegerTy()) {
            switch (operation.getOpcode()) {
                case llvm::Instruction::FAdd:
                    return plain("+");
                case llvm::Instruction::FSub:
                    return plain("-");
                case llvm::Instruction::FMul:
                    return plain("*");
                case llvm::Instruction::FDiv:
                    return plain("/");
                default:
                    return {precise("fmod", type) + "(" + whole(first) + ", " + whole(second) + ")"};
            }
        }
        if (type.isIntegerTy(1)) {
            if (operation.getOpcode() == llvm::Instruction::And || operation.getOpcode() == llvm::Instruction::Mul)
                return plain("&&");
            if (operation.getOpcode() == llvm::Instruction::Or) return plain("||");
            if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&second); number && number->isOne())
                return {"!" + operand(first), false};
            return plain("!=");
        }
        const bool is_narrow = type.getIntegerBitWidth() < 32;
        const auto as_unsigned = [&](const char* sign) {
            const expression result {wide_operand(first) + " " + sign + " " + wide_operand(second), false};
            return is_narrow ? cast(type_name(type), result.text) : result;
        };
        const auto as_signed = [&](const char* sign, bool is_second_signed) {
            return cast(type_name(type), signed_operand(first) + " " + sign + " " +
                                             (is_second_signed ? signed_operand(second) : wide_operand(second)));
        };
        switch (operation.getOpcode()) {
            case llvm::Instruction::Add:
                if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&second);
                    number && !is_narrow && number->isNegative() && number->getSExtValue() > -4096) {
                    const auto* const positive =
                        llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(number->getType(), -number->getValue()));
                    return {operand(first) + " - " + literal(*positive), false};
                }
                return as_unsigned("+");
            case llvm::Instruction::Sub:
                return as_unsigned("-");
            case llvm::Instruction::Mul:
                return as_unsigned("*");
            case llvm::Instruction::UDiv:
                return as_unsigned("/");
            case llvm::Instruction::URem:
                return as_unsigned("%");
            case llvm::Instruction::And:
                return as_unsigned("&");
            case llvm::Instruction::Or:
                return as_unsigned("|");
            case llvm::Instruction::Xor:
                return as_unsigned("^");
            case llvm::Instruction::Shl:
                return as_unsigned("<<");
            case llvm::Instruction::LShr:
                return as_unsigned(">>");
            case llvm::Instruction::AShr:
                return as_signed(">>", false);
            case llvm::Instruction::SDiv:
                return as_signed("/", true);
            case llvm::Instruction::SRem:
                return as_signed("%", true);
            default:
                refuse(operation);
        }
    }

    expression compare(const llvm::CmpInst& comparison) {
        using llvm::CmpInst;
        const llvm::Value& first = *comparison.getOperand(0);
        const llvm::Value& second = *comparison.getOperand(1);
        const auto with = [&](const std::string& sign) {
            if (comparison.isIntPredicate() && comparison.isSigned())
                return signed_operand(first) + " " + sign + " " + signed_operand(second);
            return operand(first) + " " + sign + " " + operand(second);
        };
        const auto is_number = [&](const llvm::Value& value) { return operand(value) + " == " + operand(value); };
        switch (comparison.getPredicate()) {
            case CmpInst::ICMP_EQ:
            case CmpInst::FCMP_OEQ:
                return {with("=="), false};
            case CmpInst::ICMP_NE:
            case CmpInst::FCMP_UNE:
                return {with("!="), false};
            case CmpInst::ICMP_UGT:
            case CmpInst::ICMP_SGT:
            case CmpInst::FCMP_OGT:
                return {with(">"), false};
            case CmpInst::ICMP_UGE:
            case CmpInst::ICMP_SGE:
            case CmpInst::FCMP_OGE:
                return {with(">="), false};
            case CmpInst::ICMP_ULT:
            case CmpInst::ICMP_SLT:
            case CmpInst::FCMP_OLT:
                return {with("<"), false};
            case CmpInst::ICMP_ULE:
            case CmpInst::ICMP_SLE:
            case CmpInst::FCMP_OLE:
                return {with("<="), false};
            case CmpInst::FCMP_UGT:
                return {"!(" + with("<=") + ")", false};
            case CmpInst::FCMP_UGE:
                return {"!(" + with("<") + ")", false};
            case CmpInst::FCMP_ULT:
                return {"!(" + with(">=") + ")", false};
            case CmpInst::FCMP_ULE:
                return {"!(" + with(">") + ")", false};
            case CmpInst::FCMP_ONE:
                return {with("<") + " || " + with(">"), false};
            case CmpInst::FCMP_UEQ:
                return {"!(" + with("<") + " || " + with(">") + ")", false};
            case CmpInst::FCMP_ORD:
                return {is_number(first) + " && " + is_number(second), false};
            case CmpInst::FCMP_UNO:
                return {"!(" + is_number(first) + " && " + is_number(second) + ")", false};
            case CmpInst::FCMP_TRUE:
                return {"true"};
            default:
                return {"false"};
        }
    }

    expression convert(const llvm::CastInst& conversion) {
        const llvm::Value& source = *conversion.getOperand(0);
        const llvm::Type& from = *source.getType();
        const llvm::Type& to = *conversion.getType();
        switch (conversion.getOpcode()) {
            case llvm::Instruction::Trunc:
                if (to.isIntegerTy(1)) return {"(" + operand(source) + " & 1) != 0", false};
                if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&source); call && to.isIntegerTy(32))
                    if (const kernel_input* const input = input_of(*call->getCalledFunction()))
                        if (const std::string id = input_number(*call, *input); !call->arg_empty()) return {id};
                return cast(type_name(to), whole(source));
            case llvm::Instruction::ZExt:
            case llvm::Instruction::UIToFP:
            case llvm::Instruction::FPTrunc:
            case llvm::Instruction::FPExt:
                return cast(type_name(to), whole(source));
            case llvm::Instruction::SExt:
            case llvm::Instruction::SIToFP:
                if (from.isIntegerTy(1))
                    return {operand(source) + " ? " + type_name(to) + "(-1) : " + type_name(to) + "(0)", false};
                return cast(type_name(to), signed_operand(source));
            case llvm::Instruction::FPToUI:
                if (to.isIntegerTy(1)) return {operand(source) + " != 0", false};
                return cast(type_name(to), to.getIntegerBitWidth() < 32 ? "uint(" + whole(source) + ")" : whole(source));
            case llvm::Instruction::FPToSI: {
                if (to.isIntegerTy(1)) return {operand(source) + " != 0", false};
                const std::string type = to.isIntegerTy(64) ? "long" : "int";
                return cast(type_name(to), type + "(" + whole(source) + ")");
            }
            case llvm::Instruction::BitCast: {
                const auto* const argument = llvm::dyn_cast<llvm::Argument>(&source);
                if (argument && is_real_argument(*argument)) return {argument_names_[argument]};
                return {converted(whole(source), from, to)};
            }
            case llvm::Instruction::PtrToInt:
                return cast(type_name(to), "ulong(" + whole(source) + ")");
            case llvm::Instruction::IntToPtr:
                return {"(" + type_name(to) + ")(" + whole(source) + ")", false};
            default:
                refuse(conversion);
        }
    }

    expression read(const llvm::LoadInst& load) {
        auto [text, type] = memory(*load.getPointerOperand(), load.getType());
        std::string result = converted(text, *type, *load.getType());
        if (type == load.getType() && load.getType()->isIntegerTy(1)) result = "(" + text + " & 1) != 0";
        return {result, !text.starts_with("*") && !load.getType()->isIntegerTy(1)};
    }

    // Returns the name of a function of mathematics in the form that is as exact as the language promises.
    std::string precise(std::string_view name, const llvm::Type& type) const {
        return (shared_.is_fast || !type.isFloatTy() ? "" : "precise::") + std::string(name);
    }

    std::vector<std::string> arguments(const llvm::CallInst& call) {
        std::vector<std::string> all;
        for (const llvm::Use& each : call.args()) all.push_back(whole(*each));
        return all;
    }

    expression call_text(const llvm::CallInst& call) {
        const llvm::Function& callee = *call.getCalledFunction();
        if (llvm::isa<llvm::IntrinsicInst>(call)) return intrinsic(llvm::cast<llvm::IntrinsicInst>(call));
        if (const kernel_input* const input = input_of(callee)) return input_text(call, *input);
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

    expression input_text(const llvm::CallInst& call, const kernel_input& input) {
        if (call.arg_empty()) return {std::string(input.name)};
        return cast("ulong", input_number(call, input));
    }

    // Returns a component of an input, as a uint.
    std::string input_number(const llvm::CallInst& call, const kernel_input& input) {
        if (call.arg_empty()) return std::string(input.name);
        const auto* const dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        const bool is_size = input.name.ends_with("size");
        if (dimension && dimension->getZExtValue() > 2) return is_size ? "1u" : "0u";
        if (dimension) return std::string(input.name) + "." + "xyz"[dimension->getZExtValue()];
        return "(" + operand(*call.getArgOperand(0)) + " < 3u ? " + std::string(input.name) + "[" +
               whole(*call.getArgOperand(0)) + "] : 0u)";
    }

    expression intrinsic(const llvm::IntrinsicInst& call) {
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

    // A shift of two numbers side by side; with twice the same number it is a rotation.
    expression funnel(const llvm::IntrinsicInst& call) {
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

    // A conversion to an integer whose result is the nearest one that exists; 0 for NaN.
    expression saturated(const llvm::IntrinsicInst& call) {
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
            return {value + " >= " + limit + " ? " + literal(*greatest) + " : " + value + " > -" + limit + " ? " +
                        type_name(type) + "(" + (bits == 64 ? "long" : "int") + "(" + value + ")) : " + value + " == " + value +
                        " ? " + literal(*least) + " : " + zero(type).text,
                    false};
        }
        const auto* const greatest =
            llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(mutable_type, llvm::APInt::getMaxValue(bits)));
        return {value + " >= 2.0f * " + limit + " ? " + literal(*greatest) + " : " + value + " > 0 ? " + type_name(type) + "(" +
                    value + ") : " + zero(type).text,
                false};
    }

    // Statements.

    void line(std::string& text, unsigned depth, const std::string& statement) { text += spaces(depth) + statement + "\n"; }

    // Adds a comment if the statement belongs to another line of the source than the statement before.
    void note_line(std::string& text, unsigned depth, const llvm::Instruction& instruction) {
        const std::optional<source_location> found = author_line(instruction, shared_.unit);
        if (!found || found->line == 0) return;
        const std::string place = std::filesystem::path(found->file).filename().string() + ":" + std::to_string(found->line);
        if (place == last_place_) return;
        last_place_ = place;
        line(text, depth, "// " + place);
    }

    std::string write_list(const region_list& list, unsigned depth) {
        std::string text;
        const size_t number = list_numbers_.lookup(&list);
        // The phis of each block in the list are declared before the first edge that leads to it.
        std::vector<llvm::BasicBlock*> undeclared = lists_[number].entered;
        for (size_t i = 0; i < list.size(); ++i) {
            std::erase_if(undeclared, [&](llvm::BasicBlock* block) {
                if (!has_edge_to(list[i], *block)) return false;
                for (const llvm::PHINode& phi : block->phis()) declare_phi(phi, number, depth, text);
                return true;
            });
            write_region(list, i, depth, text);
        }
        return text;
    }

    static bool has_edge_to(const region& each, const llvm::BasicBlock& block) {
        if (each.kind == region_kind::edge) return each.target == &block;
        const auto in_list = [&](const region_list& list) {
            return std::ranges::any_of(list, [&](const region& part) { return has_edge_to(part, block); });
        };
        return in_list(each.first) || in_list(each.second) ||
               std::ranges::any_of(each.cases, [&](const region_case& one) { return in_list(one.body); });
    }

    void declare_phi(const llvm::PHINode& phi, size_t list, unsigned depth, std::string& text) {
        if (phi.use_empty()) return;
        const std::string declaration = type_name(*phi.getType()) + " " + names_.of(phi) + ";";
        if (is_used_outside(phi, list))
            line(declarations_, 1, declaration);
        else
            line(text, depth, declaration);
    }

    void write_region(const region_list& list, size_t place, unsigned depth, std::string& text) {
        const region& each = list[place];
        switch (each.kind) {
            case region_kind::block:
                for (llvm::Instruction& instruction : *each.block) write_statement(instruction, depth, text);
                return;
            case region_kind::edge:
                return write_copies(*each.block, *each.target, depth, text);
            case region_kind::condition:
                return write_condition(each, depth, text);
            case region_kind::loop: {
                line(text, depth, "while (true) {");
                last_place_.clear();
                text += write_list(each.first, depth + 1);
                line(text, depth, "}");
                last_place_.clear();
                return;
            }
            case region_kind::once:
                line(text, depth, "do {");
                text += write_list(each.first, depth + 1);
                return line(text, depth, "} while (false);");
            case region_kind::choice:
                return each.is_chain ? write_chain(each, depth, text) : write_choice(each, depth, text);
            case region_kind::leave:
                return line(text, depth, "break;");
            case region_kind::next:
                return line(text, depth, "continue;");
            case region_kind::end: {
                const auto* const end = llvm::dyn_cast<llvm::ReturnInst>(each.block->getTerminator());
                const llvm::Value* const result = end ? end->getReturnValue() : nullptr;
                if (result) return line(text, depth, "return " + whole(*result) + ";");
                if (!function_.getReturnType()->isVoidTy())
                    return line(text, depth, "return " + zero(*function_.getReturnType()).text + ";");
                return line(text, depth, "return;");
            }
        }
    }

    void write_condition(const region& each, unsigned depth, std::string& text) {
        const llvm::Instruction& terminator = *each.block->getTerminator();
        const llvm::Value& condition = *llvm::cast<llvm::BranchInst>(terminator).getCondition();
        note_line(text, depth, terminator);
        const std::string first = write_list(each.first, depth + 1);
        const std::string second = write_list(each.second, depth + 1);
        if (first.empty() && second.empty()) return;
        if (first.empty()) {
            line(text, depth, "if (!" + operand(condition) + ") {");
            text += second;
            return line(text, depth, "}");
        }
        line(text, depth, "if (" + whole(condition) + ") {");
        text += first;
        if (!second.empty()) {
            line(text, depth, "} else {");
            text += second;
        }
        line(text, depth, "}");
    }

    void write_choice(const region& each, unsigned depth, std::string& text) {
        const auto& choice = llvm::cast<llvm::SwitchInst>(*each.block->getTerminator());
        note_line(text, depth, choice);
        line(text, depth, "switch (" + whole(*choice.getCondition()) + ") {");
        for (const region_case& one : each.cases) {
            for (const llvm::ConstantInt* const value : one.values) line(text, depth + 1, "case " + literal(*value) + ":");
            if (one.is_default) line(text, depth + 1, "default:");
            text.back() = ' ';
            text += "{\n" + write_list(one.body, depth + 2);
            const region_kind last = one.body.empty() ? region_kind::edge : one.body.back().kind;
            if (last != region_kind::leave && last != region_kind::next && last != region_kind::end)
                line(text, depth + 2, "break;");
            line(text, depth + 1, "}");
        }
        line(text, depth, "}");
    }

    void write_chain(const region& each, unsigned depth, std::string& text) {
        const auto& choice = llvm::cast<llvm::SwitchInst>(*each.block->getTerminator());
        note_line(text, depth, choice);
        const std::string value = operand(*choice.getCondition());
        const region_case* otherwise = nullptr;
        std::string begin = "if (";
        for (const region_case& one : each.cases) {
            if (one.is_default) {
                otherwise = &one;
                continue;
            }
            std::string condition;
            for (const llvm::ConstantInt* const own : one.values)
                condition += (condition.empty() ? "" : " || ") + value + " == " + literal(*own);
            line(text, depth, begin + condition + ") {");
            text += write_list(one.body, depth + 1);
            begin = "} else if (";
        }
        if (begin == "if (") {
            // The default is the only case.
            text += write_list(otherwise->body, depth);
            return;
        }
        const std::string rest = write_list(otherwise->body, depth + 1);
        if (!rest.empty()) {
            line(text, depth, "} else {");
            text += rest;
        }
        line(text, depth, "}");
    }

    // Sets the phis of a block. If one of them is set before another one reads its old value, all values are computed first.
    void write_copies(llvm::BasicBlock& from, llvm::BasicBlock& to, unsigned depth, std::string& text) {
        std::vector<std::pair<llvm::PHINode*, llvm::Value*>> copies;
        for (llvm::PHINode& phi : to.phis()) {
            llvm::Value* const value = phi.getIncomingValueForBlock(&from);
            if (!phi.use_empty() && value != &phi && !llvm::isa<llvm::UndefValue>(value)) copies.emplace_back(&phi, value);
        }
        const auto reads_phi = [&](const llvm::Value* value) {
            if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(value)) return phi->getParent() == &to;
            return llvm::isa<llvm::GetElementPtrInst>(value);
        };
        const bool are_parallel =
            copies.size() > 1 && std::ranges::any_of(copies, [&](const auto& copy) { return reads_phi(copy.second); });
        if (!are_parallel) {
            for (const auto& [phi, value] : copies) line(text, depth, names_.of(*phi) + " = " + whole(*value) + ";");
            return;
        }
        std::vector<std::string> values;
        for (const auto& [phi, value] : copies) {
            values.push_back(names_.unique("next_" + names_.of(*phi)));
            line(text, depth, constant_type(*phi->getType()) + " " + values.back() + " = " + whole(*value) + ";");
        }
        for (size_t i = 0; i < copies.size(); ++i) line(text, depth, names_.of(*copies[i].first) + " = " + values[i] + ";");
    }
    // Returns the type of a variable that does not change. `const device uchar*` would be a pointer to constant bytes.
    static std::string constant_type(const llvm::Type& type) {
        return type.isPointerTy() ? type_name(type) + " const" : "const " + type_name(type);
    }

    void define(const llvm::Instruction& each, const std::string& value, unsigned depth, std::string& text,
                const llvm::Type* type = nullptr) {
        const std::string type_text = type_name(type ? *type : *each.getType());
        const std::string& name = names_.of(each);
        if (is_used_outside(each, block_lists_.lookup(each.getParent()))) {
            line(declarations_, 1, type_text + " " + name + ";");
            return line(text, depth, name + " = " + value + ";");
        }
        line(text, depth, constant_type(type ? *type : *each.getType()) + " " + name + " = " + value + ";");
    }

    void write_statement(llvm::Instruction& each, unsigned depth, std::string& text) {
        if (llvm::isa<llvm::PHINode>(each) || each.isTerminator() || is_folded(each) || inlined_.contains(&each)) return;
        if (const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&each)) return declare(*variable);
        if (const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
            intrinsic && (intrinsic->isAssumeLikeIntrinsic() ||
                          intrinsic->getIntrinsicID() == llvm::Intrinsic::experimental_noalias_scope_decl))
            return;
        if (each.use_empty() && !each.mayHaveSideEffects()) return;
        note_line(text, depth, each);
        if (each.isAtomic()) return write_atomic(each, depth, text);
        if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&each)) return write_store(*store, depth, text);
        if (const auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(&each)) {
            const std::string to = element(*copy->getRawDest(), *copy->getLength());
            const std::string from = element(*copy->getRawSource(), *copy->getLength());
            if (!to.empty() && !from.empty() && element_type(*copy->getRawDest()) == element_type(*copy->getRawSource()))
                return line(text, depth, to + " = " + from + ";");
            shared_.helpers.insert("copy_bytes");
            return line(text, depth,
                        "copy_bytes(" + whole(*copy->getRawDest()) + ", " + whole(*copy->getRawSource()) + ", " +
                            whole(*copy->getLength()) + ");");
        }
        if (const auto* const fill = llvm::dyn_cast<llvm::MemSetInst>(&each)) {
            shared_.helpers.insert("fill_bytes");
            return line(text, depth,
                        "fill_bytes(" + whole(*fill->getRawDest()) + ", " + whole(*fill->getValue()) + ", " +
                            whole(*fill->getLength()) + ");");
        }
        if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&each)) {
            llvm::StringRef name = call->getCalledFunction()->getName();
            if (name.consume_front(device_function_prefix)) {
                if (name == "barrier")
                    return line(text, depth, "threadgroup_barrier(" + barrier_memory(*call->getArgOperand(0)) + ");");
                if (name == "sub_group_barrier")
                    return line(text, depth, "simdgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);");
            }
            if (each.getType()->isVoidTy()) return line(text, depth, call_text(*call).text + ";");
            if (each.use_empty()) return line(text, depth, call_text(*call).text + ";");
        }
        if (llvm::isa<llvm::ExtractValueInst>(each) && each.getType()->isStructTy()) refuse(each);
        define(each, compute(each).text, depth, text);
    }

    static std::string barrier_memory(const llvm::Value& scope) {
        const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&scope);
        const uint64_t bits = number ? number->getZExtValue() : 3;
        if (bits == 1) return "mem_flags::mem_threadgroup";
        if (bits == 2) return "mem_flags::mem_device";
        return "mem_flags::mem_device | mem_flags::mem_threadgroup";
    }

    void declare(const llvm::AllocaInst& variable) {
        const auto size = variable.getAllocationSize(layout_);
        if (!size) refuse(variable);
        const memory_shape shape = shape_of(variable, nullptr, size->getFixedValue(), variable.getAlign().value(), layout_);
        shapes_[&variable] = shape;
        line(declarations_, 1,
             array_declaration(shape, names_.of(variable), size->getFixedValue(), variable.getAlign().value(), layout_) + ";");
    }

    void write_store(const llvm::StoreInst& store, unsigned depth, std::string& text) {
        const llvm::Value& value = *store.getValueOperand();
        if (llvm::isa<llvm::UndefValue>(value)) return;
        if (const auto* const parts = llvm::dyn_cast<llvm::StructType>(value.getType())) {
            // A struct is a kernel's parameter, or zero.
            const auto* const argument = llvm::dyn_cast<llvm::Argument>(&value);
            if (!argument && !llvm::isa<llvm::ConstantAggregateZero>(value)) refuse(store);
            const llvm::StructLayout* const offsets = layout_.getStructLayout(const_cast<llvm::StructType*>(parts));
            for (unsigned i = 0; i < parts->getNumElements(); ++i) {
                const std::string type = type_name(*parts->getElementType(i));
                line(text, depth,
                     "*(" + space_of(*sum_of(*store.getPointerOperand(), layout_).base) + " " + type + "*)(" +
                         whole(*store.getPointerOperand()) + " + " +
                         std::to_string(offsets->getElementOffset(i).getFixedValue()) +
                         ") = " + (argument ? argument_names_[argument] + "[" + std::to_string(i) + "]" : "0") + ";");
            }
            return;
        }
        const auto [place, type] = memory(*store.getPointerOperand(), value.getType());
        std::string stored = whole(value);
        if (value.getType()->isIntegerTy(1))
            stored = "uchar(" + stored + ")";
        else
            stored = converted(stored, *value.getType(), *type);
        line(text, depth, place + " = " + stored + ";");
    }

    // Atomic instructions.

    std::string atomic_object(const llvm::Value& pointer, const char* type) {
        const address_sum sum = sum_of(pointer, layout_);
        if (const memory_shape* const shape = shape_of_base(*sum.base);
            shape && shape->number && shape->components == 1 &&
            layout_.getTypeStoreSize(shape->number) == (std::string_view(type) == "atomic_ulong" ? 8 : 4)) {
            const std::string cast =
                "(" + std::string(space_name(pointer.getType()->getPointerAddressSpace())) + " " + type + "*)";
            llvm::Type* const number = shape->number;
            if (sum.terms.empty() && sum.bytes == 0) return cast + base_name(*sum.base);
            const std::string place = memory(pointer, number).first;
            if (!place.starts_with("*")) return cast + "&" + place;
        }
        return "(" + std::string(space_name(pointer.getType()->getPointerAddressSpace())) + " " + type + "*)" + operand(pointer);
    }

    void write_atomic(const llvm::Instruction& each, unsigned depth, std::string& text) {
        if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&each)) {
            const std::string value =
                "atomic_load_explicit(" + atomic_object(*load->getPointerOperand(), "atomic_uint") + ", memory_order_relaxed)";
            return define(each, atomic_result(value, *each.getType()), depth, text);
        }
        if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&each))
            return line(text, depth,
                        "atomic_store_explicit(" + atomic_object(*store->getPointerOperand(), "atomic_uint") + ", " +
                            atomic_operand(*store->getValueOperand()) + ", memory_order_relaxed);");
        if (const auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&each)) {
            shared_.helpers.insert("exchange_if_equal");
            return define(each,
                          "exchange_if_equal(" + atomic_object(*exchange->getPointerOperand(), "atomic_uint") + ", " +
                              whole(*exchange->getCompareOperand()) + ", " + whole(*exchange->getNewValOperand()) + ")",
                          depth, text, exchange->getCompareOperand()->getType());
        }
        write_update(llvm::cast<llvm::AtomicRMWInst>(each), depth, text);
    }
    std::string atomic_operand(const llvm::Value& value) {
        return value.getType()->isIntegerTy() ? whole(value) : "as_type<uint>(" + whole(value) + ")";
    }
    static std::string atomic_result(const std::string& text, const llvm::Type& type) {
        return type.isIntegerTy() ? text : "as_type<" + type_name(type) + ">(" + text + ")";
    }

    void write_update(const llvm::AtomicRMWInst& update, unsigned depth, std::string& text) {
        const llvm::Value& pointer = *update.getPointerOperand();
        const llvm::Value& value = *update.getValOperand();
        if (update.getType()->isIntegerTy(64)) {
            const char* const name =
                update.getOperation() == llvm::AtomicRMWInst::UMin ? "atomic_min_explicit" : "atomic_max_explicit";
            return line(text, depth,
                        std::string(name) + "(" + atomic_object(pointer, "atomic_ulong") + ", " + whole(value) +
                            ", memory_order_relaxed);");
        }
        std::string name;
        bool is_signed = false;
        switch (update.getOperation()) {
            case llvm::AtomicRMWInst::Xchg:
                name = "atomic_exchange_explicit";
                break;
            case llvm::AtomicRMWInst::Add:
                name = "atomic_fetch_add_explicit";
                break;
            case llvm::AtomicRMWInst::Sub:
                name = "atomic_fetch_sub_explicit";
                break;
            case llvm::AtomicRMWInst::And:
                name = "atomic_fetch_and_explicit";
                break;
            case llvm::AtomicRMWInst::Or:
                name = "atomic_fetch_or_explicit";
                break;
            case llvm::AtomicRMWInst::Xor:
                name = "atomic_fetch_xor_explicit";
                break;
            case llvm::AtomicRMWInst::Max:
            case llvm::AtomicRMWInst::UMax:
                name = "atomic_fetch_max_explicit";
                is_signed = update.getOperation() == llvm::AtomicRMWInst::Max;
                break;
            case llvm::AtomicRMWInst::Min:
            case llvm::AtomicRMWInst::UMin:
                name = "atomic_fetch_min_explicit";
                is_signed = update.getOperation() == llvm::AtomicRMWInst::Min;
                break;
            default:
                refuse(update);
        }
        const std::string call = name + "(" + atomic_object(pointer, is_signed ? "atomic_int" : "atomic_uint") + ", " +
                                 (is_signed ? signed_operand(value) : atomic_operand(value)) + ", memory_order_relaxed)";
        if (update.use_empty()) return line(text, depth, call + ";");
        define(update, is_signed ? "uint(" + call + ")" : atomic_result(call, *update.getType()), depth, text);
    }

    module_text& shared_;
    llvm::Function& function_;
    const llvm::DataLayout& layout_;
    const kernel_entry* kernel_;
    function_needs needs_;
    value_names names_;
    std::string declarations_;
    std::string last_place_;
    llvm::DenseMap<const llvm::Argument*, std::string> argument_names_;
    llvm::DenseMap<const llvm::Value*, memory_shape> shapes_;
    llvm::DenseMap<const llvm::Value*, bool> read_only_;
    llvm::DenseSet<const llvm::Instruction*> inlined_;
    std::vector<list_place> lists_;
    llvm::DenseMap<const region_list*, size_t> list_numbers_;
    llvm::DenseMap<const llvm::BasicBlock*, size_t> block_lists_;
    llvm::DenseMap<const llvm::BasicBlock*, size_t> phi_lists_;
    llvm::DenseMap<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, size_t> edge_lists_;
};

// Does an instruction of one of the functions use the value?
bool is_used_in(const llvm::Value& value, const llvm::SmallSetVector<const llvm::Function*, 8>& functions) {
    return llvm::any_of(value.users(), [&](const llvm::User* user) {
        const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
        return instruction ? functions.contains(instruction->getFunction()) : is_used_in(*user, functions);
    });
}

}  // namespace

std::span<const kernel_input> kernel_inputs() { return inputs; }

function_needs needs_of(const llvm::Function& function) {
    function_needs needs;
    const auto functions = function_and_specialized_callees(function);
    for (const kernel_input& input : inputs) {
        const llvm::Function* const source = function.getParent()->getFunction(
            (device_function_prefix + llvm::StringRef(input.device_function.data(), input.device_function.size())).str());
        if (source && is_used_in(*source, functions)) needs.inputs.push_back(&input);
    }
    for (const llvm::GlobalVariable& variable : function.getParent()->globals())
        if (variable.getAddressSpace() == local_space && is_used_in(variable, functions))
            needs.local_variables.push_back(&variable);
    return needs;
}

std::string write_function(module_text& text, llvm::Function& function, const kernel_entry* kernel) {
    return function_writer(text, function, kernel).write();
}

std::string array_declaration(const memory_shape& shape, const std::string& name, uint64_t size, uint64_t alignment,
                              const llvm::DataLayout& layout) {
    const uint64_t element = shape.bytes(layout);
    const uint64_t natural = shape.is_packed ? shape.number_bytes(layout) : element;
    const std::string aligned = alignment > natural ? "alignas(" + std::to_string(alignment) + ") " : "";
    return aligned + shape.name() + " " + name + "[" + std::to_string(std::max<uint64_t>((size + element - 1) / element, 1)) +
           "]";
}

}  // namespace ingot::compiler::msl
