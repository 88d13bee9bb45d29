// Rewrites `condition ? a : b` where C++ finds no common type and Metal does: objects in two address spaces, and a bfloat with a
// number of another type.
//
// The types are known only after the parse. So the file is parsed once, Clang's errors about such expressions give their places,
// and the file is parsed again with these expressions rewritten (front_end.cpp).
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <set>
#include <vector>

namespace ingot::compiler::metal {

/// The places of the question marks of expressions. They are the same in each parse of a file.
using conditional_places = std::set<clang::SourceLocation>;

/// Keeps the messages of a parse until it is known whether the parse is repeated. Errors about the operands of a conditional
/// expression whose place is not known yet are not kept: their places are.
class conditional_listener final : public clang::DiagnosticConsumer {
public:
    conditional_listener(std::unique_ptr<clang::DiagnosticConsumer> printer, const conditional_places& known)
        : printer_(std::move(printer)), known_(known) {}

    void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override {
        printer_->BeginSourceFile(language, preprocessor);
    }
    void EndSourceFile() override { printer_->EndSourceFile(); }
    void finish() override { printer_->finish(); }
    bool IncludeInDiagnosticCounts() const override { return printer_->IncludeInDiagnosticCounts(); }
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override;

    /// Returns the places that were found.
    const conditional_places& found() const { return found_; }
    /// Prints what was kept. From now on, prints each message at once.
    void print(const clang::DiagnosticsEngine& engine);

private:
    std::unique_ptr<clang::DiagnosticConsumer> printer_;
    const conditional_places& known_;
    conditional_places found_;
    std::vector<clang::StoredDiagnostic> kept_;
    bool keeps_ = true;
    bool drops_notes_ = false;
};

/// Returns the tokens with the expressions at the places rewritten: both operands are converted to their common type.
std::vector<clang::Token> with_common_types(clang::Preprocessor& preprocessor, const std::vector<clang::Token>& tokens,
                                            const conditional_places& places);

}  // namespace ingot::compiler::metal
