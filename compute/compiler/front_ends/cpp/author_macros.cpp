#include "author_macros.hpp"

#include <clang/Basic/CharInfo.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>

#include <set>
#include <string_view>

namespace ingot::compiler {

namespace {

// Returns whether macros of this name can configure headers. Names with an underscore and a capital letter, or with two
// underscores, are reserved for the compiler and the standard library ([lex.name]).
bool configures_headers(std::string_view name) {
    const bool is_reserved = (name.size() > 1 && name[0] == '_' && clang::isUppercase(static_cast<unsigned char>(name[1]))) ||
                             name.find("__") != std::string_view::npos;
    return is_reserved || name == "NDEBUG" || name.starts_with("INGOT_");
}

// Returns whether a header of the system, of the standard library or of the language has defined a macro of this name.
bool is_defined_by_library(const clang::Preprocessor& preprocessor, const std::string& name) {
    const clang::IdentifierInfo* const identifier = preprocessor.getIdentifierInfo(name);
    for (const clang::MacroDirective* directive = preprocessor.getLocalMacroDirectiveHistory(identifier); directive;
         directive = directive->getPrevious())
        if (llvm::isa<clang::DefMacroDirective>(directive) &&
            preprocessor.getSourceManager().isInSystemHeader(directive->getLocation()))
            return true;
    return false;
}

// Adds the name in each #define of a text to `names`, also in #if blocks that the preprocessor skips. Sets
// `uses_target_macros` if the text contains the name of a macro that describes the target or the device profile.
void scan(llvm::StringRef text, const clang::LangOptions& language, std::set<std::string>& names, bool& uses_target_macros) {
    clang::Lexer lexer({}, language, text.begin(), text.begin(), text.end());
    const auto describes_target = [](llvm::StringRef name) {
        return name.starts_with("INGOT_TARGET_") || name.starts_with("INGOT_PROFILE_");
    };
    clang::Token token;
    while (!lexer.LexFromRawLexer(token)) {
        if (token.is(clang::tok::raw_identifier) && describes_target(token.getRawIdentifier())) uses_target_macros = true;
        if (token.isNot(clang::tok::hash) || !token.isAtStartOfLine()) continue;
        lexer.LexFromRawLexer(token);
        if (token.isNot(clang::tok::raw_identifier) || token.getRawIdentifier() != "define") continue;
        lexer.LexFromRawLexer(token);
        if (token.is(clang::tok::raw_identifier) && !token.isAtStartOfLine()) names.insert(token.getRawIdentifier().str());
    }
}

}  // namespace

author_macros find_author_macros(clang::Preprocessor& preprocessor, const source_options& options) {
    author_macros found;
    std::set<std::string> names;
    for (const std::string& definition : options.definitions) names.insert(definition.substr(0, definition.find_first_of("=(")));
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    std::set<const clang::SrcMgr::ContentCache*> seen;  // a file that is included several times is read once
    for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) {
        const clang::SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(i);
        if (!entry.isFile() || clang::SrcMgr::isSystem(entry.getFile().getFileCharacteristic())) continue;
        const clang::SrcMgr::ContentCache& content = entry.getFile().getContentCache();
        const auto buffer = content.getBufferIfLoaded();
        // A buffer without a file holds Clang's predefined macros and those of the options.
        if (buffer && content.OrigEntry && seen.insert(&content).second)
            scan(buffer->getBuffer(), preprocessor.getLangOpts(), names, found.uses_target_macros);
    }
    for (const std::string& name : names)
        if (!configures_headers(name) && !is_defined_by_library(preprocessor, name)) found.names.push_back(name);
    return found;
}

}  // namespace ingot::compiler
