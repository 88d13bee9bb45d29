// Prints ingotc's own errors through Clang's diagnostics engine, with the source line and a caret.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

#include <string_view>

#include "../../diagnostic.hpp"

namespace ingot::compiler {

/// Reports errors of one kernel file.
class reporter {
public:
    reporter(clang::DiagnosticsEngine& prints, const clang::SourceManager& files) : engine_(prints), sources_(files) {}

    /// Prints an error. If `advice` is not empty, prints it as a note without a place.
    void error(clang::SourceLocation location, std::string_view message, std::string_view advice) const;
    void note(clang::SourceLocation location, std::string_view message) const;

    /// Prints an error whose place is given by file name and line. If `found.caller` is known, also prints a note at that
    /// line.
    void error(const diagnostic& found) const;

    bool has_errors() const { return engine_.hasErrorOccurred(); }

private:
    void print(clang::DiagnosticsEngine::Level level, clang::SourceLocation location, std::string_view text) const;
    clang::SourceLocation locate(const source_location& location) const;

    clang::DiagnosticsEngine& engine_;
    const clang::SourceManager& sources_;
};

}  // namespace ingot::compiler
