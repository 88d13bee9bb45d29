// Recognises the declarations of the kernel language in Clang's AST.
#pragma once

#include <clang/AST/DeclTemplate.h>

namespace ingot::compiler {

/// Is `declaration` called `name` and declared directly in namespace ingot?
inline bool is_language_name(const clang::NamedDecl& declaration, llvm::StringRef name) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(declaration.getDeclContext()->getRedeclContext());
    return declaration.getDeclName().isIdentifier() && declaration.getName() == name && space && space->getName() == "ingot" &&
           space->getParent()->getRedeclContext()->isTranslationUnit();
}

/// Returns `record` as a specialisation of the language's class template `name`, or null if it is not one.
inline const clang::ClassTemplateSpecializationDecl* as_language_template(const clang::CXXRecordDecl* record,
                                                                          llvm::StringRef name) {
    const auto* specialisation = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
    return specialisation && is_language_name(*specialisation, name) ? specialisation : nullptr;
}

}  // namespace ingot::compiler
