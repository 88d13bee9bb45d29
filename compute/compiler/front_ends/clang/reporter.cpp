#include "reporter.hpp"

#include <clang/Basic/FileManager.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace ingot::compiler {

namespace {

std::string full_path(const std::string& file) { return std::filesystem::absolute(file).lexically_normal().string(); }

// Finds `location` in a file with #line directives: returns the position in `file` that has, by these directives, the file
// name and the line of `location`. Returns an invalid position if there is none.
clang::SourceLocation locate_by_directives(const clang::SourceManager& sources, clang::FileID file,
                                           const source_location& location) {
    const std::string full = full_path(location.file);
    const auto lines = static_cast<unsigned>(std::ranges::count(sources.getBufferData(file), '\n')) + 1;
    for (unsigned line = 1; line <= lines; ++line) {
        const clang::PresumedLoc presumed = sources.getPresumedLoc(sources.translateLineCol(file, line, 1));
        if (presumed.isValid() && presumed.getLine() == location.line && full_path(presumed.getFilename()) == full)
            return sources.translateLineCol(file, line, std::max(location.column, 1u));
    }
    return {};
}

}  // namespace

void reporter::error(clang::SourceLocation location, std::string_view message, std::string_view advice) const {
    print(clang::DiagnosticsEngine::Error, location, message);
    if (!advice.empty()) print(clang::DiagnosticsEngine::Note, {}, advice);
}

void reporter::note(clang::SourceLocation location, std::string_view message) const {
    print(clang::DiagnosticsEngine::Note, location, message);
}

void reporter::error(const diagnostic& problem) const {
    const clang::SourceLocation location = locate(problem.location);
    if (location.isValid() || problem.location.file.empty())
        error(location, problem.message, problem.advice);
    else
        error({}, fmt::format("{}:{}: {}", problem.location.file, problem.location.line, problem.message), problem.advice);
    if (const clang::SourceLocation caller = locate(problem.caller); caller.isValid()) note(caller, "called from here");
}

void reporter::print(clang::DiagnosticsEngine::Level level, clang::SourceLocation location, std::string_view text) const {
    engine_.Report(location, engine_.getDiagnosticIDs()->getCustomDiagID(static_cast<clang::DiagnosticIDs::Level>(level), "%0"))
        << llvm::StringRef(text);
}

clang::SourceLocation reporter::locate(const source_location& location) const {
    if (location.file.empty() || location.line == 0) return {};
    // A debug location has the name and the line that #line directives assign, but translateFileLineCol() ignores these
    // directives. Therefore the kernel file is searched by its directives first. Directives in headers are not followed.
    if (const clang::FileID file = sources_.getMainFileID(); sources_.getSLocEntry(file).getFile().hasLineDirectives())
        if (const clang::SourceLocation found = locate_by_directives(sources_, file, location); found.isValid()) return found;
    // A debug location has a full path or a path relative to some folder, while the source manager has the path that the user
    // gave. Therefore full paths are compared, and a relative path may match the end of a full path.
    const std::string full = full_path(location.file);
    for (auto entry = sources_.fileinfo_begin(); entry != sources_.fileinfo_end(); ++entry) {
        const clang::FileEntryRef file = entry->first;
        const std::string opened = full_path(file.getName().str());
        if (opened != full && !opened.ends_with("/" + location.file)) continue;
        const clang::SourceLocation found =
            sources_.translateFileLineCol(&file.getFileEntry(), location.line, std::max(location.column, 1u));
        if (found.isValid()) return found;
    }
    return {};
}

}  // namespace ingot::compiler
