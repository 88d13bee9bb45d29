// Parses a kernel file with Clang and generates code for what is parsed. The translation unit stays open after the file's end, so
// that more text can be parsed (staged_parse.hpp).
#pragma once

#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/FrontendAction.h>
#include <llvm/IR/LLVMContext.h>

#include <optional>

#include "staged_parse.hpp"

namespace ingot::compiler {

/// A front end derives its own action, which listens to the preprocessor in BeginSourceFileAction().
class parse_action : public clang::ASTFrontendAction {
public:
    explicit parse_action(llvm::LLVMContext& context) : context_(context) {}

    staged_parse& parse() { return *parse_; }
    bool has_parsed() const { return parse_.has_value(); }
    clang::CodeGenerator& generator() { return *generator_; }
    /// Destroys everything that refers to the AST or to the module.
    void release();

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef file) override;
    void ExecuteAction() override;
    /// Parses the main file. A front end that rewrites tokens overrides it.
    virtual void parse_file(staged_parse& parse) { parse.parse_file(); }

private:
    llvm::LLVMContext& context_;
    clang::CodeGenerator* generator_ = nullptr;  // belongs to the compiler instance
    std::optional<staged_parse> parse_;
};

}  // namespace ingot::compiler
