// Recognising in the AST what the language's headers declare.
#pragma once

#include <clang/AST/DeclTemplate.h>

namespace ingot::compiler {

/// Is `declaration` named so, directly in namespace ingot?
inline bool is_language_name(const clang::NamedDecl& declaration, llvm::StringRef name) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(declaration.getDeclContext()->getRedeclContext());
    return declaration.getDeclName().isIdentifier() && declaration.getName() == name && space && space->getName() == "ingot" &&
           space->getParent()->getRedeclContext()->isTranslationUnit();
}

/// The specialisation, where `record` is one of the language's class template of that name; null otherwise.
inline const clang::ClassTemplateSpecializationDecl* is_language_template(const clang::CXXRecordDecl* record,
                                                                          llvm::StringRef name) {
    const auto* specialisation = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
    return specialisation && is_language_name(*specialisation, name) ? specialisation : nullptr;
}

}  // namespace ingot::compiler
