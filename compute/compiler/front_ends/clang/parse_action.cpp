#include "parse_action.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Sema/Sema.h>

namespace ingot::compiler {

void parse_action::release() {
    parse_.reset();
    getCompilerInstance().setSema(nullptr);
    getCompilerInstance().setASTConsumer(nullptr);
}

std::unique_ptr<clang::ASTConsumer> parse_action::CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef file) {
    auto generator = clang::CreateLLVMCodeGen(compiler, file, context_);
    generator_ = generator.get();
    return generator;
}

void parse_action::ExecuteAction() {
    clang::CompilerInstance& compiler = getCompilerInstance();
    compiler.createSema(getTranslationUnitKind(), nullptr);
    parse_.emplace(compiler);
    parse_file(*parse_);
}

}  // namespace ingot::compiler
