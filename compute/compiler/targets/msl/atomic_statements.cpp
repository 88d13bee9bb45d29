// Atomic loads, stores, exchanges and updates.
#include "../../middle_end/address_spaces.hpp"
#include "metal_names.hpp"
#include "statement_writer.hpp"

namespace ingot::compiler::msl {

namespace {

std::string atomic_result(const std::string& text, const llvm::Type& type) {
    return type.isIntegerTy() ? text : "as_type<" + type_name(type) + ">(" + text + ")";
}

}  // namespace

std::string statement_writer::atomic_object(const llvm::Value& pointer, const char* type) {
    const address_sum sum = sum_of(pointer, layout_);
    if (const memory_shape* const shape = values_.shape_of_base(*sum.base);
        shape && shape->number && shape->components == 1 &&
        layout_.getTypeStoreSize(shape->number) == (std::string_view(type) == "atomic_ulong" ? 8 : 4)) {
        const std::string cast = "(" + std::string(space_name(pointer.getType()->getPointerAddressSpace())) + " " + type + "*)";
        llvm::Type* const number = shape->number;
        if (sum.terms.empty() && sum.bytes == 0) return cast + values_.base_name(*sum.base);
        const std::string place = values_.memory(pointer, number).first;
        if (!place.starts_with("*")) return cast + "&" + place;
    }
    return "(" + std::string(space_name(pointer.getType()->getPointerAddressSpace())) + " " + type + "*)" +
           values_.operand(pointer);
}

void statement_writer::write_atomic(const llvm::Instruction& each, unsigned depth, std::string& text) {
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
                          values_.whole(*exchange->getCompareOperand()) + ", " + values_.whole(*exchange->getNewValOperand()) +
                          ")",
                      depth, text, exchange->getCompareOperand()->getType());
    }
    write_update(llvm::cast<llvm::AtomicRMWInst>(each), depth, text);
}

std::string statement_writer::atomic_operand(const llvm::Value& value) {
    return value.getType()->isIntegerTy() ? values_.whole(value) : "as_type<uint>(" + values_.whole(value) + ")";
}

void statement_writer::write_update(const llvm::AtomicRMWInst& update, unsigned depth, std::string& text) {
    const llvm::Value& pointer = *update.getPointerOperand();
    const llvm::Value& value = *update.getValOperand();
    if (update.getType()->isIntegerTy(64)) {
        const char* const name =
            update.getOperation() == llvm::AtomicRMWInst::UMin ? "atomic_min_explicit" : "atomic_max_explicit";
        return line(text, depth,
                    std::string(name) + "(" + atomic_object(pointer, "atomic_ulong") + ", " + values_.whole(value) +
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
                             (is_signed ? values_.signed_operand(value) : atomic_operand(value)) + ", memory_order_relaxed)";
    if (update.use_empty()) return line(text, depth, call + ";");
    define(update, is_signed ? "uint(" + call + ")" : atomic_result(call, *update.getType()), depth, text);
}

}  // namespace ingot::compiler::msl
