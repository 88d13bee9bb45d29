// Gives each pointer the address space of the memory to which it points. In the front end's code every pointer is
// generic (address space 0), and a cast turns a buffer, local memory or a constant into a generic pointer:
//   %generic = addrspacecast ptr addrspace(3) %tile to ptr
//   %element = getelementptr float, ptr %generic, i64 %i
//   %value = load float, ptr %element
// becomes
//   %element = getelementptr float, ptr addrspace(3) %tile, i64 %i
//   %value = load float, ptr addrspace(3) %element
//
// pointer_memory.hpp finds the memories to which each pointer can point. If there is only one, the pass computes the
// pointer again, in the address space of this memory, for each instruction that uses the pointer: an access, a
// comparison, a conversion to a number (as in the difference of two pointers), or a store in a variable. A null pointer
// becomes the null pointer of that space. Afterwards only three kinds of pointers are generic: those to variables of the
// work-item, those that can point to several memories (split_mixed_pointers removes these), and those whose memory is
// unknown (diagnose_unsupported reports them).
//
// On targets with memory at address 0 (CUDA), an address that no memory has is the null pointer of local memory and
// constants. As a number a null pointer is 0 on every target, so that memory filled with zeros holds null pointers.
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>

#include "generic_pointers.hpp"
#include "passes.hpp"
#include "pointer_memory.hpp"
#include "pointer_numbers.hpp"

namespace ingot::compiler {

namespace {

// Returns whether a constant is computed from a generic pointer: from null, a number, or a cast between address spaces.
bool has_generic_pointer(const llvm::Constant& constant) {
    const auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
    if (!expression) return false;
    return expression->getOpcode() == llvm::Instruction::AddrSpaceCast ||
           expression->getOpcode() == llvm::Instruction::IntToPtr ||
           llvm::any_of(expression->operands(), [](const llvm::Use& operand) {
               return llvm::isa<llvm::ConstantPointerNull>(operand) || has_generic_pointer(*llvm::cast<llvm::Constant>(operand));
           });
}

// Returns the instruction before which the value for this use must be computed.
llvm::Instruction* place_of(const llvm::Use& use) {
    auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
    auto* const phi = llvm::dyn_cast<llvm::PHINode>(user);
    return phi ? phi->getIncomingBlock(use)->getTerminator() : user;
}

// Turns constants that are computed from generic pointers into instructions, so that the pass has to handle only
// instructions. Returns whether there was such a constant.
bool expand_constants(llvm::Function& function) {
    llvm::SmallVector<llvm::Instruction*> open;
    for (llvm::Instruction& instruction : llvm::instructions(function)) open.push_back(&instruction);
    bool has_expanded = false;
    while (!open.empty()) {
        llvm::Instruction* const user = open.pop_back_val();
        for (llvm::Use& operand : user->operands()) {
            auto* const constant = llvm::dyn_cast<llvm::ConstantExpr>(operand);
            if (!constant || !has_generic_pointer(*constant)) continue;
            llvm::Instruction* const expanded = constant->getAsInstruction();
            expanded->insertBefore(place_of(operand)->getIterator());
            expanded->setDebugLoc(user->getDebugLoc());
            // A phi has the same value for all edges from one block.
            if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(user))
                phi->setIncomingValueForBlock(phi->getIncomingBlock(operand), expanded);
            else
                operand.set(expanded);
            open.push_back(expanded);
            has_expanded = true;
        }
    }
    return has_expanded;
}

// Returns whether the pointer points to a variable in local memory or to a constant. Such a pointer is never null, even at
// address 0. A pointer that is selected from a variable's address and null can be null: for it this function returns false.
bool is_never_null(const llvm::Value* pointer) {
    if (pointer->getType()->getPointerAddressSpace() <= global_space) return false;
    llvm::SmallVector<const llvm::Value*> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
    return llvm::all_of(objects, [](const llvm::Value* object) { return llvm::isa<llvm::GlobalVariable>(object); });
}

// Computes the pointers of one function in their address spaces.
class address_space_rewriter {
public:
    address_space_rewriter(llvm::Function& function, bool has_memory_at_null) : numbers_(has_memory_at_null), memory_(function) {
        for (llvm::Instruction& instruction : llvm::instructions(function)) instructions_.push_back(&instruction);
    }

    // Returns whether anything changed.
    bool rewrite() {
        for (llvm::Instruction* instruction : instructions_)
            if (auto* const difference = llvm::dyn_cast<llvm::BinaryOperator>(instruction)) rewrite_difference(*difference);
        // An instruction that only computes a pointer from another one is not rewritten. in_space() creates a new instruction
        // for it when the pointer is used.
        llvm::SmallSetVector<llvm::Instruction*, 16> replaced;
        for (llvm::Instruction* instruction : instructions_)
            if (device_space(instruction))
                replaced.insert(instruction);
            else
                rewrite_operands(*instruction);
        for (llvm::Instruction* instruction : obsolete_) instruction->eraseFromParent();
        return erase_unused(std::move(replaced)) || has_changed_;
    }

private:
    // Returns the one memory to which a generic pointer points. Returns nothing if there are several, and for variables
    // of the work-item.
    std::optional<unsigned> device_space(const llvm::Value* pointer) const {
        if (!is_generic_pointer(pointer)) return std::nullopt;
        const std::optional<unsigned> space = memory_.of(pointer).single();
        return space == private_space ? std::nullopt : space;
    }

    void rewrite_operands(llvm::Instruction& user) {
        if (auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(&user))
            if (rewrite_comparison(*comparison)) return;
        if (auto* const cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&user)) return rewrite_cast(*cast);
        for (llvm::Use& operand : user.operands())
            if (const std::optional<unsigned> space = device_space(operand)) rewrite_operand(operand, *space);
    }

    void rewrite_operand(llvm::Use& operand, unsigned space) {
        auto* const user = llvm::cast<llvm::Instruction>(operand.getUser());
        auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
        llvm::IRBuilder<> builder(user);
        if (is_accessed_address(operand) || (call && call->isBundleOperand(&operand))) {
            set(operand, in_space(operand, space));
        } else if (auto* const number = llvm::dyn_cast<llvm::PtrToIntInst>(user)) {
            if (!number->use_empty()) replace(*number, numbers_.number_of(builder, in_space(operand, space), number->getType()));
        } else if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
                   store && !has_mixed_variable_ && memory_.points_to_variables(store->getPointerOperand())) {
            set(operand, numbers_.number_of(builder, in_space(operand, space), builder.getInt64Ty()));
        } else if (call && change_pointer_argument(*call, operand.getOperandNo(), in_space(operand, space))) {
            has_changed_ = true;
        } else {
            set(operand, cast_again(operand, space));
        }
    }

    // Subtracts the addresses of two pointers to the same memory. Their numbers (pointer_numbers.hpp) have the same
    // difference, but LLVM's simplifications would not recognise it.
    void rewrite_difference(llvm::BinaryOperator& difference) {
        const auto* const left = llvm::dyn_cast<llvm::PtrToIntInst>(difference.getOperand(0));
        const auto* const right = llvm::dyn_cast<llvm::PtrToIntInst>(difference.getOperand(1));
        if (difference.getOpcode() != llvm::Instruction::Sub || !left || !right) return;
        const std::optional<unsigned> space = device_space(left->getPointerOperand());
        if (!space || device_space(right->getPointerOperand()) != space) return;
        llvm::IRBuilder<> builder(&difference);
        for (llvm::Use& operand : difference.operands()) {
            llvm::Value* const pointer = llvm::cast<llvm::PtrToIntInst>(operand)->getPointerOperand();
            set(operand, builder.CreatePtrToInt(in_space(pointer, *space), operand->getType()));
        }
    }

    // Compares two pointers to the same memory, or one pointer with null, in the address space of that memory. Returns
    // false if generic pointers are compared that do not point to one known memory of the device.
    bool rewrite_comparison(llvm::ICmpInst& comparison) {
        llvm::Value* left = comparison.getOperand(0);
        llvm::Value* right = comparison.getOperand(1);
        if (!left->getType()->isPointerTy()) return true;
        if (is_generic_pointer(left)) {
            const memory_set of_left = memory_.of(left);
            const memory_set of_right = memory_.of(right);
            const std::optional<unsigned> space = of_left.spaces.empty() ? of_right.single() : of_left.single();
            if (!space || space == private_space) return false;
            for (const memory_set& each : {of_left, of_right})
                if (each.is_unknown || (!each.spaces.empty() && each.single() != space)) return false;
            left = in_space(left, *space);
            right = in_space(right, *space);
        }
        llvm::Constant* const null = numbers_.null_of(left->getType());
        llvm::IRBuilder<> builder(&comparison);
        if (comparison.isEquality() && ((right == null && is_never_null(left)) || (left == null && is_never_null(right))))
            replace(comparison, builder.getInt1(comparison.getPredicate() == llvm::CmpInst::ICMP_NE));
        else if (left != comparison.getOperand(0))
            replace(comparison, builder.CreateICmp(comparison.getPredicate(), left, right));
        return true;
    }

    // Removes a cast of a generic pointer to the address space to which the pointer points, or a cast of null to any
    // address space.
    void rewrite_cast(llvm::AddrSpaceCastInst& cast) {
        if (cast.getSrcAddressSpace() != private_space) return;
        const memory_set memories = memory_.of(cast.getPointerOperand());
        if (memories.is_unknown || (!memories.spaces.empty() && memories.single() != cast.getDestAddressSpace())) return;
        replace(cast, in_space(cast.getPointerOperand(), cast.getDestAddressSpace()));
    }

    // Returns a pointer, computed in the address space of its memory.
    llvm::Value* in_space(llvm::Value* pointer, unsigned space) {
        auto* const type = llvm::PointerType::get(pointer->getContext(), space);
        if (pointer->getType() == type) return pointer;
        if (llvm::isa<llvm::PoisonValue>(pointer)) return llvm::PoisonValue::get(type);
        if (llvm::isa<llvm::UndefValue>(pointer)) return llvm::UndefValue::get(type);
        if (llvm::isa<llvm::Constant>(pointer)) return numbers_.null_of(type);
        if (llvm::Value* const previous = computed_.lookup({pointer, space})) return previous;
        llvm::Value* const computed = compute(llvm::cast<llvm::Instruction>(*pointer), type);
        auto* const instruction = llvm::dyn_cast<llvm::Instruction>(computed);
        // If the pointer depends on itself through the phi of a loop, compute() has already computed it: use that result.
        llvm::Value* const first = computed_.lookup({pointer, space});
        if (first && first != computed) {
            if (instruction && instruction->use_empty()) instruction->eraseFromParent();
            return first;
        }
        if (instruction && !instruction->hasName()) instruction->takeName(pointer);
        return computed_[{pointer, space}] = computed;
    }

    // Creates the instruction that computes a pointer in an address space, next to the one that computes the generic
    // pointer.
    llvm::Value* compute(llvm::Instruction& generic, llvm::PointerType* type) {
        const unsigned space = type->getAddressSpace();
        llvm::IRBuilder<> builder(&generic);
        if (auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&generic)) {
            const llvm::SmallVector<llvm::Value*> indices(element->indices());
            llvm::Value* const base = in_space(element->getPointerOperand(), space);
            return builder.CreateGEP(element->getSourceElementType(), base, indices, "", element->getNoWrapFlags());
        }
        if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(&generic)) {
            llvm::PHINode* const result = builder.CreatePHI(type, phi->getNumIncomingValues());
            computed_[{phi, space}] = result;  // before its operands: in a loop they use the phi itself
            for (const auto& [value, block] : llvm::zip(phi->incoming_values(), phi->blocks()))
                result->addIncoming(in_space(value, space), block);
            return result;
        }
        if (auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&generic))
            return builder.CreateSelect(choice->getCondition(), in_space(choice->getTrueValue(), space),
                                        in_space(choice->getFalseValue(), space));
        if (llvm::isa<llvm::FreezeInst>(generic)) return builder.CreateFreeze(in_space(generic.getOperand(0), space));
        if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&generic)) {
            if (has_mixed_variable_) return new llvm::AddrSpaceCastInst(load, type, "", std::next(load->getIterator()));
            llvm::LoadInst* const number =
                builder.CreateAlignedLoad(builder.getInt64Ty(), load->getPointerOperand(), load->getAlign(), load->isVolatile());
            number->setAtomic(load->getOrdering(), load->getSyncScopeID());
            return numbers_.pointer_of(builder, number, type);
        }
        if (llvm::isa<llvm::IntToPtrInst>(generic))
            return numbers_.pointer_of(builder, builder.CreateZExtOrTrunc(generic.getOperand(0), builder.getInt64Ty()), type);
        // A cast from the address space, or an intrinsic that returns its argument.
        return in_space(generic.getOperand(0), space);
    }

    // Casts the pointer in its address space back to a generic pointer, for users that need one: a phi or a select whose
    // result can point to several memories, or the call of a kept function.
    llvm::Value* cast_again(llvm::Value* generic, unsigned space) {
        if (llvm::isa<llvm::AddrSpaceCastInst>(generic)) return generic;
        llvm::Value*& cast = casts_[generic];
        llvm::Value* const pointer = in_space(generic, space);
        auto place = llvm::cast<llvm::Instruction>(generic)->getIterator();
        if (llvm::isa<llvm::PHINode>(place)) place = place->getParent()->getFirstInsertionPt();
        if (!cast) cast = new llvm::AddrSpaceCastInst(pointer, generic->getType(), "", place);
        return cast;
    }

    void set(llvm::Use& operand, llvm::Value* value) {
        has_changed_ |= operand != value;
        operand.set(value);
    }
    void replace(llvm::Instruction& instruction, llvm::Value* value) {
        if (llvm::isa<llvm::Instruction>(value) && !value->hasName()) value->takeName(&instruction);
        instruction.replaceAllUsesWith(value);
        obsolete_.push_back(&instruction);
        has_changed_ = true;
    }

    const pointer_numbers numbers_;
    const pointer_memory memory_;
    const bool has_mixed_variable_ = memory_.has_mixed_variable();  // then split_mixed_pointers rewrites pointers in variables
    llvm::SmallVector<llvm::Instruction*> instructions_;
    llvm::SmallVector<llvm::Instruction*> obsolete_;  // were replaced, and are erased at the end
    llvm::DenseMap<std::pair<llvm::Value*, unsigned>, llvm::WeakTrackingVH> computed_;  // pointers in their address spaces
    llvm::DenseMap<llvm::Value*, llvm::Value*> casts_;                                  // casts to generic pointers
    bool has_changed_ = false;
};

}  // namespace

llvm::PreservedAnalyses infer_pointer_address_spaces::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const bool has_expanded = expand_constants(function);
    const bool has_rewritten = address_space_rewriter(function, has_memory_at_null_).rewrite();
    return has_expanded || has_rewritten ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
