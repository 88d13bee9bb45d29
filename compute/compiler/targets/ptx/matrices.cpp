// Defines the device functions of matrix tiles by the instructions of tensor cores, for compute capability 8.0 and later:
//   %block = call <4 x i32> @ingot_device_load_half_block(ptr %eight, i32 0)
//   %result = call <4 x float> @ingot_device_multiply_half_blocks(<4 x float> %sums, <4 x i32> %left, i32 %low, i32 %high)
// becomes in PTX
//   ldmatrix.sync.aligned.m8n8.x4.shared.b16 {…}, [%eight];                 for a transposed block: .x4.trans
//   mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {…}, {…}, {…}, {…};
// ("PTX ISA", warp-level matrix instructions).
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "../../middle_end/address_spaces.hpp"
#include "lowering.hpp"

namespace ingot::compiler::ptx {

namespace {

constexpr unsigned block_registers = 4;

// Returns a vector of the four members of `members`, the struct that an instruction returned.
llvm::Value* vector_of(llvm::IRBuilder<>& builder, llvm::Value* members, llvm::Type* element) {
    llvm::Value* vector = llvm::PoisonValue::get(llvm::FixedVectorType::get(element, block_registers));
    for (unsigned i = 0; i < block_registers; ++i)
        vector = builder.CreateInsertElement(vector, builder.CreateExtractValue(members, i), i);
    return vector;
}

// Appends the four elements of a vector.
void append_elements(llvm::SmallVectorImpl<llvm::Value*>& list, llvm::IRBuilder<>& builder, llvm::Value* vector) {
    for (unsigned i = 0; i < block_registers; ++i) list.push_back(builder.CreateExtractElement(vector, i));
}

// Returns two half numbers of 16 bits each in the type that mma's intrinsic takes.
llvm::Value* halves_of(llvm::IRBuilder<>& builder, llvm::Value* word) {
    return builder.CreateBitCast(word, llvm::FixedVectorType::get(builder.getHalfTy(), 2));
}

llvm::Value* load_block(llvm::IRBuilder<>& builder, llvm::Function& function) {
    llvm::Value* const address = builder.CreateAddrSpaceCast(function.getArg(0), builder.getPtrTy(local_space));
    const auto load = [&](llvm::Intrinsic::ID instruction) {
        return builder.CreateIntrinsic(instruction, {address->getType()}, {address});
    };
    // Each call passes a constant as the second operand, and is inlined, so that only one of the two branches remains. A select
    // would execute both loads.
    llvm::LLVMContext& context = builder.getContext();
    llvm::BasicBlock* const transposed = llvm::BasicBlock::Create(context, "", &function);
    llvm::BasicBlock* const direct = llvm::BasicBlock::Create(context, "", &function);
    builder.CreateCondBr(builder.CreateICmpNE(function.getArg(1), builder.getInt32(0)), transposed, direct);
    builder.SetInsertPoint(transposed);
    builder.CreateRet(
        vector_of(builder, load(llvm::Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16), builder.getInt32Ty()));
    builder.SetInsertPoint(direct);
    return vector_of(builder, load(llvm::Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16), builder.getInt32Ty());
}

llvm::Value* multiply_blocks(llvm::IRBuilder<>& builder, llvm::Function& function) {
    llvm::SmallVector<llvm::Value*> words;
    append_elements(words, builder, function.getArg(1));
    words.push_back(function.getArg(2));
    words.push_back(function.getArg(3));
    llvm::SmallVector<llvm::Value*> operands;
    for (llvm::Value* const word : words) operands.push_back(halves_of(builder, word));
    append_elements(operands, builder, function.getArg(0));
    return vector_of(builder, builder.CreateIntrinsic(llvm::Intrinsic::nvvm_mma_m16n8k16_row_col_f32_f32, operands),
                     builder.getFloatTy());
}

}  // namespace

void define_matrix_functions(llvm::Module& module) {
    define_function(module, "ingot_device_load_half_block", &load_block);
    define_function(module, "ingot_device_multiply_half_blocks", &multiply_blocks);
}

}  // namespace ingot::compiler::ptx
