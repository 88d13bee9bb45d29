#include "lane_operations.hpp"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <iterator>

#include "image_lanes.hpp"
#include "lowering.hpp"
#include "private_arrays.hpp"

namespace ingot::compiler::cpu {

namespace {

// A work-item's calls of the backend's functions for images do not concern other work-items.
bool is_image_call(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with(image_function_prefix) &&
           (call->getType()->isVoidTy() || is_element(call->getType()));
}

bool has_stride(const lane_shapes& shapes, const llvm::Value& address, llvm::Type& type, int64_t elements) {
    const lane_shape shape = shapes.of(&address);
    const uint64_t bytes = shapes.region().getDataLayout().getTypeStoreSize(&type).getFixedValue();
    return shape.is == lane_shape::kind::affine && shape.stride == elements * static_cast<int64_t>(bytes);
}

}  // namespace

bool is_remark(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return call && (call->getIntrinsicID() == llvm::Intrinsic::assume ||
                    call->getIntrinsicID() == llvm::Intrinsic::experimental_noalias_scope_decl);
}

bool is_element(const llvm::Type* type) {
    if (const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
        const unsigned bits = integer->getBitWidth();
        return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
    }
    return type->isFloatTy() || type->isDoubleTy() || type->isPointerTy();
}

bool is_stored_element(const llvm::Type* type) { return is_element(type) && !type->isIntegerTy(1); }

bool is_plain_access(const llvm::Instruction& instruction) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isSimple();
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    return store && store->isSimple();
}

bool is_pure_call(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && call->getCalledFunction() && call->getCalledFunction()->isDeclaration() && call->doesNotAccessMemory() &&
           !call->isConvergent() && !call->hasOperandBundles();
}

bool is_done_one_by_one(const llvm::Instruction& instruction) {
    return is_image_call(instruction) || (llvm::isa<llvm::AtomicRMWInst>(instruction) && is_element(instruction.getType()));
}

bool is_done_together(const llvm::Instruction& instruction) {
    if (is_image_write(instruction)) return true;
    return is_image_read(instruction) && lane_distance(**std::prev(llvm::cast<llvm::CallInst>(instruction).arg_end())) == 4;
}

bool is_consecutive(const lane_shapes& shapes, const llvm::Value& address, llvm::Type& type) {
    return has_stride(shapes, address, type, 1);
}

bool is_every_second(const lane_shapes& shapes, const llvm::Value& address, llvm::Type& type) {
    return has_stride(shapes, address, type, 2);
}

llvm::Intrinsic::ID wide_intrinsic(const llvm::Instruction& instruction, const lane_shapes& shapes) {
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!call || !llvm::isTriviallyVectorizable(call->getIntrinsicID())) return llvm::Intrinsic::not_intrinsic;
    for (unsigned i = 0; i < call->arg_size(); ++i)
        if (llvm::isVectorIntrinsicWithScalarOpAtArg(call->getIntrinsicID(), i, nullptr) &&
            shapes.of(call->getArgOperand(i)).is != lane_shape::kind::uniform)
            return llvm::Intrinsic::not_intrinsic;
    return call->getIntrinsicID();
}

llvm::Function* create_like(llvm::Function& region, llvm::Type* result, const llvm::Twine& ending) {
    auto* const type = llvm::FunctionType::get(result, region.getFunctionType()->params(), false);
    auto* const made =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, region.getName() + ending, *region.getParent());
    const llvm::AttributeList attributes = region.getAttributes();
    llvm::SmallVector<llvm::AttributeSet> of_parameters;
    for (unsigned i = 0; i < region.arg_size(); ++i) of_parameters.push_back(attributes.getParamAttrs(i));
    made->setAttributes(llvm::AttributeList::get(region.getContext(), attributes.getFnAttrs(), {}, of_parameters));
    for (const llvm::Argument& argument : region.args()) made->getArg(argument.getArgNo())->setName(argument.getName());
    return made;
}

}  // namespace ingot::compiler::cpu
