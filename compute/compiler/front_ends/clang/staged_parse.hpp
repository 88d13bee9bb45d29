// Parses a file with Clang in stages: the file, then further text that may depend on what the file declares.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Parse/Parser.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace ingot::compiler {

/// One parse of a translation unit. clang::ParseAST() ends the translation unit at the end of the file; this class leaves
/// it open, as clang-repl does. Clang's object for semantic analysis (Sema) must exist.
class staged_parse {
public:
    explicit staged_parse(clang::CompilerInstance& with);
    staged_parse(const staged_parse&) = delete;
    staged_parse& operator=(const staged_parse&) = delete;
    ~staged_parse();

    /// Parses the main file.
    void parse_file();
    /// Parses the tokens that `rewrite` makes of the main file's tokens: all of them, after preprocessing, with the token at the
    /// end of the file as the last one. `rewrite` may change the list, but must keep the last token.
    void parse_file(const std::function<void(std::vector<clang::Token>&)>& rewrite);
    /// Parses text that follows the main file. Line tables and messages show `name` as the name of the file. Warnings in the
    /// text are off, as in a system header.
    void parse_text(std::string_view name, std::string_view text);
    /// Instantiates all templates that were used so far.
    void instantiate_templates();
    /// Ends the translation unit. Clang prints its last warnings. Does not call the consumer's HandleTranslationUnit().
    void finish();

private:
    void start_file();
    void start_declarations();
    void parse_declarations();

    clang::CompilerInstance& compiler_;
    clang::Parser parser_;
    std::vector<clang::Token> tokens_;  // of the main file, if they were rewritten; the preprocessor refers to them
    clang::EnterExpressionEvaluationContext evaluation_;
};

}  // namespace ingot::compiler
