// Removes the generic pointers that LLVM's InferAddressSpaces leaves, because not every device supports them:
//   %generic = addrspacecast ptr addrspace(3) %p to ptr
//   %number = ptrtoint ptr %generic to i64
//   %is_null = icmp eq ptr %generic, null
// becomes, for a target whose local memory does not begin at address 0,
//   %number = ptrtoint ptr addrspace(3) %p to i64
//   %is_null = icmp eq ptr addrspace(3) %p, null
//
// Three things keep generic pointers alive, and the pass handles each:
//   - ptrtoint, as for the difference of two pointers, gives the address in the pointer's own memory.
//   - Generic constants that are cast to an address space (null, a number) become constants of that address space.
//   - Comparisons with null are made in the pointer's address space. A comparison of a variable's address with null
//     becomes a constant.
// On targets with memory at address 0 (CUDA), the null pointer of local and constant memory is the last address: -1.
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

// Returns the pointer before its cast to a generic one, or null if the value is no such cast.
llvm::Value* before_generic_cast(llvm::Value* pointer) {
    auto* const cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer);
    return cast && cast->getDestAddressSpace() == generic ? cast->getPointerOperand() : nullptr;
}

// Returns whether the pointer points to a variable in local memory or to a constant. These are never null, even at
// address 0. A pointer that is selected from a variable's address and null can be null.
bool is_never_null(const llvm::Value* pointer) {
    llvm::SmallVector<const llvm::Value*> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
    return llvm::all_of(objects, [](const llvm::Value* object) { return llvm::isa<llvm::GlobalVariable>(object); });
}

// Rewrites the instructions of one function.
class generic_pointer_remover {
public:
    generic_pointer_remover(const llvm::DataLayout& data_layout, bool memory_at_null)
        : layout_(data_layout), has_memory_at_null_(memory_at_null) {}

    // Removes generic pointers from one instruction, which may be replaced. Returns whether anything changed.
    bool rewrite(llvm::Instruction& instruction) const {
        bool changed = false;
        for (llvm::Use& operand : instruction.operands()) changed |= convert_constant(operand);
        if (auto* const number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction)) {
            if (llvm::Value* const own = before_generic_cast(number->getPointerOperand())) {
                number->setOperand(0, own);
                changed = true;
            }
        } else if (auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
            if (llvm::Value* const replacement = compare_in_address_space(*comparison)) {
                comparison->replaceAllUsesWith(replacement);
                comparison->eraseFromParent();
                changed = true;
            }
        }
        return changed;
    }

private:
    // Returns the null pointer of an address space. If memory begins at address 0, the null pointer is the last
    // address, where no variable is.
    llvm::Constant* null_of(llvm::PointerType* type) const {
        if (!has_memory_at_null_ || type->getAddressSpace() <= global) return llvm::ConstantPointerNull::get(type);
        return llvm::ConstantExpr::getIntToPtr(llvm::Constant::getAllOnesValue(layout_.getIntPtrType(type)), type);
    }

    // Returns a generic constant (null, a number, or an offset from one of these) as a constant pointer of the given
    // type. Returns null for other constants.
    llvm::Constant* converted(llvm::Constant* constant, llvm::PointerType* type) const {
        if (llvm::isa<llvm::ConstantPointerNull>(constant)) return null_of(type);
        auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(constant);
        if (!expression) return nullptr;
        switch (expression->getOpcode()) {
            case llvm::Instruction::AddrSpaceCast:
                return space_of(expression->getOperand(0)) == generic ? converted(expression->getOperand(0), type) : nullptr;
            case llvm::Instruction::IntToPtr:
                return llvm::ConstantExpr::getIntToPtr(expression->getOperand(0), type);
            case llvm::Instruction::GetElementPtr: {
                llvm::Constant* const base = converted(expression->getOperand(0), type);
                if (!base) return nullptr;
                const auto* const element = llvm::cast<llvm::GEPOperator>(expression);
                const llvm::SmallVector<llvm::Value*> indices(element->indices());
                return llvm::ConstantExpr::getGetElementPtr(element->getSourceElementType(), base, indices);
            }
            default:
                return nullptr;
        }
    }

    // Replaces an operand that casts a generic constant to another address space. Returns whether the operand changed.
    bool convert_constant(llvm::Use& operand) const {
        auto* const type = llvm::dyn_cast<llvm::PointerType>(operand->getType());
        auto* const constant = llvm::dyn_cast<llvm::ConstantExpr>(operand);
        if (!type || !constant || type->getAddressSpace() == generic) return false;
        llvm::Constant* const replacement = converted(constant, type);
        if (!replacement || replacement == constant) return false;
        operand.set(replacement);
        return true;
    }

    bool is_null(const llvm::Value* pointer) const {
        return llvm::isa<llvm::ConstantPointerNull>(pointer) ||
               pointer == null_of(llvm::cast<llvm::PointerType>(pointer->getType()));
    }

    // Returns the comparison of a pointer with null in the pointer's own address space. Returns null if the instruction
    // is no such comparison, if the address space is unknown, or if the comparison already is in that address space.
    llvm::Value* compare_in_address_space(llvm::ICmpInst& comparison) const {
        if (!comparison.isEquality() || !comparison.getOperand(0)->getType()->isPointerTy()) return nullptr;
        for (const unsigned side : {0u, 1u}) {
            if (!is_null(comparison.getOperand(side))) continue;
            llvm::Value* pointer = comparison.getOperand(1 - side);
            if (llvm::Value* const own = before_generic_cast(pointer)) pointer = own;
            if (space_of(pointer) == generic) return nullptr;
            if (space_of(pointer) != global && is_never_null(pointer))
                return llvm::ConstantInt::getBool(comparison.getContext(), comparison.getPredicate() == llvm::CmpInst::ICMP_NE);
            llvm::Constant* const null = null_of(llvm::cast<llvm::PointerType>(pointer->getType()));
            if (comparison.getOperand(side) == null && comparison.getOperand(1 - side) == pointer) return nullptr;
            return new llvm::ICmpInst(comparison.getIterator(), comparison.getPredicate(), pointer, null);
        }
        return nullptr;
    }

    const llvm::DataLayout& layout_;
    bool has_memory_at_null_;
};

}  // namespace

llvm::PreservedAnalyses infer_pointer_address_spaces::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const generic_pointer_remover remover(function.getParent()->getDataLayout(), has_memory_at_null_);
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
        changed |= remover.rewrite(instruction);
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
