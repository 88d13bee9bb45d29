#include "wide_structs.hpp"

#include <llvm/Analysis/VectorUtils.h>

#include <algorithm>

#include "lane_operations.hpp"

namespace ingot::compiler::cpu {

llvm::Type* wide_structs::structs_of(llvm::Type* field, size_t fields) const {
    return llvm::FixedVectorType::get(field, static_cast<unsigned>(fields) * wide_.lanes());
}

llvm::Value* wide_structs::address_of(const field_group& group) const {
    llvm::Value* const place = wide_.scalar(llvm::getLoadStorePointerOperand(group.place));
    return group.offset == 0 ? place : builder().CreatePtrAdd(place, builder().getInt64(static_cast<uint64_t>(group.offset)));
}

void wide_structs::load(const field_group& group) {
    llvm::Value* const structs = !group.is_apart         ? load_adjacent(group, address_of(group))
                                 : group.may_be_adjacent ? load_if_adjacent(group)
                                                         : load_apart(group);
    loaded_[group.fields.front()] = {&group, structs};
    const auto count = static_cast<unsigned>(group.fields.size());
    for (unsigned i = 0; i < count; ++i)
        if (llvm::Instruction* const field = group.fields[i])
            wide_.set_vector(
                field, builder().CreateShuffleVector(structs, llvm::createStrideMask(i, count, wide_.lanes()), field->getName()));
}

llvm::Value* wide_structs::load_adjacent(const field_group& group, llvm::Value* address) const {
    auto* const first = llvm::cast<llvm::LoadInst>(group.fields.front());
    const auto count = static_cast<unsigned>(group.fields.size());
    llvm::Type* const type = structs_of(first->getType(), count);
    if (wide_.mask())
        return builder().CreateMaskedLoad(type, address, first->getAlign(), wide_.mask_for_each(count), nullptr,
                                          first->getName());
    return builder().CreateAlignedLoad(type, address, first->getAlign(), first->getName());
}

/// Returns the addresses of the structs of all lanes.
llvm::SmallVector<llvm::Value*, 16> wide_structs::addresses_of(const field_group& group) {
    llvm::SmallVector<llvm::Value*, 16> addresses;
    const llvm::Value* const place = llvm::getLoadStorePointerOperand(group.place);
    if (!wide_.mask() && wide_.is_affine(place)) {
        llvm::Value* const first = address_of(group);
        for (unsigned lane = 0; lane < wide_.lanes(); ++lane)
            addresses.push_back(builder().CreatePtrAdd(
                first, builder().getInt64(static_cast<uint64_t>(wide_.shape_of(place).stride * static_cast<int64_t>(lane)))));
        return addresses;
    }
    llvm::Value* const all = usable_addresses(group);
    for (unsigned lane = 0; lane < wide_.lanes(); ++lane) addresses.push_back(builder().CreateExtractElement(all, lane));
    return addresses;
}

/// The same as a vector. Lanes that are not active get the address of memory that nobody uses.
llvm::Value* wide_structs::usable_addresses(const field_group& group) {
    llvm::Value* const place = wide_.vector(llvm::getLoadStorePointerOperand(group.place));
    llvm::Value* const addresses =
        group.offset == 0
            ? place
            : builder().CreateGEP(builder().getInt8Ty(), place, builder().getInt64(static_cast<uint64_t>(group.offset)));
    if (!wide_.mask()) return addresses;
    if (!unused_) unused_ = wide_.create_array(builder().getInt64Ty(), 2, 16, "unused");
    llvm::Value* const unused = builder().CreatePointerBitCastOrAddrSpaceCast(unused_, addresses->getType()->getScalarType());
    return builder().CreateSelect(wide_.mask(), addresses, builder().CreateVectorSplat(wide_.lanes(), unused));
}

/// Loads the struct of each lane with one instruction.
llvm::Value* wide_structs::load_apart(const field_group& group) {
    auto* const first = llvm::cast<llvm::LoadInst>(group.fields.front());
    if (group.fields.size() == 1)
        return builder().CreateMaskedGather(wide_.vector_of(first->getType()), usable_addresses(group), first->getAlign(),
                                            nullptr, nullptr, first->getName());
    llvm::Type* const type = llvm::FixedVectorType::get(first->getType(), static_cast<unsigned>(group.fields.size()));
    llvm::SmallVector<llvm::Value*, 16> of_lanes;
    for (llvm::Value* const address : addresses_of(group))
        of_lanes.push_back(builder().CreateAlignedLoad(type, address, first->getAlign(), first->getName()));
    return llvm::concatenateVectors(builder(), of_lanes);
}

/// Tests whether the structs of all lanes follow each other, as they do where no coordinate is clamped, for example.
llvm::Value* wide_structs::load_if_adjacent(const field_group& group) {
    auto* const field = llvm::cast<llvm::LoadInst>(group.fields.front());
    const uint64_t bytes =
        group.fields.size() * wide_.region().getDataLayout().getTypeStoreSize(field->getType()).getFixedValue();
    // A lane that is not active may have any address.
    llvm::Value* const addresses = builder().CreateFreeze(wide_.vector(llvm::getLoadStorePointerOperand(group.place)));
    llvm::Type* const number = builder().getInt64Ty();
    llvm::Value* const numbers = builder().CreatePtrToInt(addresses, wide_.vector_of(number));
    llvm::SmallVector<llvm::Constant*, 16> steps;
    for (unsigned lane = 0; lane < wide_.lanes(); ++lane) steps.push_back(llvm::ConstantInt::get(number, lane * bytes));
    llvm::Value* const first = builder().CreateExtractElement(numbers, uint64_t {0});
    llvm::Value* const expected =
        builder().CreateAdd(builder().CreateVectorSplat(wide_.lanes(), first), llvm::ConstantVector::get(steps));
    llvm::Value* const is_adjacent = builder().CreateAndReduce(builder().CreateICmpEQ(numbers, expected));
    const auto block = [&](const char* name) {
        return llvm::BasicBlock::Create(builder().getContext(), name, &wide_.function());
    };
    llvm::BasicBlock* const adjacent = block("adjacent");
    llvm::BasicBlock* const apart = block("apart");
    llvm::BasicBlock* const loaded = block("loaded");
    builder().CreateCondBr(is_adjacent, adjacent, apart);
    builder().SetInsertPoint(adjacent);
    llvm::Value* const first_address = builder().CreateExtractElement(addresses, uint64_t {0});
    llvm::Value* const together = load_adjacent(
        group, group.offset == 0
                   ? first_address
                   : builder().CreatePtrAdd(first_address, builder().getInt64(static_cast<uint64_t>(group.offset))));
    builder().CreateBr(loaded);
    builder().SetInsertPoint(apart);
    llvm::Value* const one_by_one = load_apart(group);
    builder().CreateBr(loaded);
    builder().SetInsertPoint(loaded);
    llvm::PHINode* const either = builder().CreatePHI(together->getType(), 2);
    either->addIncoming(together, adjacent);
    either->addIncoming(one_by_one, apart);
    return either;
}

void wide_structs::store(const field_group& group) {
    llvm::SmallVector<llvm::Value*, 4> values;
    for (llvm::Instruction* const field : group.fields) values.push_back(llvm::cast<llvm::StoreInst>(field)->getValueOperand());
    const llvm::Align align = llvm::cast<llvm::StoreInst>(group.fields.front())->getAlign();
    llvm::Value* const all = in_memory_order(values);
    if (group.is_apart) {
        const auto count = static_cast<unsigned>(values.size());
        const llvm::SmallVector<llvm::Value*, 16> addresses = addresses_of(group);
        for (unsigned lane = 0; lane < wide_.lanes(); ++lane)
            builder().CreateAlignedStore(builder().CreateShuffleVector(all, llvm::createSequentialMask(lane * count, count, 0)),
                                         addresses[lane], align);
    } else if (wide_.mask())
        builder().CreateMaskedStore(all, address_of(group), align, wide_.mask_for_each(static_cast<unsigned>(values.size())));
    else
        builder().CreateAlignedStore(all, address_of(group), align);
}

/// Returns the values of the fields of a struct for all lanes, in the order of memory. If an operation is the same for all
/// fields, it works on such vectors, and the fields need not be taken apart:
///   store(x0 * f, x1 * f)  with  x0, x1 = load  becomes  store(load * f)
llvm::Value* wide_structs::in_memory_order(llvm::ArrayRef<llvm::Value*> values) {
    if (llvm::Value* const loaded = loaded_structs(values)) return loaded;
    const bool is_one = is_one_operation(values);
    // The operation is computed again where it is in the region: elsewhere it might be in a loop.
    const llvm::IRBuilder<>::InsertPointGuard guard(builder());
    if (is_one)
        if (llvm::BasicBlock* const block = llvm::cast<llvm::Instruction>(values.front())->getParent(); block != wide_.block())
            builder().SetInsertPoint(wide_.end_of(block)->getTerminator());
    // What one block has computed need not dominate another one.
    const std::pair key(builder().GetInsertBlock(), std::vector<llvm::Value*>(values));
    const auto known = ordered_.find(key);
    if (known != ordered_.end()) return known->second;
    llvm::Value* const made = is_one ? one_operation(values)
                              : llvm::all_of(values, [&](llvm::Value* value) { return wide_.is_uniform(value); })
                                  ? repeated(values)
                                  : interleaved(values);
    return ordered_[key] = made;
}

/// Returns what load() has loaded if these are its fields, otherwise null.
llvm::Value* wide_structs::loaded_structs(llvm::ArrayRef<llvm::Value*> values) const {
    const auto found = loaded_.find(values.front());
    if (found == loaded_.end()) return nullptr;
    const auto& [group, structs] = found->second;
    return llvm::equal(group->fields, values) ? structs : nullptr;
}

/// Are the values the results of one operation, which has a form for vectors?
bool wide_structs::is_one_operation(llvm::ArrayRef<llvm::Value*> values) const {
    auto* const first = llvm::dyn_cast<llvm::Instruction>(values.front());
    // A lane that is not active may divide by zero.
    if (!first || first->isIntDivRem()) return false;
    auto* const call = llvm::dyn_cast<llvm::CallInst>(first);
    if (call ? !is_plain_wide_call(*call)
             : !llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst>(first))
        return false;
    return llvm::all_of(values, [&](const llvm::Value* value) {
        const auto* const other = llvm::dyn_cast<llvm::Instruction>(value);
        if (!other || wide_.is_uniform(other) || wide_.is_affine(other) || other->getParent() != first->getParent() ||
            !other->isSameOperationAs(first))
            return false;
        return !call || llvm::cast<llvm::CallInst>(other)->getCalledOperand() == call->getCalledOperand();
    });
}

/// Computes the operation of is_one_operation() for all fields of all lanes.
llvm::Value* wide_structs::one_operation(llvm::ArrayRef<llvm::Value*> values) {
    auto* const first = llvm::cast<llvm::Instruction>(values.front());
    auto* const call = llvm::dyn_cast<llvm::CallInst>(first);
    llvm::SmallVector<llvm::Value*, 3> operands;
    for (unsigned i = 0; i < (call ? call->arg_size() : first->getNumOperands()); ++i) {
        llvm::SmallVector<llvm::Value*, 4> of_fields;
        for (llvm::Value* const value : values) of_fields.push_back(llvm::cast<llvm::Instruction>(value)->getOperand(i));
        operands.push_back(in_memory_order(of_fields));
    }
    llvm::Type* const type = structs_of(first->getType(), values.size());
    llvm::Value* const made =
        call ? builder().CreateIntrinsic(type, call->getIntrinsicID(), operands) : wide_.create_operation(*first, operands, type);
    if (auto* const instruction = llvm::dyn_cast<llvm::Instruction>(made)) {
        instruction->copyIRFlags(first);
        for (const llvm::Value* const value : values) instruction->andIRFlags(value);
    }
    return made;
}

/// Does the call have a form for vectors in which all operands are vectors?
bool wide_structs::is_plain_wide_call(const llvm::CallInst& call) const {
    const llvm::Intrinsic::ID intrinsic = wide_intrinsic(call, wide_.shapes());
    if (intrinsic == llvm::Intrinsic::not_intrinsic) return false;
    for (unsigned i = 0; i < call.arg_size(); ++i)
        if (llvm::isVectorIntrinsicWithScalarOpAtArg(intrinsic, i, nullptr)) return false;
    return true;
}

llvm::Value* wide_structs::repeated(llvm::ArrayRef<llvm::Value*> values) const {
    const auto total = static_cast<unsigned>(values.size()) * wide_.lanes();
    if (llvm::all_equal(values)) return builder().CreateVectorSplat(total, wide_.scalar(values.front()));
    llvm::Value* one =
        llvm::PoisonValue::get(llvm::FixedVectorType::get(values.front()->getType(), static_cast<unsigned>(values.size())));
    for (unsigned i = 0; i < values.size(); ++i) one = builder().CreateInsertElement(one, wide_.scalar(values[i]), i);
    llvm::SmallVector<int, 64> mask;
    for (unsigned i = 0; i < total; ++i) mask.push_back(static_cast<int>(i % values.size()));
    return builder().CreateShuffleVector(one, mask);
}

llvm::Value* wide_structs::interleaved(llvm::ArrayRef<llvm::Value*> values) {
    llvm::SmallVector<llvm::Value*, 4> of_lanes;
    for (llvm::Value* const value : values) of_lanes.push_back(wide_.vector(value));
    llvm::Value* const all = llvm::concatenateVectors(builder(), of_lanes);
    return builder().CreateShuffleVector(all, llvm::createInterleaveMask(wide_.lanes(), static_cast<unsigned>(values.size())));
}

}  // namespace ingot::compiler::cpu
