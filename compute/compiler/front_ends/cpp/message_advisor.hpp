// Rewrites Clang's messages so that they help the author of a kernel: vectors are called `float3`, one note that says what to
// write replaces a long list of candidates, and a word of another language, such as `threadIdx`, gets a note with the name that
// kernels use instead.
#pragma once

#include <clang/Basic/Diagnostic.h>

#include <memory>
#include <set>
#include <string>

namespace ingot::compiler {

/// Returns a message in which each vector type has its name in kernels: `float3` for `vector<float, 3>`, and also for the
/// type of the expression `v.xyz`, which names three components of a vector of float.
std::string with_names_of_vectors(std::string message);

/// Passes diagnostics on to a printer, with these changes: with_names_of_vectors() names the types of vectors. One note that
/// says what to write replaces Clang's list of candidates in the language's headers. A note is added to the first error about
/// each word of another language, and to an error for which Clang's message does not give the remedy.
class message_advisor final : public clang::DiagnosticConsumer {
public:
    explicit message_advisor(std::unique_ptr<clang::DiagnosticConsumer> printer) : printer_(std::move(printer)) {}

    void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override {
        printer_->BeginSourceFile(language, preprocessor);
    }
    void EndSourceFile() override {
        advise();
        printer_->EndSourceFile();
    }
    void finish() override { printer_->finish(); }
    bool IncludeInDiagnosticCounts() const override { return printer_->IncludeInDiagnosticCounts(); }
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override;

private:
    // Prints a note about the last error if the error needs one: the note replaces Clang's notes that were not printed, gives
    // a remedy, or explains a word of another language.
    void advise();

    std::unique_ptr<clang::DiagnosticConsumer> printer_;
    const clang::DiagnosticsEngine* engine_ = nullptr;
    std::string error_;                // the text of the last error
    std::string dropped_;              // the texts of the notes of the last error that were not printed
    std::string remedy_;               // for the last error
    std::set<std::string> explained_;  // words and remedies that were printed
};

}  // namespace ingot::compiler
