// Replaces calls of printf by code that writes a record:
//   %r = call i32 (ptr addrspace(4), ...) @ingot_device_printf(ptr addrspace(4) @format, i32 %a)    ; "%d\n"
// becomes
//   %buffer = call ptr addrspace(1) @ingot_device_print_buffer()
//   %first = atomicrmw add ptr addrspace(1) %used_words, i32 4 monotonic
//   if %first + 4 <= capacity: store 4, the number of the format, and %a as 64 bits
#include "print_records.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <stdexcept>

#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/printf_format.hpp"

namespace ingot::compiler::vulkan {

namespace {

constexpr llvm::StringLiteral formats_metadata = "ingot.print_formats";
constexpr unsigned global_space = 1;
constexpr uint64_t header_words = 2;  // of archive::vulkan_print_header

// Returns an operand as the 64 bits of a record.
llvm::Value* record_bits(llvm::IRBuilder<>& builder, llvm::Value& operand, char letter) {
    llvm::Type* const wide = builder.getInt64Ty();
    if (!operand.getType()->isFloatingPointTy()) return builder.CreateIntCast(&operand, wide, letter == 'd' || letter == 'i');
    llvm::Value* number = &operand;
    if (!number->getType()->isDoubleTy()) number = builder.CreateFPExt(number, builder.getDoubleTy());
    return builder.CreateBitCast(number, wide);
}

// Returns the letters of a format's conversions, one for each operand.
std::string letters_of(llvm::StringRef format) {
    std::string letters;
    const auto pieces = parse_format({format.data(), format.size()});
    if (!pieces) throw std::logic_error("a format of printf cannot be read again");
    for (const format_piece& piece : *pieces)
        if (piece.conversion) letters += piece.conversion->letter;
    return letters;
}

void replace(llvm::CallInst& call, llvm::NamedMDNode& formats) {
    llvm::StringRef format;
    if (!llvm::getConstantStringInfo(call.getArgOperand(0), format)) throw std::logic_error("a format of printf is not constant");
    const std::string letters = letters_of(format);
    llvm::Module& module = *call.getModule();
    llvm::LLVMContext& context = module.getContext();
    const unsigned number = formats.getNumOperands();
    formats.addOperand(llvm::MDNode::get(context, llvm::MDString::get(context, format)));

    llvm::IRBuilder<> builder(&call);
    llvm::Type* const pointer = llvm::PointerType::get(context, global_space);
    llvm::FunctionCallee buffer_function =
        module.getOrInsertFunction(print_buffer_function, llvm::FunctionType::get(pointer, false));
    mark_built_in(*llvm::cast<llvm::Function>(buffer_function.getCallee()), *find_device_function("printf"));
    llvm::Value* const buffer = builder.CreateCall(buffer_function);
    const auto word_at = [&](llvm::Value* index) { return builder.CreateGEP(builder.getInt32Ty(), buffer, index); };
    const uint64_t words = 2 + 2 * letters.size();
    llvm::Value* const length = builder.getInt32(static_cast<uint32_t>(words));
    llvm::Value* const first = builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, word_at(builder.getInt64(1)), length,
                                                       llvm::Align(4), llvm::AtomicOrdering::Monotonic);
    llvm::Value* const capacity = builder.CreateAlignedLoad(builder.getInt32Ty(), buffer, llvm::Align(4));
    llvm::Value* const last = builder.CreateAdd(first, length);
    llvm::Value* const fits = builder.CreateAnd(builder.CreateICmpULE(last, capacity), builder.CreateICmpULT(first, last));
    builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(fits, &call, false));
    llvm::Value* next = builder.CreateAdd(builder.CreateZExt(first, builder.getInt64Ty()), builder.getInt64(header_words));
    const auto put = [&](llvm::Value* word) {
        builder.CreateAlignedStore(word, word_at(next), llvm::Align(4));
        next = builder.CreateAdd(next, builder.getInt64(1));
    };
    put(length);
    put(builder.getInt32(number));
    for (unsigned i = 0; i < letters.size(); ++i) {
        llvm::Value* const bits = record_bits(builder, *call.getArgOperand(i + 1), letters[i]);
        put(builder.CreateTrunc(bits, builder.getInt32Ty()));
        put(builder.CreateTrunc(builder.CreateLShr(bits, 32), builder.getInt32Ty()));
    }
    call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), 0));
    call.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses write_print_records::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* const printf = module.getFunction({vulkan_printf.function.data(), vulkan_printf.function.size()});
    if (!printf) return llvm::PreservedAnalyses::all();
    llvm::NamedMDNode& formats = *module.getOrInsertNamedMetadata(formats_metadata);
    for (llvm::User* const user : llvm::make_early_inc_range(printf->users()))
        replace(llvm::cast<llvm::CallInst>(*user), formats);
    printf->eraseFromParent();
    return llvm::PreservedAnalyses::none();
}

std::vector<std::string> print_formats(const llvm::Module& module) {
    std::vector<std::string> found;
    if (const llvm::NamedMDNode* const formats = module.getNamedMetadata(formats_metadata))
        for (const llvm::MDNode* const each : formats->operands())
            found.push_back(llvm::cast<llvm::MDString>(each->getOperand(0))->getString().str());
    return found;
}

}  // namespace ingot::compiler::vulkan
