// Statements of one block.
#include <filesystem>
#include <optional>

#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/user_location.hpp"
#include "function_writer.hpp"
#include "inlined_values.hpp"
#include "metal_names.hpp"
#include "statement_writer.hpp"

namespace ingot::compiler::msl {

namespace {

std::string barrier_memory(const llvm::Value& scope) {
    const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&scope);
    const uint64_t bits = number ? number->getZExtValue() : 3;
    if (bits == 1) return "mem_flags::mem_threadgroup";
    if (bits == 2) return "mem_flags::mem_device";
    return "mem_flags::mem_device | mem_flags::mem_threadgroup";
}

}  // namespace

std::string indented(unsigned depth) {
    constexpr size_t indentation = 4;
    return std::string(depth * indentation, ' ');
}

void line(std::string& text, unsigned depth, const std::string& statement) { text += indented(depth) + statement + "\n"; }

std::string constant_type(const llvm::Type& type) {
    return type.isPointerTy() ? type_name(type) + " const" : "const " + type_name(type);
}

void statement_writer::note_line(std::string& text, unsigned depth, const llvm::Instruction& instruction) {
    const std::optional<source_location> found = author_line(instruction, shared_.unit);
    if (!found || found->line == 0) return;
    const std::string place = std::filesystem::path(found->file).filename().string() + ":" + std::to_string(found->line);
    if (place == last_place_) return;
    last_place_ = place;
    line(text, depth, "// " + place);
}

void statement_writer::define(const llvm::Instruction& each, const std::string& value, unsigned depth, std::string& text,
                              const llvm::Type* type) {
    const std::string type_text = type_name(type ? *type : *each.getType());
    const std::string& name = names_.of(each);
    if (lists_.is_used_outside(each, lists_.list_of(*each.getParent()))) {
        line(declarations_, 1, type_text + " " + name + ";");
        return line(text, depth, name + " = " + value + ";");
    }
    line(text, depth, constant_type(type ? *type : *each.getType()) + " " + name + " = " + value + ";");
}

void statement_writer::write_statement(llvm::Instruction& each, unsigned depth, std::string& text) {
    if (llvm::isa<llvm::PHINode>(each) || each.isTerminator() || is_folded(each) || values_.is_inlined(each)) return;
    if (const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&each)) return declare(*variable);
    if (const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
        intrinsic &&
        (intrinsic->isAssumeLikeIntrinsic() || intrinsic->getIntrinsicID() == llvm::Intrinsic::experimental_noalias_scope_decl))
        return;
    if (each.use_empty() && !each.mayHaveSideEffects()) return;
    note_line(text, depth, each);
    if (each.isAtomic()) return write_atomic(each, depth, text);
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&each)) return write_store(*store, depth, text);
    if (const auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(&each)) {
        const std::string to = values_.element(*copy->getRawDest(), *copy->getLength());
        const std::string from = values_.element(*copy->getRawSource(), *copy->getLength());
        if (!to.empty() && !from.empty() &&
            values_.element_type(*copy->getRawDest()) == values_.element_type(*copy->getRawSource()))
            return line(text, depth, to + " = " + from + ";");
        shared_.helpers.insert("copy_bytes");
        return line(text, depth,
                    "copy_bytes(" + values_.whole(*copy->getRawDest()) + ", " + values_.whole(*copy->getRawSource()) + ", " +
                        values_.whole(*copy->getLength()) + ");");
    }
    if (const auto* const fill = llvm::dyn_cast<llvm::MemSetInst>(&each)) {
        shared_.helpers.insert("fill_bytes");
        return line(text, depth,
                    "fill_bytes(" + values_.whole(*fill->getRawDest()) + ", " + values_.whole(*fill->getValue()) + ", " +
                        values_.whole(*fill->getLength()) + ");");
    }
    if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&each)) {
        llvm::StringRef name = call->getCalledFunction()->getName();
        if (name.consume_front(device_function_prefix)) {
            if (name == "barrier")
                return line(text, depth, "threadgroup_barrier(" + barrier_memory(*call->getArgOperand(0)) + ");");
            if (name == "sub_group_barrier")
                return line(text, depth, "simdgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);");
        }
        if (each.getType()->isVoidTy()) return line(text, depth, values_.call_text(*call).text + ";");
        if (each.use_empty()) return line(text, depth, values_.call_text(*call).text + ";");
    }
    if (llvm::isa<llvm::ExtractValueInst>(each) && each.getType()->isStructTy()) refuse(each);
    define(each, values_.compute(each).text, depth, text);
}

void statement_writer::declare(const llvm::AllocaInst& variable) {
    const auto size = variable.getAllocationSize(layout_);
    if (!size) refuse(variable);
    const memory_shape shape = shape_of(variable, nullptr, size->getFixedValue(), variable.getAlign().value(), layout_);
    values_.set_shape(variable, shape);
    line(declarations_, 1,
         array_declaration("", shape, names_.of(variable), size->getFixedValue(), variable.getAlign().value(), layout_) + ";");
}

void statement_writer::write_store(const llvm::StoreInst& store, unsigned depth, std::string& text) {
    const llvm::Value& value = *store.getValueOperand();
    if (llvm::isa<llvm::UndefValue>(value)) return;
    if (const auto* const parts = llvm::dyn_cast<llvm::StructType>(value.getType())) {
        // A struct is a kernel's parameter, or zero.
        const auto* const argument = llvm::dyn_cast<llvm::Argument>(&value);
        if (!argument && !llvm::isa<llvm::ConstantAggregateZero>(value)) refuse(store);
        const llvm::StructLayout* const offsets = layout_.getStructLayout(const_cast<llvm::StructType*>(parts));
        for (unsigned i = 0; i < parts->getNumElements(); ++i) {
            const std::string type = values_.aliased(*parts->getElementType(i));
            line(text, depth,
                 "*(" + values_.space_of(*sum_of(*store.getPointerOperand(), layout_).base) + " " + type + "*)(" +
                     values_.whole(*store.getPointerOperand()) + " + " +
                     std::to_string(offsets->getElementOffset(i).getFixedValue()) +
                     ") = " + (argument ? values_.whole(*argument) + "[" + std::to_string(i) + "]" : "0") + ";");
        }
        return;
    }
    const auto [place, type] = values_.memory(*store.getPointerOperand(), value.getType());
    std::string stored = values_.whole(value);
    if (value.getType()->isIntegerTy(1))
        stored = "uchar(" + stored + ")";
    else
        stored = converted(stored, *value.getType(), *type);
    line(text, depth, place + " = " + stored + ";");
}

}  // namespace ingot::compiler::msl
