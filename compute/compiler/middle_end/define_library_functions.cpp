// Defines functions of the C library that the C++ standard library calls instead of a loop: memcmp, bcmp, memchr and
// wmemchr.
//   declare i32 @memcmp(ptr, ptr, i64)
// becomes
//   define internal i32 @ingot.memcmp(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
//     …                                                          ; a loop over bytes
// The function gets a new name, because LLVM knows what `memcmp` does: it would turn the loop into a call of `memcmp`
// again.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <array>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

// Defines int memcmp(const void* left, const void* right, size_t bytes) as a loop over bytes. The code is correct for bcmp
// too, which may return any number except 0 for different bytes.
void define_comparison(llvm::Function& function) {
    llvm::LLVMContext& context = function.getContext();
    auto* const entry = llvm::BasicBlock::Create(context, "", &function);
    auto* const next = llvm::BasicBlock::Create(context, "", &function);
    auto* const compare = llvm::BasicBlock::Create(context, "", &function);
    auto* const differ = llvm::BasicBlock::Create(context, "", &function);
    auto* const same = llvm::BasicBlock::Create(context, "", &function);
    llvm::Type* const byte = llvm::Type::getInt8Ty(context);

    llvm::IRBuilder<> builder(entry);
    builder.CreateBr(next);
    builder.SetInsertPoint(next);
    llvm::PHINode* const index = builder.CreatePHI(builder.getInt64Ty(), 2);
    builder.CreateCondBr(builder.CreateICmpEQ(index, function.getArg(2)), same, compare);
    builder.SetInsertPoint(compare);
    llvm::Value* const left = builder.CreateLoad(byte, builder.CreatePtrAdd(function.getArg(0), index));
    llvm::Value* const right = builder.CreateLoad(byte, builder.CreatePtrAdd(function.getArg(1), index));
    llvm::Value* const after = builder.CreateAdd(index, builder.getInt64(1));
    builder.CreateCondBr(builder.CreateICmpEQ(left, right), next, differ);
    index->addIncoming(builder.getInt64(0), entry);
    index->addIncoming(after, compare);
    builder.SetInsertPoint(differ);
    builder.CreateRet(
        builder.CreateSub(builder.CreateZExt(left, builder.getInt32Ty()), builder.CreateZExt(right, builder.getInt32Ty())));
    builder.SetInsertPoint(same);
    builder.CreateRet(builder.getInt32(0));
}

// Defines const void* memchr(const void* begin, int value, size_t count) as a loop over elements of `bits` bits: 8 for
// memchr, 32 for wmemchr.
void define_search(llvm::Function& function, unsigned bits) {
    llvm::LLVMContext& context = function.getContext();
    auto* const entry = llvm::BasicBlock::Create(context, "", &function);
    auto* const next = llvm::BasicBlock::Create(context, "", &function);
    auto* const compare = llvm::BasicBlock::Create(context, "", &function);
    auto* const found = llvm::BasicBlock::Create(context, "", &function);
    auto* const nowhere = llvm::BasicBlock::Create(context, "", &function);
    llvm::Type* const element = llvm::IntegerType::get(context, bits);

    llvm::IRBuilder<> builder(entry);
    llvm::Value* const value = builder.CreateTrunc(function.getArg(1), element);
    builder.CreateBr(next);
    builder.SetInsertPoint(next);
    llvm::PHINode* const index = builder.CreatePHI(builder.getInt64Ty(), 2);
    builder.CreateCondBr(builder.CreateICmpEQ(index, function.getArg(2)), nowhere, compare);
    builder.SetInsertPoint(compare);
    llvm::Value* const place = builder.CreateInBoundsGEP(element, function.getArg(0), index);
    llvm::Value* const after = builder.CreateAdd(index, builder.getInt64(1));
    builder.CreateCondBr(builder.CreateICmpEQ(builder.CreateLoad(element, place), value), found, next);
    index->addIncoming(builder.getInt64(0), entry);
    index->addIncoming(after, compare);
    builder.SetInsertPoint(found);
    builder.CreateRet(place);
    builder.SetInsertPoint(nowhere);
    builder.CreateRet(llvm::ConstantPointerNull::get(llvm::PointerType::get(context, 0)));
}

void define_search_of_bytes(llvm::Function& function) { define_search(function, 8); }
void define_search_of_wide_characters(llvm::Function& function) { define_search(function, 32); }

struct library_function {
    llvm::StringRef name;
    bool returns_pointer = false;  // otherwise it returns int
    unsigned second_bits = 0;      // width of the second parameter, an integer; 0 if it is a pointer
    void (*define)(llvm::Function&) = nullptr;
};

constexpr std::array library_functions {library_function {"memcmp", false, 0, &define_comparison},
                                        library_function {"bcmp", false, 0, &define_comparison},
                                        library_function {"memchr", true, 32, &define_search_of_bytes},
                                        library_function {"wmemchr", true, 32, &define_search_of_wide_characters}};

// Returns whether a declared function has the library function's type. (A kernel file may declare another function of
// that name.)
bool has_type_of(const llvm::Function& function, const library_function& library_function) {
    if (!function.isDeclaration() || function.arg_size() != 3 || !function.getArg(0)->getType()->isPointerTy()) return false;
    const llvm::Type* const result = function.getReturnType();
    const llvm::Type* const second = function.getArg(1)->getType();
    return (library_function.returns_pointer ? result->isPointerTy() : result->isIntegerTy(32)) &&
           (library_function.second_bits ? second->isIntegerTy(library_function.second_bits) : second->isPointerTy()) &&
           function.getArg(2)->getType()->isIntegerTy(64);
}

}  // namespace

llvm::PreservedAnalyses define_library_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (const library_function& replacement : library_functions) {
        llvm::Function* const function = module.getFunction(replacement.name);
        if (!function || !has_type_of(*function, replacement)) continue;
        replacement.define(*function);
        function->setAttributes({});
        function->setName("ingot." + replacement.name);  // LLVM must not recognise the function by its name
        function->setLinkage(llvm::GlobalValue::InternalLinkage);
        function->setDoesNotThrow();
        function->addFnAttr(llvm::Attribute::AlwaysInline);
        for (llvm::User* user : function->users())
            if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->removeFnAttr(llvm::Attribute::NoInline);
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
