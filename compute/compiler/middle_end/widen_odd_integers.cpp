// Replaces integers of odd widths by integers of 8, 16, 32 or 64 bits:
//   %small = trunc i32 %x to i2
//   %next = add i2 %small, -1
//   %all = zext i2 %next to i32
// becomes
//   %0 = trunc i32 %x to i8
//   %small = and i8 %0, 3
//   %1 = add i8 %small, 3
//   %next = and i8 %1, 3
//   %all = zext i8 %next to i32
// LLVM's simplification makes such integers, for example from `x & 3` in a loop. LLVM's SPIR-V back end would use the next
// larger type for them, and keep bits that the odd type does not have. Here every width except 1, 8, 16, 32 and 64 is odd.
//
// The bits above the odd width are always 0. An operation that can set them is followed by an `and`; an operation on
// signed numbers first extends the sign.
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

// Returns whether a type is an integer of an odd width below 64 bits. The pass does not change wider integers: the front
// end reports them as errors (device_rules.cpp).
bool is_odd(const llvm::Type* type) {
    if (!type->isIntegerTy()) return false;
    const unsigned bits = type->getIntegerBitWidth();
    return bits > 1 && bits < 64 && !(bits >= 8 && llvm::isPowerOf2_32(bits));
}

unsigned wide_bits(unsigned bits) { return std::max(8u, static_cast<unsigned>(llvm::PowerOf2Ceil(bits))); }

bool uses_odd_integers(const llvm::Instruction& instruction) {
    return is_odd(instruction.getType()) ||
           llvm::any_of(instruction.operands(), [](const llvm::Use& operand) { return is_odd(operand->getType()); });
}

// Widens the integers of one function.
class widener {
public:
    explicit widener(llvm::Function& function) : function_(function), builder_(function.getContext()) {}

    // Returns whether the function had odd integers.
    bool run() {
        llvm::SmallVector<llvm::Instruction*> found;
        const llvm::ReversePostOrderTraversal<llvm::Function*> blocks(&function_);
        for (llvm::BasicBlock* const block : blocks)
            for (llvm::Instruction& instruction : *block)
                if (uses_odd_integers(instruction)) found.push_back(&instruction);
        if (found.empty()) return false;
        // Widen each value before the instructions that use it. The incoming values of a phi may be computed after it: make
        // the phis first and give them their values at the end.
        for (llvm::Instruction* const instruction : found)
            if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
                builder_.SetInsertPoint(phi);
                auto* const wide = builder_.CreatePHI(wide_type(phi->getType()), phi->getNumIncomingValues());
                wide_[phi] = take_name(wide, *phi);
            }
        for (llvm::Instruction* const instruction : found)
            if (!llvm::isa<llvm::PHINode>(instruction)) widen(*instruction);
        for (llvm::Instruction* const instruction : found)
            if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(instruction))
                for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
                    llvm::cast<llvm::PHINode>(wide_[phi])
                        ->addIncoming(widened(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
        llvm::erase_if(found,
                       [&](const llvm::Instruction* each) { return !is_odd(each->getType()) && !replaced_.contains(each); });
        for (llvm::Instruction* const instruction : found) {
            instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
            instruction->dropAllReferences();
        }
        for (llvm::Instruction* const instruction : found) instruction->eraseFromParent();
        return true;
    }

private:
    llvm::Type* wide_type(const llvm::Type* type) {
        return llvm::IntegerType::get(function_.getContext(), wide_bits(type->getIntegerBitWidth()));
    }
    static llvm::Value* take_name(llvm::Value* value, llvm::Instruction& original) {
        if (llvm::isa<llvm::Instruction>(value)) value->takeName(&original);
        return value;
    }

    // Returns the wide form of an odd integer; returns any other value unchanged.
    llvm::Value* widened(llvm::Value* value) {
        if (!is_odd(value->getType())) return value;
        if (const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(value))
            return llvm::ConstantInt::get(wide_type(value->getType()),
                                          constant->getValue().zext(wide_bits(value->getType()->getIntegerBitWidth())));
        if (llvm::isa<llvm::UndefValue>(value)) return llvm::ConstantInt::get(wide_type(value->getType()), 0);
        const auto found = wide_.find(value);
        if (found == wide_.end()) reject(*value);
        return found->second;
    }
    // Returns a wide value without the bits above the odd width.
    llvm::Value* without_upper_bits(llvm::Value* value, const llvm::Type* odd) {
        const uint64_t mask = llvm::maskTrailingOnes<uint64_t>(odd->getIntegerBitWidth());
        return builder_.CreateAnd(value, llvm::ConstantInt::get(value->getType(), mask));
    }
    // Returns the wide form of an odd integer with its sign in the bits above.
    llvm::Value* sign_extended(llvm::Value* value) {
        if (!is_odd(value->getType())) return value;
        llvm::Value* const wide = widened(value);
        const unsigned shift = wide->getType()->getIntegerBitWidth() - value->getType()->getIntegerBitWidth();
        return builder_.CreateAShr(builder_.CreateShl(wide, shift), shift);
    }

    void widen(llvm::Instruction& instruction) {
        builder_.SetInsertPoint(&instruction);
        if (auto* const operation = llvm::dyn_cast<llvm::WithOverflowInst>(&instruction)) return widen_overflow(*operation);
        if (wide_.contains(&instruction)) return;  // extracts the result of an operation with an overflow flag
        llvm::Value* const result = wide_result(instruction);
        if (!result) return;  // changed in place
        if (is_odd(instruction.getType())) {
            wide_[&instruction] = take_name(result, instruction);
            return;
        }
        take_name(result, instruction);
        instruction.replaceAllUsesWith(result);
        replaced_.insert(&instruction);
    }

    // Builds the instruction with wide integers. Returns null if the instruction was changed in place.
    llvm::Value* wide_result(llvm::Instruction& instruction) {
        llvm::Type* const type = instruction.getType();
        if (auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return wide_operation(*operation);
        if (auto* const conversion = llvm::dyn_cast<llvm::CastInst>(&instruction)) return wide_conversion(*conversion);
        if (auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
            const auto side = [&](unsigned i) {
                return comparison->isSigned() ? sign_extended(comparison->getOperand(i)) : widened(comparison->getOperand(i));
            };
            return builder_.CreateICmp(comparison->getPredicate(), side(0), side(1));
        }
        if (auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&instruction))
            return builder_.CreateSelect(choice->getCondition(), widened(choice->getTrueValue()),
                                         widened(choice->getFalseValue()));
        if (auto* const frozen = llvm::dyn_cast<llvm::FreezeInst>(&instruction))
            return without_upper_bits(builder_.CreateFreeze(widened(frozen->getOperand(0))), type);
        if (auto* const branch = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) return widen_switch(*branch);
        if (auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) return wide_intrinsic(*call);
        if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return without_upper_bits(loaded_parts(*load), type);
        if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store_parts(*store);
        reject(instruction);
    }

    // An odd integer in memory is accessed in parts of equal size, since it can have 3, 5, 6 or 7 bytes. (split_odd_integers has
    // split such accesses of the source; LLVM's simplification makes new ones.) The size of a part is the largest power of two
    // that divides the integer's bytes, so that an integer of 1, 2, 4 or 8 bytes is one part.
    static unsigned bytes_of(const llvm::Type* type) {
        return static_cast<unsigned>(llvm::divideCeil(type->getIntegerBitWidth(), 8u));
    }
    static unsigned bytes_of_part(const llvm::Type* type) { return bytes_of(type) & (~bytes_of(type) + 1); }

    llvm::Value* loaded_parts(llvm::LoadInst& load) {
        llvm::Type* const wide = wide_type(load.getType());
        llvm::Type* const part = builder_.getIntNTy(8 * bytes_of_part(load.getType()));
        llvm::Value* whole = nullptr;
        for (unsigned byte = 0; byte < bytes_of(load.getType()); byte += bytes_of_part(load.getType())) {
            llvm::Value* const bits = builder_.CreateAlignedLoad(part, address_of_part(load.getPointerOperand(), byte),
                                                                 llvm::commonAlignment(load.getAlign(), byte), load.isVolatile());
            llvm::Value* const extended = builder_.CreateZExt(bits, wide);
            whole = whole ? builder_.CreateOr(whole, builder_.CreateShl(extended, uint64_t {8} * byte)) : extended;
        }
        return whole;
    }
    // Changes the store, which then stores the first part. Returns null: it is changed in place.
    llvm::Value* store_parts(llvm::StoreInst& store) {
        const llvm::Type* const type = store.getValueOperand()->getType();
        llvm::Value* const wide = widened(store.getValueOperand());
        llvm::Type* const part = builder_.getIntNTy(8 * bytes_of_part(type));
        for (unsigned byte = bytes_of_part(type); byte < bytes_of(type); byte += bytes_of_part(type))
            builder_.CreateAlignedStore(builder_.CreateTrunc(builder_.CreateLShr(wide, uint64_t {8} * byte), part),
                                        address_of_part(store.getPointerOperand(), byte),
                                        llvm::commonAlignment(store.getAlign(), byte), store.isVolatile());
        store.setOperand(0, builder_.CreateTrunc(wide, part));
        return nullptr;
    }
    llvm::Value* address_of_part(llvm::Value* pointer, unsigned byte) {
        return byte == 0 ? pointer : builder_.CreateConstGEP1_32(builder_.getInt8Ty(), pointer, byte);
    }

    llvm::Value* wide_operation(llvm::BinaryOperator& operation) {
        const auto with = [&](llvm::Value* first, llvm::Value* second) {
            return builder_.CreateBinOp(operation.getOpcode(), first, second);
        };
        llvm::Value* const first = operation.getOperand(0);
        llvm::Value* const second = operation.getOperand(1);
        switch (operation.getOpcode()) {
            case llvm::Instruction::And:
            case llvm::Instruction::Or:
            case llvm::Instruction::Xor:
            case llvm::Instruction::LShr:
            case llvm::Instruction::UDiv:
            case llvm::Instruction::URem:
                return with(widened(first), widened(second));
            case llvm::Instruction::AShr:
                return without_upper_bits(with(sign_extended(first), widened(second)), operation.getType());
            case llvm::Instruction::SDiv:
            case llvm::Instruction::SRem:
                return without_upper_bits(with(sign_extended(first), sign_extended(second)), operation.getType());
            default:
                return without_upper_bits(with(widened(first), widened(second)), operation.getType());
        }
    }

    // Replaces an operation with an overflow flag. Its result is a pair; only extractvalue may use it.
    void widen_overflow(llvm::WithOverflowInst& operation) {
        const llvm::Type* const odd = operation.getLHS()->getType();
        const auto side = [&](llvm::Value* value) { return operation.isSigned() ? sign_extended(value) : widened(value); };
        // The operation on the wide type has a flag too, because a product may need more bits than the wide type has.
        llvm::Value* const pair =
            builder_.CreateBinaryIntrinsic(operation.getIntrinsicID(), side(operation.getLHS()), side(operation.getRHS()));
        llvm::Value* const exact = builder_.CreateExtractValue(pair, 0);
        llvm::Value* const result = without_upper_bits(exact, odd);
        const unsigned shift = exact->getType()->getIntegerBitWidth() - odd->getIntegerBitWidth();
        llvm::Value* const kept = operation.isSigned() ? builder_.CreateAShr(builder_.CreateShl(result, shift), shift) : result;
        llvm::Value* const overflow = builder_.CreateOr(builder_.CreateExtractValue(pair, 1), builder_.CreateICmpNE(kept, exact));
        for (llvm::User* const user : llvm::make_early_inc_range(operation.users())) {
            auto* const part = llvm::dyn_cast<llvm::ExtractValueInst>(user);
            if (!part) reject(operation);
            if (part->getIndices().front() == 0) {
                wide_[part] = result;
                continue;
            }
            part->replaceAllUsesWith(overflow);
            part->eraseFromParent();
        }
        replaced_.insert(&operation);
    }

    llvm::Value* wide_conversion(llvm::CastInst& conversion) {
        llvm::Value* const source = conversion.getOperand(0);
        llvm::Type* const type = conversion.getType();
        llvm::Type* const target = is_odd(type) ? wide_type(type) : type;
        const auto bounded = [&](llvm::Value* value) { return is_odd(type) ? without_upper_bits(value, type) : value; };
        switch (conversion.getOpcode()) {
            case llvm::Instruction::Trunc:
                return bounded(builder_.CreateZExtOrTrunc(widened(source), target));
            case llvm::Instruction::ZExt:
                return builder_.CreateZExtOrTrunc(widened(source), target);
            case llvm::Instruction::SExt:
                return bounded(builder_.CreateSExtOrTrunc(sign_extended(source), target));
            case llvm::Instruction::UIToFP:
                return builder_.CreateUIToFP(widened(source), target);
            case llvm::Instruction::SIToFP:
                return builder_.CreateSIToFP(sign_extended(source), target);
            case llvm::Instruction::FPToUI:
                return bounded(builder_.CreateFPToUI(source, target));
            case llvm::Instruction::FPToSI:
                return bounded(builder_.CreateFPToSI(source, target));
            default:
                reject(conversion);
        }
    }

    llvm::Value* widen_switch(llvm::SwitchInst& branch) {
        llvm::Value* const condition = branch.getCondition();
        llvm::Type* const type = wide_type(condition->getType());
        for (auto& each : branch.cases())
            each.setValue(llvm::cast<llvm::ConstantInt>(
                llvm::ConstantInt::get(type, each.getCaseValue()->getValue().zext(type->getIntegerBitWidth()))));
        branch.setCondition(widened(condition));
        return nullptr;
    }

    llvm::Value* wide_intrinsic(llvm::IntrinsicInst& call) {
        llvm::Type* const type = call.getType();
        llvm::Value* const first = call.arg_size() > 0 ? call.getArgOperand(0) : nullptr;
        const unsigned unused_bits = is_odd(type) ? wide_bits(type->getIntegerBitWidth()) - type->getIntegerBitWidth() : 0;
        switch (call.getIntrinsicID()) {
            case llvm::Intrinsic::umin:
            case llvm::Intrinsic::umax:
                return builder_.CreateBinaryIntrinsic(call.getIntrinsicID(), widened(first), widened(call.getArgOperand(1)));
            case llvm::Intrinsic::smin:
            case llvm::Intrinsic::smax:
                return without_upper_bits(builder_.CreateBinaryIntrinsic(call.getIntrinsicID(), sign_extended(first),
                                                                         sign_extended(call.getArgOperand(1))),
                                          type);
            case llvm::Intrinsic::abs:
                return without_upper_bits(
                    builder_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, sign_extended(first), builder_.getFalse()), type);
            case llvm::Intrinsic::ctpop:
                return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, widened(first));
            case llvm::Intrinsic::ctlz: {
                llvm::Value* const zeros =
                    builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, widened(first), builder_.getFalse());
                return builder_.CreateSub(zeros, llvm::ConstantInt::get(zeros->getType(), unused_bits));
            }
            case llvm::Intrinsic::cttz: {  // a bit above the odd width ends the count
                llvm::Value* const wide = widened(first);
                const uint64_t end = uint64_t {1} << type->getIntegerBitWidth();
                return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz,
                                                      builder_.CreateOr(wide, llvm::ConstantInt::get(wide->getType(), end)),
                                                      builder_.getFalse());
            }
            case llvm::Intrinsic::bitreverse:  // the reversed bits are the upper ones of the wide type
                return builder_.CreateLShr(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, widened(first)),
                                           unused_bits);
            case llvm::Intrinsic::bswap:
                return builder_.CreateLShr(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::bswap, widened(first)), unused_bits);
            case llvm::Intrinsic::fshl:
            case llvm::Intrinsic::fshr:
                return without_upper_bits(funnel_shift(call), type);
            case llvm::Intrinsic::uadd_sat: {  // the wide type has room for the sum
                llvm::Value* const sum = builder_.CreateAdd(widened(first), widened(call.getArgOperand(1)));
                const llvm::APInt greatest = llvm::APInt::getMaxValue(type->getIntegerBitWidth());
                return bounded(llvm::Intrinsic::umin, sum, greatest.zext(greatest.getBitWidth() + unused_bits));
            }
            case llvm::Intrinsic::usub_sat:
                return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, widened(first), widened(call.getArgOperand(1)));
            case llvm::Intrinsic::sadd_sat:
            case llvm::Intrinsic::ssub_sat: {
                const auto operation =
                    call.getIntrinsicID() == llvm::Intrinsic::sadd_sat ? llvm::Instruction::Add : llvm::Instruction::Sub;
                llvm::Value* const exact =
                    builder_.CreateBinOp(operation, sign_extended(first), sign_extended(call.getArgOperand(1)));
                const unsigned bits = type->getIntegerBitWidth();
                llvm::Value* const low =
                    bounded(llvm::Intrinsic::smax, exact, llvm::APInt::getSignedMinValue(bits).sext(bits + unused_bits));
                return without_upper_bits(
                    bounded(llvm::Intrinsic::smin, low, llvm::APInt::getSignedMaxValue(bits).sext(bits + unused_bits)), type);
            }
            case llvm::Intrinsic::scmp:
            case llvm::Intrinsic::ucmp: {  // -1, 0 or 1, of a type that does not depend on that of the operands
                const bool is_signed = call.getIntrinsicID() == llvm::Intrinsic::scmp;
                const auto side = [&](unsigned i) {
                    return is_signed ? sign_extended(call.getArgOperand(i)) : widened(call.getArgOperand(i));
                };
                llvm::Value* const order =
                    builder_.CreateIntrinsic(is_odd(type) ? wide_type(type) : type, call.getIntrinsicID(), {side(0), side(1)});
                return is_odd(type) ? without_upper_bits(order, type) : order;
            }
            default:
                reject(call);
        }
    }

    // Returns the lesser (umin, smin) or the greater (smax) of a value and a limit.
    llvm::Value* bounded(llvm::Intrinsic::ID function, llvm::Value* value, const llvm::APInt& limit) {
        return builder_.CreateBinaryIntrinsic(function, value, llvm::ConstantInt::get(value->getType(), limit));
    }

    // Shifts two odd integers of n bits, written one after the other, by s mod n bits: (a << s) | (b >> (n - s)) to the left,
    // (a << (n - s)) | (b >> s) to the right. The shift by n - s is done in two steps, because s may be 0. The result has
    // bits above the odd width.
    llvm::Value* funnel_shift(llvm::IntrinsicInst& call) {
        llvm::Value* const first = widened(call.getArgOperand(0));
        llvm::Value* const second = widened(call.getArgOperand(1));
        const unsigned bits = call.getType()->getIntegerBitWidth();
        const auto number = [&](unsigned value) { return llvm::ConstantInt::get(first->getType(), value); };
        llvm::Value* const shift = builder_.CreateURem(widened(call.getArgOperand(2)), number(bits));
        llvm::Value* const rest = builder_.CreateSub(number(bits - 1), shift);
        if (call.getIntrinsicID() == llvm::Intrinsic::fshl)
            return builder_.CreateOr(builder_.CreateShl(first, shift), builder_.CreateLShr(builder_.CreateLShr(second, 1), rest));
        return builder_.CreateOr(builder_.CreateShl(builder_.CreateShl(first, 1), rest), builder_.CreateLShr(second, shift));
    }

    [[noreturn]] void reject(const llvm::Value& value) const {
        std::string text;
        llvm::raw_string_ostream stream(text);
        value.print(stream);
        throw std::logic_error("an integer of an odd width in an operation that is not supported: " + text);
    }

    llvm::Function& function_;
    llvm::IRBuilder<> builder_;
    llvm::DenseMap<llvm::Value*, llvm::Value*> wide_;    // the wide form of each odd integer
    llvm::DenseSet<const llvm::Instruction*> replaced_;  // other instructions that were replaced, to be erased
};

}  // namespace

llvm::PreservedAnalyses widen_odd_integers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    return widener(function).run() ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
