// Rewrites Clang's messages so that they help the author of a kernel: vectors are called `float3`, long lists of candidates
// become one note that says what to write, and the words of other languages get a note with their name here.
#pragma once

#include <clang/Basic/Diagnostic.h>

#include <memory>
#include <set>
#include <string>

namespace ingot::compiler {

/// Returns a message in which each vector type has its name in kernels: `float3` for `vector<float, 3>`, and also for the
/// type of three components by name (`v.xyz`).
std::string with_names_of_vectors(std::string message);

/// Passes diagnostics on to a printer. Types of vectors get their names. Clang's list of candidates in the language's
/// headers is replaced by one note that says what to write. A note explains a word of another language where it occurs
/// first, names the #include that a file lacks, or says how to mend an error if Clang does not know the remedy.
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
    // Prints the note that replaces the dropped notes of the last error, explains its word of another language, or names its
    // remedy.
    void advise();

    std::unique_ptr<clang::DiagnosticConsumer> printer_;
    const clang::DiagnosticsEngine* engine_ = nullptr;
    std::string error_;
    std::string dropped_;
    std::string remedy_;               // for the last error
    std::set<std::string> explained_;  // words and remedies that were printed
};

}  // namespace ingot::compiler
