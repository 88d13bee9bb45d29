#include "messages.hpp"

#include <clang/Basic/SourceManager.h>

#include <regex>
#include <string_view>
#include <utility>

#include "attributes.hpp"
#include "tokens.hpp"

namespace ingot::compiler::metal {

namespace {

// Texts of Clang's errors, and the section of the specification that forbids what they are about.
constexpr std::pair<std::string_view, std::string_view> sections[] = {
    {"default initialization of an object of const type", "4.2"},
    {"field may not be qualified with an address space", "2.12"},
    {"invalid operands to binary expression", "3.1"},
    {"cannot increment value of type", "3.1"},
    {"is not contextually convertible to 'bool'", "3.1"},
    {"changes address space of pointer", "4"},
    {"constraints not satisfied for alias template 'uniform'", "2.14"},
};

}  // namespace

std::string in_words_of_metal(std::string message) {
    if (message.find("__") == std::string::npos && message.find("vec<") == std::string::npos &&
        message.find("matrix<") == std::string::npos && message.find("_Float16") == std::string::npos &&
        message.find("unsigned") == std::string::npos && message.find("setter") == std::string::npos)
        return message;
    static const std::regex setter("^no setter defined for property '([a-z]+)'");
    static const std::pair<std::regex, std::string> words[] = {
        {std::regex("const __global_host "), "constant "},
        {std::regex("__global_host "), "constant "},
        {std::regex("__global "), "device "},
        {std::regex("__local "), "threadgroup "},
        {std::regex("_Float16"), "half"},
        {std::regex("unsigned (char|short|int|long)\\b(?! long)"), "u$1"},
        {std::regex("\\b(metal::)?packed_vec<([a-z]+), ([2-4])>"), "packed_$2$3"},
        {std::regex("\\b(metal::)?vec<([a-z]+), ([2-4])>"), "$2$3"},
        {std::regex("\\b(metal::)?matrix<([a-z]+), ([2-4]), ([2-4])>"), "$2$3x$4"},
        {std::regex("'((?:const )?(?:packed_)?[a-z]+[1-4](?:x[2-4])?)' \\(aka '\\1'\\)"), "'$1'"},
    };
    if (std::smatch found; std::regex_search(message, found, setter))
        return "'" + found[1].str() + "' cannot be assigned: it names a component twice (MSL 3.0, section 2.2.1)";
    for (const auto& [pattern, word] : words) message = std::regex_replace(message, pattern, word);
    return message;
}

void author_messages::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) {
    llvm::SmallString<256> formatted;
    diagnostic.FormatDiagnostic(formatted);
    const std::string original = formatted.str().str();
    std::string text = in_words_of_metal(original);
    const bool has_place = diagnostic.hasSourceManager() && diagnostic.getLocation().isValid();
    const bool is_of_author = has_place && is_authors(diagnostic.getSourceManager(), diagnostic.getLocation());
    if (level == clang::DiagnosticsEngine::Note) {
        if (drops_notes_) return;
        if (held_) {
            if (!is_of_author) return;
            // Several errors in the library can have the same cause.
            if (moved_.insert(diagnostic.getLocation()).second)
                printer_->HandleDiagnostic(held_->level, clang::Diagnostic(held_->engine, diagnostic.getLocation(), held_->id,
                                                                           clang::DiagnosticStorage(), held_->text));
            held_.reset();
            drops_notes_ = true;
            return;
        }
    } else {
        print_held();
        drops_notes_ = false;
        // In a cast, Clang ignores the mark of the word threadgroup, and it has no meaning there.
        if (level < clang::DiagnosticsEngine::Error && original.find(mark_attribute) != std::string::npos) {
            drops_notes_ = true;
            return;
        }
        if (has_place && !is_of_author && level >= clang::DiagnosticsEngine::Error) {
            static const std::regex assertion("^static assertion failed due to requirement '.*': ");
            held_ = held_error {diagnostic.getDiags(), level, diagnostic.getID(), diagnostic.getLocation(),
                                std::regex_replace(text, assertion, "")};
            return;
        }
        if (level >= clang::DiagnosticsEngine::Error && text.find("(MSL 3.0") == std::string::npos)
            for (const auto& [part, section] : sections)
                if (text.find(part) != std::string::npos) {
                    text += " (MSL 3.0, section " + std::string(section) + ")";
                    break;
                }
    }
    if (text == original) return printer_->HandleDiagnostic(level, diagnostic);
    clang::DiagnosticStorage source;
    source.DiagRanges.assign(diagnostic.getRanges().begin(), diagnostic.getRanges().end());
    source.FixItHints.assign(diagnostic.getFixItHints().begin(), diagnostic.getFixItHints().end());
    printer_->HandleDiagnostic(
        level, clang::Diagnostic(diagnostic.getDiags(), diagnostic.getLocation(), diagnostic.getID(), source, text));
}

void author_messages::print_held() {
    if (!held_) return;
    const held_error error = *std::exchange(held_, {});
    printer_->HandleDiagnostic(error.level,
                               clang::Diagnostic(error.engine, error.location, error.id, clang::DiagnosticStorage(), error.text));
}

}  // namespace ingot::compiler::metal
