#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

constexpr unsigned generic = 0;
constexpr unsigned global = 1;

unsigned space_of(const llvm::Value* pointer) { return pointer->getType()->getPointerAddressSpace(); }

// The pointer before its cast to a generic one; null where it is none.
llvm::Value* in_own_memory(llvm::Value* pointer) {
    auto* const cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer);
    return cast && cast->getDestAddressSpace() == generic ? cast->getPointerOperand() : nullptr;
}

// Local memory and constants are never null, though their addresses may be 0; a choice between them and null may be.
bool is_never_null(const llvm::Value* pointer) {
    llvm::SmallVector<const llvm::Value*> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
    return llvm::all_of(objects, [](const llvm::Value* object) { return llvm::isa<llvm::GlobalVariable>(object); });
}

class pointers_of_function {
public:
    pointers_of_function(const llvm::DataLayout& of, bool memory_at_null) : layout(of), has_memory_at_null(memory_at_null) {}

    bool number(llvm::Instruction& instruction) const {
        bool changed = false;
        for (llvm::Use& operand : instruction.operands()) changed |= place_null(operand);
        if (auto* const number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction)) {
            if (llvm::Value* const own = in_own_memory(number->getPointerOperand())) {
                number->setOperand(0, own);
                changed = true;
            }
        } else if (auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
            if (llvm::Value* const simpler = in_memory_of_pointer(*comparison)) {
                comparison->replaceAllUsesWith(simpler);
                comparison->eraseFromParent();
                changed = true;
            }
        }
        return changed;
    }

private:
    // A null pointer to that memory. Where local memory and constants begin at address 0, nothing lies at the last one.
    llvm::Constant* null_of(llvm::PointerType* type) const {
        if (!has_memory_at_null || type->getAddressSpace() <= global) return llvm::ConstantPointerNull::get(type);
        return llvm::ConstantExpr::getIntToPtr(llvm::Constant::getAllOnesValue(layout.getIntPtrType(type)), type);
    }

    // A generic constant, null or a number, as a pointer of that type: a cast of it would keep a generic pointer alive.
    llvm::Constant* placed(llvm::Constant* constant, llvm::PointerType* type) const {
        if (llvm::isa<llvm::ConstantPointerNull>(constant)) return null_of(type);
        auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(constant);
        if (!expression) return nullptr;
        switch (expression->getOpcode()) {
            case llvm::Instruction::AddrSpaceCast:
                return space_of(expression->getOperand(0)) == generic ? placed(expression->getOperand(0), type) : nullptr;
            case llvm::Instruction::IntToPtr:
                return llvm::ConstantExpr::getIntToPtr(expression->getOperand(0), type);
            case llvm::Instruction::GetElementPtr: {
                llvm::Constant* const base = placed(expression->getOperand(0), type);
                if (!base) return nullptr;
                const auto* const element = llvm::cast<llvm::GEPOperator>(expression);
                const llvm::SmallVector<llvm::Value*> indices(element->indices());
                return llvm::ConstantExpr::getGetElementPtr(element->getSourceElementType(), base, indices);
            }
            default:
                return nullptr;
        }
    }

    bool place_null(llvm::Use& operand) const {
        auto* const type = llvm::dyn_cast<llvm::PointerType>(operand->getType());
        auto* const constant = llvm::dyn_cast<llvm::ConstantExpr>(operand);
        if (!type || !constant || type->getAddressSpace() == generic) return false;
        llvm::Constant* const simpler = placed(constant, type);
        if (!simpler || simpler == constant) return false;
        operand.set(simpler);
        return true;
    }

    bool is_null(const llvm::Value* pointer) const {
        return llvm::isa<llvm::ConstantPointerNull>(pointer) ||
               pointer == null_of(llvm::cast<llvm::PointerType>(pointer->getType()));
    }

    // A comparison with null, made in the pointer's own memory; null where that is not known, or it is.
    llvm::Value* in_memory_of_pointer(llvm::ICmpInst& comparison) const {
        if (!comparison.isEquality() || !comparison.getOperand(0)->getType()->isPointerTy()) return nullptr;
        for (const unsigned side : {0u, 1u}) {
            if (!is_null(comparison.getOperand(side))) continue;
            llvm::Value* pointer = comparison.getOperand(1 - side);
            if (llvm::Value* const own = in_own_memory(pointer)) pointer = own;
            if (space_of(pointer) == generic) return nullptr;
            if (space_of(pointer) != global && is_never_null(pointer))
                return llvm::ConstantInt::getBool(comparison.getContext(), comparison.getPredicate() == llvm::CmpInst::ICMP_NE);
            llvm::Constant* const null = null_of(llvm::cast<llvm::PointerType>(pointer->getType()));
            if (comparison.getOperand(side) == null && comparison.getOperand(1 - side) == pointer) return nullptr;
            return new llvm::ICmpInst(comparison.getIterator(), comparison.getPredicate(), pointer, null);
        }
        return nullptr;
    }

    const llvm::DataLayout& layout;
    bool has_memory_at_null;
};

}  // namespace

llvm::PreservedAnalyses number_pointers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const pointers_of_function pointers(function.getParent()->getDataLayout(), has_memory_at_null);
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
        changed |= pointers.number(instruction);
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
