#include "write_toy.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>

namespace ingot::compiler::toy {

namespace {

std::string text_of(const llvm::Value& value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    value.print(stream);
    return text;
}

[[noreturn]] void reject(const llvm::Value& value) {
    throw std::runtime_error("the toy machine does not support this instruction or value:" + text_of(value));
}

class kernel_writer {
public:
    kernel_writer(const llvm::Function& function, std::string& text)
        : kernel_(function), layout_(function.getDataLayout()), text_(text) {}

    void write() {
        text_ += "kernel " + kernel_.getName().str() + " " + std::to_string(kernel_.arg_size()) + "\n";
        for (const llvm::Argument& argument : kernel_.args()) number(argument);
        for (const llvm::BasicBlock& block : kernel_) blocks_.try_emplace(&block, blocks_.size());
        for (const llvm::BasicBlock& block : kernel_) {
            text_ += "block " + block_number(block) + "\n";
            for (const llvm::Instruction& instruction : block) write(instruction);
        }
    }

private:
    std::string number(const llvm::Value& value) {
        return "r" + std::to_string(registers_.try_emplace(&value, registers_.size()).first->second);
    }
    std::string block_number(const llvm::BasicBlock& block) const { return std::to_string(blocks_.lookup(&block)); }

    unsigned bits_of(const llvm::Type* type, const llvm::Value& value) const {
        if (type->isPointerTy()) return 64;
        if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) return type->getIntegerBitWidth();
        if (type->isFloatTy() || type->isDoubleTy()) return type->getScalarSizeInBits();
        reject(value);
    }

    std::string operand(const llvm::Value& value) {
        const auto* const constant = llvm::dyn_cast<llvm::Constant>(&value);
        if (!constant) return number(value);
        if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(constant); integer && integer->getBitWidth() <= 64)
            return "#" + std::to_string(integer->getZExtValue());
        if (const auto* const real = llvm::dyn_cast<llvm::ConstantFP>(constant))
            return "#" + std::to_string(real->getValueAPF().bitcastToAPInt().getZExtValue());
        if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return "#0";
        reject(value);
    }

    // Writes one line: the register of the instruction's result, unless the result is void, and then the words.
    void line(const llvm::Instruction& instruction, std::initializer_list<std::string> words) {
        std::string text = instruction.getType()->isVoidTy() ? "" : number(instruction) + " =";
        for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
        text_ += "  " + text + "\n";
    }

    void write(const llvm::Instruction& instruction) {
        const auto bits = [&](const llvm::Value* value) { return std::to_string(bits_of(value->getType(), instruction)); };
        const auto operand_at = [&](unsigned index) { return operand(*instruction.getOperand(index)); };
        if (llvm::isa<llvm::BinaryOperator>(instruction)) {
            line(instruction, {instruction.getOpcodeName(), bits(&instruction), operand_at(0), operand_at(1)});
        } else if (instruction.getOpcode() == llvm::Instruction::FNeg) {
            const std::string sign = "#" + std::to_string(uint64_t {1} << (bits_of(instruction.getType(), instruction) - 1));
            line(instruction, {"xor", bits(&instruction), operand_at(0), sign});
        } else if (const auto* const comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
            const std::string kind = llvm::isa<llvm::ICmpInst>(comparison) ? "i" : "f";
            line(instruction, {kind + llvm::CmpInst::getPredicateName(comparison->getPredicate()).str(),
                               bits(comparison->getOperand(0)), operand_at(0), operand_at(1)});
        } else if (const auto* const conversion = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
            const bool copies = conversion->isNoopCast(layout_) || llvm::isa<llvm::AddrSpaceCastInst>(conversion);
            line(instruction, {copies ? "copy" : instruction.getOpcodeName(), bits(instruction.getOperand(0)), bits(&instruction),
                               operand_at(0)});
        } else if (llvm::isa<llvm::SelectInst>(instruction)) {
            line(instruction, {"select", operand_at(0), operand_at(1), operand_at(2)});
        } else if (const auto* const place = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
            write_offset(*place);
        } else if (llvm::isa<llvm::LoadInst>(instruction)) {
            line(instruction, {"load", bits(&instruction), operand_at(0)});
        } else if (llvm::isa<llvm::StoreInst>(instruction)) {
            line(instruction, {"store", bits(instruction.getOperand(0)), operand_at(0), operand_at(1)});
        } else if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
            std::string sources;
            for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
                sources +=
                    (i == 0 ? "" : " ") + block_number(*phi->getIncomingBlock(i)) + " " + operand(*phi->getIncomingValue(i));
            line(instruction, {"phi", sources});
        } else if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
            if (branch->isConditional())
                line(instruction, {"branch", operand(*branch->getCondition()), block_number(*branch->getSuccessor(0)),
                                   block_number(*branch->getSuccessor(1))});
            else
                line(instruction, {"jump", block_number(*branch->getSuccessor(0))});
        } else if (llvm::isa<llvm::ReturnInst>(instruction)) {
            line(instruction, {"return"});
        } else if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
            write_call(*call);
        } else {
            reject(instruction);
        }
    }

    void write_offset(const llvm::GetElementPtrInst& place) {
        llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> indices;
        llvm::APInt bytes(64, 0);
        if (!llvm::cast<llvm::GEPOperator>(place).collectOffset(layout_, 64, indices, bytes)) reject(place);
        std::string sum = "#" + std::to_string(bytes.getZExtValue());
        for (const auto& [index, scale] : indices) {
            if (bits_of(index->getType(), place) != 64) reject(place);
            sum += " " + operand(*index) + " #" + std::to_string(scale.getZExtValue());
        }
        line(place, {"offset", operand(*place.getPointerOperand()), sum});
    }

    void write_call(const llvm::CallInst& call) {
        if (const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
            intrinsic && intrinsic->isAssumeLikeIntrinsic())
            return;
        std::string arguments;
        for (const llvm::Use& argument : call.args()) arguments += " " + operand(*argument);
        line(call, {"call", call.getCalledFunction()->getName().str() + arguments});
    }

    const llvm::Function& kernel_;
    const llvm::DataLayout& layout_;
    std::string& text_;
    llvm::DenseMap<const llvm::Value*, size_t> registers_;
    llvm::DenseMap<const llvm::BasicBlock*, size_t> blocks_;
};

}  // namespace

std::string write_toy(const device_module& unit) {
    std::string text;
    for (const kernel_entry& kernel : unit.kernels) kernel_writer(*unit.module->getFunction(kernel.entry_function), text).write();
    return text;
}

}  // namespace ingot::compiler::toy
