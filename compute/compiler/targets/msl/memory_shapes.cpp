#include "memory_shapes.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <stdexcept>

#include "metal_names.hpp"

namespace ingot::compiler::msl {

namespace {

// The accesses to an array that one can write by an index.
struct accesses {
    llvm::SmallMapVector<llvm::Type*, unsigned, 4> types;  // and how often there is an access of each
    uint64_t common_factor = 0;                            // of all indices, in bytes
    bool has_whole_values = true;                          // does each access begin at a multiple of its size?
};

void collect(const llvm::Value& pointer, const llvm::DataLayout& layout, accesses& found) {
    for (const llvm::User* const user : pointer.users()) {
        if (llvm::isa<llvm::GEPOperator>(user)) {
            collect(*user, layout, found);
            continue;
        }
        if (llvm::isa<llvm::MemTransferInst>(user)) {
            // The type of a copy is unknown.
            const address_sum address = sum_of(pointer, layout);
            for (const auto& [index, factor] : address.terms)
                found.common_factor = std::gcd(found.common_factor, static_cast<uint64_t>(std::abs(factor)));
            if (address.bytes != 0)
                found.common_factor = std::gcd(found.common_factor, static_cast<uint64_t>(std::abs(address.bytes)));
            continue;
        }
        if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user)) {
            const auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(user);
            if (update && update->getPointerOperand() == &pointer) ++found.types[update->getType()];
            continue;
        }
        const auto* const load = llvm::dyn_cast<llvm::LoadInst>(user);
        const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
        if (!load && !(store && store->getPointerOperand() == &pointer)) continue;
        llvm::Type* const type = load ? load->getType() : store->getValueOperand()->getType();
        if (!type->isSingleValueType()) continue;
        const address_sum address = sum_of(pointer, layout);
        ++found.types[type];
        const auto size = static_cast<int64_t>(layout.getTypeStoreSize(type).getFixedValue());
        if (address.bytes % size != 0) found.has_whole_values = false;
        for (const auto& [index, factor] : address.terms) {
            if (factor % size != 0) found.has_whole_values = false;
            found.common_factor = std::gcd(found.common_factor, static_cast<uint64_t>(std::abs(factor)));
        }
    }
}

// Returns the type of the numbers of a type of the language: float for "float4". Returns null for other types.
llvm::Type* number_type(const std::string& type, llvm::LLVMContext& context) {
    const auto is_number = [&](std::string_view name) {
        return type == name ||
               (type.starts_with(name) && type.size() == name.size() + 1 && type.back() >= '2' && type.back() <= '4');
    };
    if (is_number("float")) return llvm::Type::getFloatTy(context);
    if (is_number("uint") || is_number("int") || type == "uint32_t" || type == "int32_t") return llvm::Type::getInt32Ty(context);
    return nullptr;
}

// Returns the number of components of a type of the language: 4 for "float4", 1 for "float" or for a struct.
unsigned components_of(const std::string& type) {
    for (const std::string_view number : {"float", "int", "uint", "half", "short", "ushort", "char", "uchar", "long", "ulong"}) {
        if (!type.starts_with(number) || type.size() != number.size() + 1) continue;
        const char digit = type.back();
        if (digit >= '2' && digit <= '4') return static_cast<unsigned>(digit - '0');
    }
    return 1;
}

}  // namespace

std::string memory_shape::name() const {
    if (!number) return "uchar";
    std::string text = number->isIntegerTy(1) ? "uchar" : type_name(*number);
    if (components > 1) text += std::to_string(components);
    return is_packed ? "packed_" + text : text;
}

address_sum sum_of(const llvm::Value& address, const llvm::DataLayout& layout) {
    address_sum sum;
    sum.base = &address;
    while (const auto* const step = llvm::dyn_cast<llvm::GEPOperator>(sum.base)) {
        const unsigned bits = layout.getIndexTypeSizeInBits(step->getType());
        llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> terms;
        llvm::APInt bytes(bits, 0);
        if (!step->collectOffset(layout, bits, terms, bytes))
            throw std::logic_error("internal error: an address has a type whose size is unknown");
        sum.bytes += bytes.getSExtValue();
        for (const auto& [index, factor] : terms) sum.terms[index] += factor.getSExtValue();
        sum.base = step->getPointerOperand();
    }
    return sum;
}

memory_shape shape_of(const llvm::Value& base, const archive::parameter* parameter, uint64_t size, uint64_t alignment,
                      const llvm::DataLayout& layout) {
    accesses found;
    collect(base, layout, found);
    if (found.types.empty() && parameter && parameter->kind == archive::parameter_kind::buffer)
        if (llvm::Type* const type = number_type(parameter->type, base.getContext())) found.types[type] = 1;
    if (found.types.empty()) return {};
    llvm::Type* const most = std::ranges::max_element(found.types, {}, [](const auto& each) { return each.second; })->first;
    const uint64_t bytes = layout.getTypeStoreSize(most);
    const bool has_one_size = std::ranges::all_of(found.types, [&](const auto& each) {
        return layout.getTypeStoreSize(each.first) == bytes && !each.first->isIntegerTy(1);
    });
    if (!has_one_size || !found.has_whole_values || alignment < bytes || size % bytes != 0) return {};
    memory_shape shape {most, 1, false};
    if (most->isPointerTy()) return shape;
    const auto fits = [&](unsigned components) {
        return found.common_factor % (bytes * components) == 0 && size % (bytes * components) == 0;
    };
    if (parameter && parameter->kind == archive::parameter_kind::buffer) {
        const unsigned components = components_of(parameter->type);
        if (components > 1 && parameter->size % bytes == 0 && fits(static_cast<unsigned>(parameter->size / bytes)))
            shape.components = static_cast<unsigned>(parameter->size / bytes);
    } else if (size != 0 && found.common_factor != 0) {
        for (const unsigned components : {4u, 2u})
            if (shape.components == 1 && fits(components)) shape.components = components;
    }
    // Metal's vectors of three have the size of four. Its packed vectors have no padding, and their alignment is that of a
    // number.
    shape.is_packed = shape.components == 3 || (shape.components > 1 && alignment < shape.bytes(layout));
    return shape;
}

}  // namespace ingot::compiler::msl
