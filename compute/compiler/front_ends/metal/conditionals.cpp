#include "conditionals.hpp"

#include <clang/Basic/DiagnosticSema.h>

#include <algorithm>
#include <initializer_list>
#include <span>

namespace ingot::compiler::metal {

namespace {

using clang::Token;
namespace tok = clang::tok;

// What follows more messages is not kept.
constexpr size_t most_messages = 10'000;

// As many errors are printed as Clang prints.
constexpr size_t most_errors = 20;

bool opens(const Token& token) { return token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace); }
bool closes(const Token& token) { return token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace); }

class converter {
public:
    converter(clang::Preprocessor& preprocessor, const conditional_places& places)
        : preprocessor_(preprocessor), places_(places) {}

    // Returns the tokens rewritten. With `all`, the conditional expressions that are in no brackets are rewritten in any case.
    std::vector<Token> convert(std::span<const Token> tokens, bool all) const {
        std::vector<Token> out;
        size_t depth = 0;
        for (size_t i = 0; i < tokens.size(); ++i) {
            if (opens(tokens[i])) ++depth;
            if (closes(tokens[i]) && depth > 0) --depth;
            const bool is_wanted =
                tokens[i].is(tok::question) && ((all && depth == 0) || places_.contains(tokens[i].getLocation()));
            const size_t colon = is_wanted ? find_colon(tokens, i + 1) : tokens.size();
            out.push_back(tokens[i]);
            if (colon == tokens.size()) continue;
            const size_t end = end_of_operand(tokens, colon + 1);
            const std::vector<Token> first = convert(tokens.subspan(i + 1, colon - i - 1), true);
            const std::vector<Token> second = convert(tokens.subspan(colon + 1, end - colon - 1), true);
            add_operand(out, tokens[i], first, second, first);
            out.push_back(tokens[colon]);
            add_operand(out, tokens[i], first, second, second);
            i = end - 1;
        }
        return out;
    }

private:
    // Returns the index of the colon of a conditional expression whose second operand begins at `i`, or the number of tokens.
    static size_t find_colon(std::span<const Token> tokens, size_t i) {
        size_t depth = 0;
        size_t inner = 0;
        for (; i < tokens.size(); ++i) {
            if (opens(tokens[i])) ++depth;
            if (closes(tokens[i])) {
                if (depth == 0) return tokens.size();
                --depth;
            }
            if (depth > 0) continue;
            if (tokens[i].is(tok::semi)) return tokens.size();
            if (tokens[i].is(tok::question)) ++inner;
            if (tokens[i].is(tok::colon) && inner-- == 0) return i;
        }
        return tokens.size();
    }
    // Returns the index after the third operand, which begins at `i`.
    static size_t end_of_operand(std::span<const Token> tokens, size_t i) {
        size_t depth = 0;
        size_t inner = 0;
        while (i < tokens.size()) {
            if (const size_t after = depth == 0 ? end_of_template_arguments(tokens, i) : 0; after > 0) {
                i = after;
                continue;
            }
            if (opens(tokens[i])) ++depth;
            if (closes(tokens[i])) {
                if (depth == 0) return i;
                --depth;
            }
            if (depth == 0 && tokens[i].isOneOf(tok::semi, tok::comma)) return i;
            if (depth == 0 && tokens[i].is(tok::question)) ++inner;
            if (depth == 0 && tokens[i].is(tok::colon) && inner-- == 0) return i;
            ++i;
        }
        return i;
    }
    // If `name<a, b>` begins at `i` and a call or a member follows, returns the index after it; otherwise 0.
    static size_t end_of_template_arguments(std::span<const Token> tokens, size_t i) {
        if (i + 1 >= tokens.size() || tokens[i].isNot(tok::identifier) || tokens[i + 1].isNot(tok::less)) return 0;
        size_t angles = 0;
        for (size_t each = i + 1; each < tokens.size(); ++each) {
            const Token& token = tokens[each];
            if (token.is(tok::less)) ++angles;
            if (token.is(tok::greater)) --angles;
            if (token.is(tok::greatergreater)) angles -= std::min<size_t>(angles, 2);
            if (token.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::r_paren, tok::question, tok::ampamp, tok::pipepipe))
                return 0;
            if (angles > 0) continue;
            const bool is_used =
                each + 1 < tokens.size() && tokens[each + 1].isOneOf(tok::l_paren, tok::l_brace, tok::coloncolon);
            return is_used ? each + 1 : 0;
        }
        return 0;
    }

    Token punctuation(const Token& at, tok::TokenKind kind) const {
        Token token;
        token.startToken();
        token.setKind(kind);
        token.setLocation(at.getLocation());
        token.setLength(1);
        return token;
    }
    Token word(const Token& at, llvm::StringRef name) const {
        Token token = punctuation(at, tok::identifier);
        clang::IdentifierInfo* const identifier = preprocessor_.getIdentifierInfo(name);
        token.setIdentifierInfo(identifier);
        token.setKind(identifier->getTokenID());
        return token;
    }
    // Adds `::metal::ingot_detail::name`.
    void add_library_name(std::vector<Token>& out, const Token& at, llvm::StringRef name) const {
        for (const llvm::StringRef each : {llvm::StringRef("metal"), llvm::StringRef("ingot_detail"), name}) {
            out.push_back(punctuation(at, tok::coloncolon));
            out.push_back(word(at, each));
        }
    }
    // Adds `converted<decltype(common_value(first, second))>(operand)`.
    void add_operand(std::vector<Token>& out, const Token& at, const std::vector<Token>& first, const std::vector<Token>& second,
                     const std::vector<Token>& operand) const {
        const auto add_in_brackets = [&](const std::vector<Token>& tokens) {
            out.push_back(punctuation(at, tok::l_paren));
            out.insert(out.end(), tokens.begin(), tokens.end());
            out.push_back(punctuation(at, tok::r_paren));
        };
        add_library_name(out, at, "converted");
        out.push_back(punctuation(at, tok::less));
        out.push_back(word(at, "decltype"));
        out.push_back(punctuation(at, tok::l_paren));
        add_library_name(out, at, "common_value");
        out.push_back(punctuation(at, tok::l_paren));
        add_in_brackets(first);
        out.push_back(punctuation(at, tok::comma));
        add_in_brackets(second);
        out.push_back(punctuation(at, tok::r_paren));
        out.push_back(punctuation(at, tok::r_paren));
        out.push_back(punctuation(at, tok::greater));
        add_in_brackets(operand);
    }

    clang::Preprocessor& preprocessor_;
    const conditional_places& places_;
};

}  // namespace

void conditional_listener::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) {
    if (!keeps_) return printer_->HandleDiagnostic(level, diagnostic);
    if (level == clang::DiagnosticsEngine::Note) {
        if (drops_notes_) return;
    } else {
        drops_notes_ = (diagnostic.getID() == clang::diag::err_typecheck_cond_incompatible_operands ||
                        diagnostic.getID() == clang::diag::err_conditional_ambiguous) &&
                       !known_.contains(diagnostic.getLocation());
        if (drops_notes_) {
            found_.insert(diagnostic.getLocation());
            return;
        }
    }
    if (kept_.size() < most_messages) kept_.emplace_back(level, diagnostic);
}

void conditional_listener::print(const clang::DiagnosticsEngine& engine) {
    keeps_ = false;
    size_t errors = 0;
    for (const clang::StoredDiagnostic& each : kept_) {
        if (each.getLevel() >= clang::DiagnosticsEngine::Error && ++errors > most_errors) break;
        clang::DiagnosticStorage source;
        source.DiagRanges.assign(each.getRanges().begin(), each.getRanges().end());
        source.FixItHints.assign(each.getFixIts().begin(), each.getFixIts().end());
        const clang::SourceLocation& place = each.getLocation();
        printer_->HandleDiagnostic(each.getLevel(), clang::Diagnostic(&engine, place, each.getID(), source, each.getMessage()));
    }
    kept_.clear();
}

std::vector<clang::Token> with_common_types(clang::Preprocessor& preprocessor, const std::vector<clang::Token>& tokens,
                                            const conditional_places& places) {
    return converter(preprocessor, places).convert(tokens, false);
}

}  // namespace ingot::compiler::metal
