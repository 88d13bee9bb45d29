#include "reporter.hpp"

#include <clang/Basic/FileManager.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace ingot::compiler {

namespace {

std::string full_path(const std::string& file) { return std::filesystem::absolute(file).lexically_normal().string(); }

// The line of `file` that its #line directives call that line.
clang::SourceLocation locate_by_directives(const clang::SourceManager& sources, clang::FileID file,
                                           const source_location& where) {
    const std::string full = full_path(where.file);
    const auto lines = static_cast<unsigned>(std::ranges::count(sources.getBufferData(file), '\n')) + 1;
    for (unsigned line = 1; line <= lines; ++line) {
        const clang::PresumedLoc presumed = sources.getPresumedLoc(sources.translateLineCol(file, line, 1));
        if (presumed.isValid() && presumed.getLine() == where.line && full_path(presumed.getFilename()) == full)
            return sources.translateLineCol(file, line, std::max(where.column, 1u));
    }
    return {};
}

}  // namespace

void reporter::error(clang::SourceLocation where, std::string_view message, std::string_view advice) const {
    print(clang::DiagnosticsEngine::Error, where, message);
    if (!advice.empty()) print(clang::DiagnosticsEngine::Note, {}, advice);
}

void reporter::note(clang::SourceLocation where, std::string_view message) const {
    print(clang::DiagnosticsEngine::Note, where, message);
}

void reporter::error(const diagnostic& found) const {
    const clang::SourceLocation where = locate(found.where);
    if (where.isValid() || found.where.file.empty()) return error(where, found.message, found.advice);
    error({}, fmt::format("{}:{}: {}", found.where.file, found.where.line, found.message), found.advice);
}

void reporter::print(clang::DiagnosticsEngine::Level level, clang::SourceLocation where, std::string_view text) const {
    engine.Report(where, engine.getDiagnosticIDs()->getCustomDiagID(static_cast<clang::DiagnosticIDs::Level>(level), "%0"))
        << llvm::StringRef(text);
}

clang::SourceLocation reporter::locate(const source_location& where) const {
    if (where.file.empty() || where.line == 0) return {};
    // Debug locations name a file relative to a folder of their own choice, or in full; the compiler opened it as the user named
    // it.
    const std::string full = full_path(where.file);
    if (const clang::FileID file = sources.getMainFileID(); sources.getSLocEntry(file).getFile().hasLineDirectives())
        if (const clang::SourceLocation found = locate_by_directives(sources, file, where); found.isValid()) return found;
    for (auto entry = sources.fileinfo_begin(); entry != sources.fileinfo_end(); ++entry) {
        const clang::FileEntryRef file = entry->first;
        const std::string opened = full_path(file.getName().str());
        if (opened != full && !opened.ends_with("/" + where.file)) continue;
        const clang::SourceLocation found =
            sources.translateFileLineCol(&file.getFileEntry(), where.line, std::max(where.column, 1u));
        if (found.isValid()) return found;
    }
    return {};
}

}  // namespace ingot::compiler
