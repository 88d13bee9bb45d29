// Parses a file with Clang in stages: the file, then further text that may depend on what the file declares.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Parse/Parser.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>

#include <memory>
#include <string_view>

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
    /// Parses text that follows the main file. Line tables and messages show `name` as the name of the file. Warnings in the
    /// text are off, as in a system header.
    void parse_text(std::string_view name, std::string_view text);
    /// Instantiates all templates that were used so far.
    void instantiate_templates();
    /// Ends the translation unit. Clang prints its last warnings. Does not call the consumer's HandleTranslationUnit().
    void finish();

private:
    void parse_declarations();

    clang::CompilerInstance& compiler_;
    clang::Parser parser_;
    clang::EnterExpressionEvaluationContext evaluation_;
};

}  // namespace ingot::compiler
