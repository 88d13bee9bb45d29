// Removes mixed pointers: pointers that can point to several memories, for example either to a variable or to an element of
// a buffer. A mixed pointer becomes one pointer for each memory, and the number of the address space to which it points:
//   %p = select i1 %c, ptr %variable, ptr %generic          ; %generic is cast from ptr addrspace(1) %buffer
//   %value = load float, ptr %p
// becomes
//   %space = select i1 %c, i32 0, i32 1
//   %is_private = icmp eq i32 %space, 0
//   br i1 %is_private, label %private, label %global
// private:
//   %value.0 = load float, ptr %variable
//   br label %after
// global:
//   %value.1 = load float, ptr addrspace(1) %buffer
//   br label %after
// after:
//   %value = phi float [ %value.0, %private ], [ %value.1, %global ]
//
// The pass runs after infer_pointer_address_spaces, so that all other pointers have their address spaces. Comparisons
// and conversions to numbers need no branches: the pass converts the pointer for each memory to a number, and selects one
// of the numbers.
//
// If a variable holds pointers to several memories, then all pointers that variables of the function hold become
// numbers with the address space in the lowest bits:
//   store ptr %p, ptr %variable                             ; becomes, with the split %p of above,
//   %shifted = shl i64 %number, 3                           ; %number is the address of %p
//   %stored = or i64 %shifted, %space
//   store i64 %stored, ptr %variable
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "generic_pointers.hpp"
#include "kept_functions.hpp"
#include "passes.hpp"
#include "pointer_memory.hpp"
#include "pointer_numbers.hpp"

namespace ingot::compiler {

namespace {

// The number of bits for the address space in a pointer that a variable holds as a number. The other bits hold the address:
// addresses of devices have at most 57 bits and a sign.
constexpr unsigned space_bits = 3;

// The values that replace a mixed pointer.
struct split_pointer {
    llvm::Value* space = nullptr;                           // the number of the address space to which the pointer points
    llvm::SmallMapVector<unsigned, llvm::Value*, 4> parts;  // the pointer in each address space to which it can point
};

// Splits the mixed pointers of one function.
class pointer_splitter {
public:
    pointer_splitter(llvm::Function& function, bool has_memory_at_null, unsigned constant_space)
        : context_(function.getContext()), numbers_(has_memory_at_null), memory_(function), constant_space_(constant_space) {
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (is_mixed(&instruction) || (llvm::isa<llvm::LoadInst>(instruction) && accesses_held_pointer(instruction)))
                split_instructions_.insert(&instruction);
            else
                users_.push_back(&instruction);
    }

    // Returns whether anything changed.
    bool split() {
        for (size_t i = 0; i < users_.size(); ++i) rewrite(*users_[i]);  // adds the copies of instructions to users_
        replace_held_pointers();
        for (llvm::Instruction* instruction : obsolete_) instruction->deleteValue();
        return erase_unused(split_instructions_) || has_changed_;
    }

private:
    // Returns whether the instruction loads or stores a pointer in a variable that holds pointers as numbers with their
    // address spaces.
    bool accesses_held_pointer(const llvm::Instruction& instruction) const {
        const llvm::Value* const address = llvm::getLoadStorePointerOperand(&instruction);
        return has_mixed_variable_ && address && is_generic_pointer(held_value(instruction)) &&
               !memory_.of(held_value(instruction)).is_unknown && memory_.points_to_variables(address);
    }
    static const llvm::Value* held_value(const llvm::Instruction& access) {
        const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&access);
        return store ? store->getValueOperand() : &access;
    }

    bool is_mixed(const llvm::Value* value) const { return is_generic_pointer(value) && memory_.of(value).is_mixed(); }

    void rewrite(llvm::Instruction& user) {
        if (auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(&user)) return rewrite_comparison(*comparison);
        if (auto* const pointer = llvm::dyn_cast<llvm::IntToPtrInst>(&user)) return mark_unknown(*pointer);
        if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&user); store && accesses_held_pointer(*store))
            return hold(*store);
        for (const llvm::Use& operand : user.operands()) {
            if (!is_mixed(operand)) continue;
            if (auto* const number = llvm::dyn_cast<llvm::PtrToIntInst>(&user)) {
                llvm::IRBuilder<> builder(number);
                return replace(*number, number_of(builder, split(operand, private_space), number->getType()));
            }
            if (is_accessed_address(operand) || is_pointer_argument(operand)) return access_each(user, operand);
        }
    }

    // Replaces a generic pointer that is made from a number, if the number was computed from pointers to several memories, by a
    // call that diagnose_unsupported reports. Otherwise the pointer would look like those that split_held() makes from numbers.
    void mark_unknown(llvm::IntToPtrInst& pointer) {
        const memory_set memories = memory_.of(&pointer);
        if (!is_generic_pointer(&pointer) || !memories.is_unknown || memories.spaces.size() < 2) return;
        llvm::Value* const number = pointer.getOperand(0);
        const llvm::FunctionCallee unknown =
            pointer.getModule()->getOrInsertFunction(pointer_of_unknown_memory, pointer.getType(), number->getType());
        replace(pointer, llvm::CallInst::Create(unknown, {number}, "", pointer.getIterator()));
    }

    // Stores a pointer as a number with its address space.
    void hold(llvm::StoreInst& store) {
        llvm::IRBuilder<> builder(&store);
        const split_pointer pointer = split(store.getValueOperand(), private_space);
        llvm::Value* const shifted = builder.CreateShl(number_of(builder, pointer, builder.getInt64Ty()), space_bits);
        store.setOperand(0, builder.CreateOr(shifted, builder.CreateZExt(pointer.space, builder.getInt64Ty())));
        has_changed_ = true;
    }

    // Loads a pointer that hold() has stored as a number, and splits it.
    split_pointer split_held(llvm::LoadInst& load) const {
        llvm::IRBuilder<> builder(&load);
        llvm::LoadInst* const held =
            builder.CreateAlignedLoad(builder.getInt64Ty(), load.getPointerOperand(), load.getAlign(), load.isVolatile());
        held->setAtomic(load.getOrdering(), load.getSyncScopeID());
        split_pointer result;
        result.space = builder.CreateTrunc(builder.CreateAnd(held, (1u << space_bits) - 1), builder.getInt32Ty());
        llvm::Value* const number = builder.CreateAShr(held, space_bits);
        for (const unsigned space : memory_.of(&load).spaces)
            result.parts[space] = numbers_.pointer_of(builder, number, builder.getPtrTy(space));
        return result;
    }

    // Replaces the loads of pointers that variables hold as numbers, if the loaded pointer has only one memory. The users
    // are casts to the address space of that memory, or instructions that use a variable of the work-item.
    void replace_held_pointers() {
        for (llvm::Instruction* load : split_instructions_) {
            if (is_mixed(load)) continue;
            const auto [space, pointer] = split(load, private_space).parts.front();
            for (llvm::User* user : llvm::make_early_inc_range(load->users()))
                if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(user)) replace(*cast, pointer);
            if (space == private_space) load->replaceAllUsesWith(pointer);
        }
    }

    // Returns whether the operand is an argument of an intrinsic (such as memcpy) or of a kept function.
    static bool is_pointer_argument(const llvm::Use& operand) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(operand.getUser());
        return call && (llvm::isa<llvm::IntrinsicInst>(call) || called_kept_function(*call)) && call->isArgOperand(&operand);
    }

    // Casts a part to a generic pointer in front of the instruction. specialize_kept_functions removes the cast.
    static llvm::Value* part_as_generic_pointer(llvm::IRBuilder<>& builder, llvm::Instruction& user, llvm::Value* part) {
        const llvm::IRBuilder<>::InsertPointGuard guard(builder);
        builder.SetInsertPoint(&user);
        return builder.CreateAddrSpaceCast(part, builder.getPtrTy());
    }

    // Does the instruction write to the memory to which the operand points? C++ does not allow such a write to a constant, but
    // pointers to constants and to other memory can be members of one struct.
    static bool is_written_address(const llvm::Use& operand) {
        const unsigned index = operand.getOperandNo();
        if (llvm::isa<llvm::MemIntrinsic>(operand.getUser())) return index == 0;
        return is_accessed_address(operand) && !llvm::isa<llvm::LoadInst>(operand.getUser());
    }

    // Replaces an instruction by one copy for each memory to which its operand can point, and by branches that execute the
    // copy for the memory to which the operand points.
    void access_each(llvm::Instruction& instruction, const llvm::Use& operand) {
        split_pointer pointer = split(operand, private_space);
        if (constant_space_ != 0 && is_written_address(operand)) pointer.parts.erase(constant_space_);
        const unsigned index = operand.getOperandNo();
        llvm::BasicBlock* block = instruction.getParent();
        llvm::BasicBlock* const after = block->splitBasicBlock(std::next(instruction.getIterator()));
        instruction.removeFromParent();
        block->getTerminator()->eraseFromParent();
        llvm::PHINode* const result =
            instruction.getType()->isVoidTy()
                ? nullptr
                : llvm::PHINode::Create(instruction.getType(), static_cast<unsigned>(pointer.parts.size()), "", after->begin());
        for (const auto& [space, part] : pointer.parts) {
            // Use the last memory without a condition.
            llvm::BasicBlock* own = block;
            llvm::IRBuilder<> builder(block);
            if (space != pointer.parts.back().first) {
                own = llvm::BasicBlock::Create(context_, "", after->getParent(), after);
                block = llvm::BasicBlock::Create(context_, "", after->getParent(), after);
                builder.CreateCondBr(builder.CreateICmpEQ(pointer.space, builder.getInt32(space)), own, block);
                builder.SetInsertPoint(own);
            }
            llvm::Instruction* const copy = builder.Insert(instruction.clone());
            if (auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(copy))
                change_pointer_argument(*call, index, part);
            else if (called_kept_function(*copy))
                copy->setOperand(index, part_as_generic_pointer(builder, *copy, part));
            else
                copy->setOperand(index, part);
            if (result) result->addIncoming(copy, own);
            builder.CreateBr(after);
            users_.push_back(copy);  // another operand may be mixed too
        }
        if (result) instruction.replaceAllUsesWith(result);
        obsolete_.push_back(&instruction);
        has_changed_ = true;
    }

    // Compares two pointers if one of them is mixed or if they point to different memories. They are equal if they point
    // to the same memory and have the same number, or if both are null.
    void rewrite_comparison(llvm::ICmpInst& comparison) {
        llvm::Value* const left = comparison.getOperand(0);
        llvm::Value* const right = comparison.getOperand(1);
        if (!is_generic_pointer(left)) return;
        const memory_set of_left = memory_.of(left);
        const memory_set of_right = memory_.of(right);
        const bool is_same = of_left.spaces.empty() || of_right.spaces.empty() || of_left.spaces == of_right.spaces;
        if (of_left.is_unknown || of_right.is_unknown || (is_same && !of_left.is_mixed() && !of_right.is_mixed())) return;

        llvm::IRBuilder<> builder(&comparison);
        const split_pointer first = split(left, private_space);
        const split_pointer second = split(right, private_space);
        llvm::Value* const first_number = number_of(builder, first, builder.getInt64Ty());
        llvm::Value* const second_number = number_of(builder, second, builder.getInt64Ty());
        if (!comparison.isEquality())
            return replace(comparison, builder.CreateICmp(comparison.getPredicate(), first_number, second_number));
        llvm::Value* const is_one_memory = builder.CreateICmpEQ(first.space, second.space);
        llvm::Value* const is_null = builder.CreateICmpEQ(first_number, builder.getInt64(0));
        llvm::Value* const is_equal =
            builder.CreateAnd(builder.CreateICmpEQ(first_number, second_number), builder.CreateOr(is_one_memory, is_null));
        replace(comparison, comparison.getPredicate() == llvm::CmpInst::ICMP_EQ ? is_equal : builder.CreateNot(is_equal));
    }

    // Creates the number of a pointer.
    llvm::Value* number_of(llvm::IRBuilder<>& builder, const split_pointer& pointer, llvm::Type* integer) const {
        llvm::Value* number = nullptr;
        for (const auto& [space, part] : pointer.parts) {
            llvm::Value* const own = numbers_.number_of(builder, part, integer);
            number =
                number ? builder.CreateSelect(builder.CreateICmpEQ(pointer.space, builder.getInt32(space)), own, number) : own;
        }
        return number;
    }

    // Splits a pointer of known memory. A null pointer is split as a pointer to the address space `space_of_null`.
    split_pointer split(llvm::Value* pointer, unsigned space_of_null) {
        if (const auto entry = split_.find(pointer); entry != split_.end()) return entry->second;
        auto* const load = llvm::dyn_cast<llvm::LoadInst>(pointer);
        if (load && accesses_held_pointer(*load)) return split_[pointer] = split_held(*load);
        const memory_set memories = memory_.of(pointer);
        if (!memories.is_mixed()) return split_pointer_to_one_memory(pointer, memories.single().value_or(space_of_null));
        space_of_null = memories.spaces.front();
        split_pointer result;
        auto& instruction = *llvm::cast<llvm::Instruction>(pointer);
        llvm::IRBuilder<> builder(&instruction);
        if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
            result.space = builder.CreatePHI(builder.getInt32Ty(), phi->getNumIncomingValues());
            for (const unsigned space : memories.spaces)
                result.parts[space] = builder.CreatePHI(builder.getPtrTy(space), phi->getNumIncomingValues());
            split_[pointer] = result;  // before its operands: in a loop they use the phi itself
            for (const auto& [value, block] : llvm::zip(phi->incoming_values(), phi->blocks())) {
                const split_pointer incoming = split(value, space_of_null);
                llvm::cast<llvm::PHINode>(result.space)->addIncoming(incoming.space, block);
                for (const auto& [space, part] : result.parts)
                    llvm::cast<llvm::PHINode>(part)->addIncoming(part_of(incoming, space), block);
            }
            return result;
        }
        if (auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
            const split_pointer if_true = split(choice->getTrueValue(), space_of_null);
            const split_pointer if_false = split(choice->getFalseValue(), space_of_null);
            result.space = builder.CreateSelect(choice->getCondition(), if_true.space, if_false.space);
            for (const unsigned space : memories.spaces)
                result.parts[space] =
                    builder.CreateSelect(choice->getCondition(), part_of(if_true, space), part_of(if_false, space));
        } else if (auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
            const llvm::SmallVector<llvm::Value*> indices(element->indices());
            result = split(element->getPointerOperand(), space_of_null);
            for (auto& [space, part] : result.parts)
                part = builder.CreateGEP(element->getSourceElementType(), part, indices, "", element->getNoWrapFlags());
        } else {  // freeze, or an intrinsic that returns its argument
            result = split(instruction.getOperand(0), space_of_null);
            if (llvm::isa<llvm::FreezeInst>(instruction)) {
                result.space = builder.CreateFreeze(result.space);
                for (auto& [space, part] : result.parts) part = builder.CreateFreeze(part);
            }
        }
        return split_[pointer] = result;
    }

    split_pointer split_pointer_to_one_memory(llvm::Value* pointer, unsigned space) const {
        auto* const type = llvm::PointerType::get(context_, space);
        split_pointer result;
        result.space = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context_), space);
        if (llvm::isa<llvm::UndefValue>(pointer))
            result.parts[space] = llvm::PoisonValue::get(type);
        else if (memory_.of(pointer).spaces.empty())
            result.parts[space] = numbers_.null_of(type);
        else if (auto* const cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer))
            result.parts[space] = cast->getPointerOperand();
        else
            result.parts[space] = pointer;
        return result;
    }

    // Returns the pointer in one address space. It is undefined if the pointer cannot point there.
    llvm::Value* part_of(const split_pointer& pointer, unsigned space) const {
        const auto* const found = pointer.parts.find(space);
        return found != pointer.parts.end() ? found->second : llvm::PoisonValue::get(llvm::PointerType::get(context_, space));
    }

    void replace(llvm::Instruction& instruction, llvm::Value* value) {
        instruction.replaceAllUsesWith(value);
        instruction.removeFromParent();
        obsolete_.push_back(&instruction);
        has_changed_ = true;
    }

    llvm::LLVMContext& context_;
    const pointer_numbers numbers_;
    const pointer_memory memory_;
    const unsigned constant_space_;
    const bool has_mixed_variable_ = memory_.has_mixed_variable();
    llvm::SmallSetVector<llvm::Instruction*, 16>
        split_instructions_;                       // compute mixed pointers, or load pointers with their spaces
    llvm::SmallVector<llvm::Instruction*> users_;  // all other instructions
    llvm::DenseMap<llvm::Value*, split_pointer> split_;
    llvm::SmallVector<llvm::Instruction*> obsolete_;  // were replaced, and are deleted at the end
    bool has_changed_ = false;
};

}  // namespace

llvm::PreservedAnalyses split_mixed_pointers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const bool has_changed = pointer_splitter(function, has_memory_at_null_, constant_space_).split();
    function.addFnAttr(mixed_pointers_are_split);
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
