#include "struct_copies.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace ingot::compiler {

void pass_structs_by_pointer(llvm::Function& function) {
    for (llvm::Argument& argument : function.args()) {
        llvm::Type* const type = argument.getParamByValType();
        const unsigned index = argument.getArgNo();
        if (type) {
            const llvm::DataLayout& layout = function.getDataLayout();
            const llvm::Align alignment = argument.getParamAlign().value_or(layout.getABITypeAlign(type));
            llvm::IRBuilder<> builder(&*function.getEntryBlock().begin());
            llvm::AllocaInst* const copy = builder.CreateAlloca(type);
            copy->setAlignment(alignment);
            argument.replaceAllUsesWith(copy);
            builder.CreateMemCpy(copy, alignment, &argument, alignment, layout.getTypeAllocSize(type).getFixedValue());
        }
        const auto remove = [&](llvm::Attribute::AttrKind kind) {
            function.removeParamAttr(index, kind);
            for (llvm::User* user : function.users())
                if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->removeParamAttr(index, kind);
        };
        remove(llvm::Attribute::ByVal);
        remove(llvm::Attribute::StructRet);
    }
}

bool is_only_called(const llvm::Function& function) {
    return function.hasLocalLinkage() && !function.isVarArg() && llvm::all_of(function.uses(), [](const llvm::Use& use) {
               const auto* const call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
               return call && call->isCallee(&use) && call->getFunctionType() == call->getCalledFunction()->getFunctionType();
           });
}

}  // namespace ingot::compiler
