// Rewrites Clang's messages for the author of a Metal file: types and address spaces have Metal's names, an error inside of the
// library is reported at the author's line, and some errors name the section of the specification.
#pragma once

#include <clang/Basic/Diagnostic.h>

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace ingot::compiler::metal {

/// Returns a message with Metal's words: `device float4 *` for `__global vec<float, 4> *`.
std::string in_words_of_metal(std::string message);

class author_messages final : public clang::DiagnosticConsumer {
public:
    explicit author_messages(std::unique_ptr<clang::DiagnosticConsumer> printer) : printer_(std::move(printer)) {}

    void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override {
        printer_->BeginSourceFile(language, preprocessor);
    }
    void EndSourceFile() override {
        print_held();
        printer_->EndSourceFile();
    }
    void finish() override {
        print_held();
        printer_->finish();
    }
    bool IncludeInDiagnosticCounts() const override { return printer_->IncludeInDiagnosticCounts(); }
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override;

private:
    // An error inside of the library, until a note shows the author's line that led there.
    struct held_error {
        const clang::DiagnosticsEngine* engine;
        clang::DiagnosticsEngine::Level level;
        unsigned id;
        clang::SourceLocation location;
        std::string text;
    };
    void print_held();

    std::unique_ptr<clang::DiagnosticConsumer> printer_;
    std::optional<held_error> held_;
    bool drops_notes_ = false;  // of an error that was printed at the author's line
    std::set<clang::SourceLocation> moved_;
};

}  // namespace ingot::compiler::metal
