// Our own errors, printed by Clang's engine: with the source line and a caret.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

#include <string_view>

#include "../../diagnostic.hpp"

namespace ingot::compiler {

class reporter {
public:
    reporter(clang::DiagnosticsEngine& prints, const clang::SourceManager& files) : engine(prints), sources(files) {}

    /// An error, and what to do instead as a note without a place (where there is any advice).
    void error(clang::SourceLocation where, std::string_view message, std::string_view advice) const;
    void note(clang::SourceLocation where, std::string_view message) const;

    /// An error that is known by file and line only.
    void error(const diagnostic& found) const;

    bool has_errors() const { return engine.hasErrorOccurred(); }

private:
    void print(clang::DiagnosticsEngine::Level level, clang::SourceLocation where, std::string_view text) const;
    clang::SourceLocation locate(const source_location& where) const;

    clang::DiagnosticsEngine& engine;
    const clang::SourceManager& sources;
};

}  // namespace ingot::compiler
