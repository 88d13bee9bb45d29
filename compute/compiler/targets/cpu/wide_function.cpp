#include "wide_function.hpp"

#include <iterator>

#include "lane_operations.hpp"

namespace ingot::compiler::cpu {

wide_function::wide_function(const lane_shapes& shapes) : shapes_(shapes), builder_(shapes.region().getContext()) {}

void wide_function::create_blocks(const llvm::ReversePostOrderTraversal<llvm::Function*>& blocks) {
    function_ = create_like(region(), region().getReturnType(), ".wide");
    for (llvm::Argument& argument : region().args()) scalars_[&argument] = function_->getArg(argument.getArgNo());
    first_ = llvm::BasicBlock::Create(function_->getContext(), "lanes", function_);
    for (llvm::BasicBlock* const block : blocks)
        blocks_[block] = llvm::BasicBlock::Create(function_->getContext(), block->getName(), function_);
}

void wide_function::begin(llvm::BasicBlock& block) {
    builder_.SetInsertPoint(blocks_.lookup(&block));
    mask_ = nullptr;
    block_ = &block;
}

llvm::Function* wide_function::finish() {
    builder_.SetInsertPoint(first_);
    builder_.CreateBr(blocks_.lookup(&region().getEntryBlock()));
    return function_;
}

llvm::Type* wide_function::vector_of(llvm::Type* element) const { return llvm::FixedVectorType::get(element, lanes()); }

llvm::Value* wide_function::scalar(llvm::Value* value) const {
    return llvm::isa<llvm::Constant>(value) ? value : scalars_.lookup(value);
}

llvm::Value* wide_function::vector(llvm::Value* value) {
    llvm::Value*& made = vectors_[value];
    if (made) return made;
    llvm::Value* const first = scalar(value);
    if (auto* const constant = llvm::dyn_cast<llvm::Constant>(first); constant && is_uniform(value))
        return made = llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(lanes()), constant);
    // Widen the value where it is computed, so that loops do not do it again.
    const llvm::IRBuilder<>::InsertPointGuard guard(builder_);
    if (auto* const instruction = llvm::dyn_cast<llvm::Instruction>(first)) {
        llvm::BasicBlock* const block = instruction->getParent();
        builder_.SetInsertPoint(
            block, llvm::isa<llvm::PHINode>(instruction) ? block->getFirstInsertionPt() : std::next(instruction->getIterator()));
    } else {
        builder_.SetInsertPoint(first_);
    }
    llvm::Value* const splat = builder_.CreateVectorSplat(lanes(), first);
    if (is_uniform(value)) return made = splat;
    llvm::Type* const number = value->getType()->isPointerTy() ? builder_.getInt64Ty() : value->getType();
    llvm::SmallVector<llvm::Constant*> steps;
    for (unsigned lane = 0; lane < lanes(); ++lane)
        steps.push_back(llvm::ConstantInt::getSigned(number, shape_of(value).stride * static_cast<int64_t>(lane), true));
    llvm::Constant* const offsets = llvm::ConstantVector::get(steps);
    return made = value->getType()->isPointerTy() ? builder_.CreateGEP(builder_.getInt8Ty(), first, offsets)
                                                  : builder_.CreateAdd(splat, offsets);
}

llvm::Value* wide_function::mask_for_each(unsigned count) {
    llvm::SmallVector<int, 64> of_lanes;
    for (unsigned i = 0; i < count * lanes(); ++i) of_lanes.push_back(static_cast<int>(i / count));
    return builder_.CreateShuffleVector(mask_, of_lanes);
}

llvm::AllocaInst* wide_function::create_array(llvm::Type* element, uint64_t count, uint64_t align, const char* name) const {
    llvm::IRBuilder<> builder(first_, first_->begin());
    llvm::AllocaInst* const made = builder.CreateAlloca(llvm::ArrayType::get(element, count), nullptr, name);
    made->setAlignment(llvm::Align(align));
    return made;
}

llvm::Instruction* wide_function::copy_to_beginning(const llvm::Instruction& instruction) const {
    llvm::Instruction* const copy = instruction.clone();
    copy->insertInto(first_, first_->begin());
    return copy;
}

llvm::Value* wide_function::create_operation(const llvm::Instruction& instruction, llvm::ArrayRef<llvm::Value*> operands,
                                             llvm::Type* type) {
    llvm::Instruction* made = nullptr;
    if (const auto* const cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
        made = llvm::CastInst::Create(cast->getOpcode(), operands[0], type);
    else if (llvm::isa<llvm::SelectInst>(instruction))
        made = llvm::SelectInst::Create(operands[0], operands[1], operands[2]);
    else if (const auto* const comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
        made = llvm::CmpInst::Create(comparison->getOpcode(), comparison->getPredicate(), operands[0], operands[1]);
    else if (llvm::isa<llvm::FreezeInst>(instruction))
        made = new llvm::FreezeInst(operands[0]);
    else if (const auto* const unary = llvm::dyn_cast<llvm::UnaryOperator>(&instruction))
        made = llvm::UnaryOperator::Create(unary->getOpcode(), operands[0]);
    else
        made = llvm::BinaryOperator::Create(llvm::cast<llvm::BinaryOperator>(instruction).getOpcode(), operands[0], operands[1]);
    made->copyIRFlags(&instruction);
    return builder_.Insert(made, instruction.getName());
}
}  // namespace ingot::compiler::cpu
