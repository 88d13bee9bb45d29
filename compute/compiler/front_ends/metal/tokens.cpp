#include "tokens.hpp"

#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <span>

#include "attribute_names.hpp"
#include "attributes.hpp"

namespace ingot::compiler::metal {

namespace {

using clang::Token;
namespace tok = clang::tok;

bool is_word(const Token& token, llvm::StringRef word) {
    return token.is(tok::identifier) && token.getIdentifierInfo()->getName() == word;
}

// Is the token the name of an address space? All of them are identifiers for C++.
bool is_space(const Token& token) {
    return is_word(token, "device") || is_word(token, "constant") || is_word(token, "threadgroup") || is_word(token, "thread");
}

// Returns the index of the bracket that closes the one at `open`, or of the last token.
size_t matching(std::span<const Token> tokens, size_t open, tok::TokenKind opening, tok::TokenKind closing) {
    size_t depth = 0;
    for (size_t i = open; i < tokens.size(); ++i) {
        if (tokens[i].is(opening)) ++depth;
        if (tokens[i].is(closing) && --depth == 0) return i;
    }
    return tokens.size() - 1;
}

bool begins_attributes(std::span<const Token> tokens, size_t i) {
    return i + 1 < tokens.size() && tokens[i].is(tok::l_square) && tokens[i + 1].is(tok::l_square);
}

// Returns the index after the `]]` of the attributes that begin at `begin`, or the number of tokens.
size_t end_of_attributes(std::span<const Token> tokens, size_t begin) {
    return std::min(matching(tokens, begin, tok::l_square, tok::r_square) + 1, tokens.size());
}

class rewriter {
public:
    rewriter(clang::Preprocessor& preprocessor, token_facts& facts)
        : preprocessor_(preprocessor), sources_(preprocessor.getSourceManager()), facts_(facts) {}

    void rewrite(std::vector<Token>& tokens) {
        tokens = without_qualified_members(tokens);
        tokens = with_decayed_parameters(tokens);
        in_ = tokens;
        find_function_constants();
        for (size_t i = 0; i < in_.size();) i = rewrite_at(i);
        tokens = std::move(out_);
    }

private:
    // Is the token Metal: in the author's files or in the library's headers? All other headers are C++.
    bool is_metal(const Token& token) {
        const clang::FileID file = sources_.getFileID(sources_.getExpansionLoc(token.getLocation()));
        const auto [found, is_new] = is_metal_.emplace(file, false);
        if (is_new) {
            const auto entry = sources_.getFileEntryRefForID(file);
            const llvm::StringRef name = entry ? entry->getName() : llvm::StringRef();
            found->second = name.contains("/ingot/metal/") || !sources_.isInSystemHeader(sources_.getLocForStartOfFile(file));
        }
        return found->second;
    }

    // Tokens that have no counterpart in the file get the place of a token that has.
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
    // A literal whose text is not in the file.
    Token literal(const Token& at, tok::TokenKind kind, const std::string& text) const {
        Token token = punctuation(at, kind);
        preprocessor_.CreateString(text, token, at.getLocation(), at.getLocation());
        token.setKind(kind);
        return token;
    }
    std::string spelling(const Token& token) const { return preprocessor_.getSpelling(token); }

    // Adds `__attribute__((` or `))`.
    void open_attribute(const Token& at) {
        out_.push_back(word(at, "__attribute__"));
        out_.push_back(punctuation(at, tok::l_paren));
        out_.push_back(punctuation(at, tok::l_paren));
    }
    void close_attribute(const Token& at) {
        out_.push_back(punctuation(at, tok::r_paren));
        out_.push_back(punctuation(at, tok::r_paren));
    }
    void add_attribute(const Token& at, llvm::StringRef name) {
        open_attribute(at);
        out_.push_back(word(at, name));
        close_attribute(at);
    }
    void add_mark(const Token& at, llvm::StringRef name, std::span<const Token> argument = {}) {
        open_attribute(at);
        out_.push_back(word(at, mark_attribute));
        out_.push_back(punctuation(at, tok::l_paren));
        out_.push_back(literal(at, tok::string_literal, "\"" + name.str() + "\""));
        if (!argument.empty()) {
            out_.push_back(punctuation(at, tok::comma));
            // In brackets, because Clang takes a single identifier in an attribute for a name and not for an expression.
            out_.push_back(punctuation(at, tok::l_paren));
            out_.insert(out_.end(), argument.begin(), argument.end());
            out_.push_back(punctuation(at, tok::r_paren));
        }
        out_.push_back(punctuation(at, tok::r_paren));
        close_attribute(at);
    }

    // Rewrites the token at `i`, and perhaps more. Returns the index of the first token that it did not read.
    size_t rewrite_at(size_t i) {
        const Token& token = in_[i];
        if (token.isOneOf(tok::kw_static_assert, tok::kw_asm, tok::kw___attribute) && i + 1 < in_.size())
            end_of_plain_text_ = std::max(end_of_plain_text_, matching(in_, i + 1, tok::l_paren, tok::r_paren));
        if (!token.isOneOf(tok::identifier, tok::l_square, tok::numeric_constant, tok::string_literal) || !is_metal(token))
            return keep(i);
        if (token.is(tok::string_literal)) return rewrite_text(i);
        if (begins_attributes(in_, i)) return rewrite_attributes(i);
        if (token.is(tok::numeric_constant)) {
            add_number(token);
            return i + 1;
        }
        const bool is_member = i > 0 && in_[i - 1].isOneOf(tok::period, tok::arrow, tok::coloncolon);
        if (token.is(tok::identifier) && !is_member) return rewrite_word(i);
        return keep(i);
    }
    size_t keep(size_t i) {
        out_.push_back(in_[i]);
        return i + 1;
    }

    // A text is in constant memory: `"abc"`, as a value, becomes `(metal::ingot_detail::text<"abc">.characters)`.
    size_t rewrite_text(size_t i) {
        size_t end = i;
        while (end < in_.size() && in_[end].is(tok::string_literal)) ++end;
        const bool is_value =
            i > 1 && i > end_of_plain_text_ &&
            in_[i - 1].isOneOf(tok::l_paren, tok::comma, tok::equal, tok::l_brace, tok::kw_return, tok::question, tok::colon) &&
            !initialises_characters(i) && !is_of_built_in(i);
        if (!is_value || end == in_.size()) {
            out_.insert(out_.end(), in_.begin() + static_cast<ptrdiff_t>(i), in_.begin() + static_cast<ptrdiff_t>(end));
            return end;
        }
        const Token& at = in_[i];
        out_.push_back(punctuation(at, tok::l_paren));
        out_.push_back(punctuation(at, tok::coloncolon));
        out_.push_back(word(at, "metal"));
        out_.push_back(punctuation(at, tok::coloncolon));
        out_.push_back(word(at, "ingot_detail"));
        out_.push_back(punctuation(at, tok::coloncolon));
        out_.push_back(word(at, "text"));
        out_.push_back(punctuation(at, tok::less));
        out_.insert(out_.end(), in_.begin() + static_cast<ptrdiff_t>(i), in_.begin() + static_cast<ptrdiff_t>(end));
        out_.push_back(punctuation(at, tok::greater));
        out_.push_back(punctuation(at, tok::period));
        out_.push_back(word(at, "characters"));
        out_.push_back(punctuation(at, tok::r_paren));
        return end;
    }
    // Is the text at `i` the argument of a function of Clang, such as __builtin_nanf(""), or of `delete("why")`?
    bool is_of_built_in(size_t i) const {
        if (in_[i - 1].isNot(tok::l_paren)) return false;
        return in_[i - 2].is(tok::kw_delete) ||
               (in_[i - 2].is(tok::identifier) && in_[i - 2].getIdentifierInfo()->getName().starts_with("__builtin_"));
    }
    // Is the text at `i` the value of an array of characters: `constant char name[] = "abc"`? In `char* names[] = {"abc"}` it is
    // not.
    bool initialises_characters(size_t i) const {
        size_t before = i - 1;
        if (in_[before].is(tok::l_brace) && before > 0) --before;
        if (in_[before].isNot(tok::equal) || before == 0 || in_[before - 1].isNot(tok::r_square)) return false;
        while (before > 0 && !in_[before].isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::star)) --before;
        return in_[before].isNot(tok::star);
    }

    size_t rewrite_word(size_t i) {
        const Token& token = in_[i];
        const llvm::StringRef name = token.getIdentifierInfo()->getName();
        if (name == "kernel") {
            add_mark(token, "kernel");
        } else if (name == "device") {
            add_attribute(token, "opencl_global");
        } else if (name == "constant") {
            out_.push_back(word(token, "const"));
            add_attribute(token, "opencl_global_host");
        } else if (name == "threadgroup") {
            add_attribute(token, "opencl_local");
            add_mark(token, "threadgroup");
        } else if (name == "thread") {
            facts_.thread_words.insert(token.getLocation());
        } else if (name == "main" && i + 1 < in_.size() && in_[i + 1].is(tok::l_paren)) {
            // Clang has rules of its own for a function main: the rewritten file calls it otherwise, and is rejected.
            facts_.main_functions.push_back(token.getLocation());
            out_.push_back(word(token, "ingot_main"));
        } else if (name == "vertex" || name == "fragment") {
            return skip_graphics_function(i);
        } else {
            return keep(i);
        }
        return i + 1;
    }

    // `1.0bf` is a bfloat, which is a class: `bfloat(1.0f)`.
    void add_number(const Token& token) {
        const std::string spelled = spelling(token);
        llvm::StringRef text = spelled;
        if (text.starts_with_insensitive("0x") || !text.consume_back_insensitive("bf"))
            return out_.push_back(rewritten_number(token));
        out_.push_back(word(token, "bfloat"));
        out_.push_back(punctuation(token, tok::l_paren));
        const bool is_real = text.find_first_of(".eE") != llvm::StringRef::npos;
        out_.push_back(literal(token, tok::numeric_constant, text.str() + (is_real ? "f" : ".0f")));
        out_.push_back(punctuation(token, tok::r_paren));
    }
    // `1.0` is a float and `1.0h` a half.
    Token rewritten_number(const Token& token) const {
        const std::string spelled = spelling(token);
        const llvm::StringRef text = spelled;
        const bool is_hexadecimal = text.starts_with_insensitive("0x");
        const bool is_binary = text.starts_with_insensitive("0b");
        const bool is_real = is_hexadecimal ? text.find_first_of("pP") != llvm::StringRef::npos
                                            : !is_binary && text.find_first_of(".eE") != llvm::StringRef::npos;
        if (!is_hexadecimal && !is_binary && text.ends_with_insensitive("h"))
            return literal(token, tok::numeric_constant, text.drop_back().str() + (is_real ? "f16" : ".0f16"));
        if (!is_real) return token;
        if (text.ends_with_insensitive("h")) return literal(token, tok::numeric_constant, text.drop_back().str() + "f16");
        const llvm::StringRef after_digits = is_hexadecimal ? text.substr(text.find_first_of("pP") + 1) : text;
        const bool has_suffix = after_digits.find_first_of("fFlL") != llvm::StringRef::npos;
        return has_suffix ? token : literal(token, tok::numeric_constant, spelled + "f");
    }

    // Rewrites `[[a, b(1)]]`. Attributes that are not Metal's stay as they are.
    size_t rewrite_attributes(size_t begin) {
        const size_t end = end_of_attributes(in_, begin);
        std::vector<std::span<const Token>> others;
        size_t first = begin + 2;
        const size_t last = end >= 2 ? end - 2 : end;
        while (first < last) {
            size_t next = first;
            for (size_t depth = 0; next < last && (depth > 0 || in_[next].isNot(tok::comma)); ++next) {
                if (in_[next].is(tok::l_paren)) ++depth;
                if (in_[next].is(tok::r_paren) && depth > 0) --depth;
            }
            const std::span<const Token> attribute(&in_[first], next - first);
            if (!rewrite_attribute(attribute)) others.push_back(attribute);
            first = next + 1;
        }
        if (!others.empty() || end - begin <= 4) {
            out_.insert(out_.end(), {in_[begin], in_[begin + 1]});
            for (size_t i = 0; i < others.size(); ++i) {
                if (i) out_.push_back(punctuation(in_[begin], tok::comma));
                out_.insert(out_.end(), others[i].begin(), others[i].end());
            }
            out_.insert(out_.end(), {in_[end - 2], in_[end - 1]});
        }
        return end;
    }

    // Rewrites one attribute of Metal. Returns false for any other attribute.
    bool rewrite_attribute(std::span<const Token> attribute) {
        if (attribute.empty() || attribute[0].isNot(tok::identifier)) return false;
        if (attribute.size() > 1 && attribute[1].isNot(tok::l_paren)) return false;
        const llvm::StringRef name = attribute[0].getIdentifierInfo()->getName();
        const attribute_name* const known = find_attribute(name);
        if (!known) return false;
        if (known->kind == attribute_kind::hint) return true;
        std::vector<Token> argument;
        if (attribute.size() > 3) argument.assign(attribute.begin() + 2, attribute.end() - 1);
        if (known->kind == attribute_kind::graphics) argument.clear();
        for (Token& each : argument)
            if (each.is(tok::numeric_constant)) each = rewritten_number(each);
        // The argument is the name of a function constant, whose value is not known here.
        const bool is_name = argument.size() == 1 && argument[0].is(tok::identifier);
        if (is_name && (known->kind == attribute_kind::function_constant ||
                        (known->kind == attribute_kind::location && function_constants_.contains(spelling(argument[0])))))
            argument[0] = literal(argument[0], tok::string_literal, "\"" + spelling(argument[0]) + "\"");
        add_mark(attribute[0], name, argument);
        return true;
    }

    // Finds the names of function constants: `constant int name [[function_constant(0)]];`.
    void find_function_constants() {
        for (size_t i = 3; i < in_.size(); ++i)
            if (is_word(in_[i], "function_constant") && begins_attributes(in_, i - 2) && in_[i - 3].is(tok::identifier))
                function_constants_.insert(spelling(in_[i - 3]));
    }

    // Leaves out a vertex or fragment function, with what stands in front of it: a template's head and attributes.
    size_t skip_graphics_function(size_t i) {
        while (!out_.empty() && !out_.back().isOneOf(tok::semi, tok::r_brace, tok::l_brace)) {
            // Only a template's head and attributes can stand in front of the word.
            if (!out_.back().isOneOf(tok::greater, tok::r_paren, tok::r_square, tok::kw_template, tok::kw_static, tok::kw_inline))
                break;
            if (out_.back().isOneOf(tok::kw_template, tok::kw_static, tok::kw_inline)) {
                out_.pop_back();
                continue;
            }
            const tok::TokenKind closing = out_.back().getKind();
            const tok::TokenKind opening =
                closing == tok::greater ? tok::less : (closing == tok::r_paren ? tok::l_paren : tok::l_square);
            size_t depth = 0;
            while (!out_.empty()) {
                const Token dropped = out_.back();
                out_.pop_back();
                if (dropped.is(closing)) ++depth;
                if (dropped.is(opening) && --depth == 0) break;
            }
            if (!out_.empty() && out_.back().is(tok::kw___attribute)) out_.pop_back();
        }
        size_t end = i;
        std::string name;
        while (end < in_.size() && !in_[end].isOneOf(tok::l_brace, tok::semi, tok::eof, tok::annot_repl_input_end)) {
            if (begins_attributes(in_, end)) {
                end = end_of_attributes(in_, end);
                continue;
            }
            if (in_[end].is(tok::l_paren)) {
                if (name.empty() && end > i && in_[end - 1].is(tok::identifier)) name = spelling(in_[end - 1]);
                end = matching(in_, end, tok::l_paren, tok::r_paren);
            }
            ++end;
        }
        facts_.graphics_functions.push_back(name);
        if (end < in_.size() && in_[end].is(tok::l_brace)) end = matching(in_, end, tok::l_brace, tok::r_brace);
        return end < in_.size() && in_[end].isOneOf(tok::r_brace, tok::semi) ? end + 1 : end;
    }

    // Leaves out the address spaces behind a member function's parameters: `int get() const device { … }`. In the C++ that Clang
    // parses, `this` points to memory of every address space. Of several functions that differ in the address space alone only
    // the first stays.
    std::vector<Token> without_qualified_members(const std::vector<Token>& tokens) const {
        std::vector<Token> kept;
        std::set<std::string> seen;
        std::vector<size_t> scopes {0};
        std::vector<bool> is_class {false};
        for (size_t i = 0; i < tokens.size(); ++i) {
            if (tokens[i].is(tok::l_brace)) {
                scopes.push_back(i);
                is_class.push_back(ends_in_class_head(kept));
            }
            if (tokens[i].is(tok::r_brace) && scopes.size() > 1) {
                scopes.pop_back();
                is_class.pop_back();
            }
            const size_t end = tokens[i].is(tok::r_paren) ? end_of_member_qualifiers(tokens, i + 1, is_class.back()) : 0;
            const size_t begin = end == 0 ? 0 : begin_of_declaration(kept);
            if (end == 0 || is_initialiser(kept, begin)) {
                kept.push_back(tokens[i]);
                continue;
            }
            std::string signature = std::to_string(scopes.back()) + ":";
            const auto add = [&](const Token& token) {
                if (!is_space(token)) signature += spelling(token) + " ";
            };
            for (size_t each = begin; each < kept.size(); ++each) add(kept[each]);
            for (size_t each = i; each < end; ++each) add(tokens[each]);
            if (seen.insert(signature).second) {
                kept.push_back(tokens[i]);
                for (size_t each = i + 1; each < end; ++each)
                    if (!is_space(tokens[each])) kept.push_back(tokens[each]);
                i = end - 1;
            } else {
                kept.resize(begin);
                i = end_of_definition(tokens, end);
            }
        }
        return kept;
    }
    // Do the tokens end in `struct name`, so that a class begins with the next brace?
    static bool ends_in_class_head(std::span<const Token> tokens) {
        for (size_t i = tokens.size(); i > 0; --i) {
            if (tokens[i - 1].isOneOf(tok::kw_struct, tok::kw_class, tok::kw_union)) return true;
            if (tokens[i - 1].isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::l_paren, tok::r_paren, tok::equal))
                return false;
        }
        return false;
    }
    // Returns the index after `const device` behind a member function's parameters. If there is no address space, returns 0,
    // except in a class: a function without one there can differ from another one in this alone.
    static size_t end_of_member_qualifiers(std::span<const Token> tokens, size_t begin, bool is_in_class) {
        bool has_space = is_in_class;
        size_t i = begin;
        for (; i < tokens.size() && (tokens[i].isOneOf(tok::kw_const, tok::kw_volatile) || is_space(tokens[i])); ++i)
            has_space |= is_space(tokens[i]);
        const bool is_function =
            i < tokens.size() && tokens[i].isOneOf(tok::l_brace, tok::colon, tok::semi, tok::equal, tok::kw_noexcept);
        return has_space && is_function ? i : 0;
    }
    // Does a constructor's initialiser begin at `begin`: `member(value)` after a colon that belongs to no `public:`?
    static bool is_initialiser(std::span<const Token> tokens, size_t begin) {
        return begin > 1 && tokens[begin - 1].is(tok::colon) &&
               !tokens[begin - 2].isOneOf(tok::kw_public, tok::kw_private, tok::kw_protected);
    }
    // Returns the index of the first token of the declaration at the end of `tokens`, whose parameters are still open.
    static size_t begin_of_declaration(std::span<const Token> tokens) {
        size_t depth = 1;
        size_t begin = tokens.size();
        for (; begin > 0; --begin) {
            const Token& token = tokens[begin - 1];
            if (token.is(tok::r_paren)) ++depth;
            if (token.is(tok::l_paren) && depth > 0) --depth;
            if (depth == 0 && token.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::colon)) break;
        }
        return begin;
    }
    // Returns the index of the last token of a function whose head ends before `i`: of `}` or `;`.
    static size_t end_of_definition(std::span<const Token> tokens, size_t i) {
        const bool has_initialisers = tokens[i].is(tok::colon);
        while (i < tokens.size() - 1 && !tokens[i].isOneOf(tok::l_brace, tok::semi)) {
            if (tokens[i].is(tok::l_paren)) i = matching(tokens, i, tok::l_paren, tok::r_paren);
            if (has_initialisers && tokens[i].is(tok::identifier) && tokens[i + 1].is(tok::l_brace))
                i = matching(tokens, i + 1, tok::l_brace, tok::r_brace);
            ++i;
        }
        return tokens[i].is(tok::l_brace) ? matching(tokens, i, tok::l_brace, tok::r_brace) : i;
    }

    // Writes a parameter `threadgroup T tile[N][M]` as the pointer `threadgroup T (*tile)[M]` that it is: Clang rejects an array
    // with an address space as a parameter.
    std::vector<Token> with_decayed_parameters(const std::vector<Token>& tokens) const {
        std::vector<Token> kept;
        for (size_t i = 0; i < tokens.size(); ++i) {
            kept.push_back(tokens[i]);
            if (!tokens[i].isOneOf(tok::l_paren, tok::comma)) continue;
            const size_t name = name_of_array_parameter(tokens, i + 1);
            if (name == 0) continue;
            const size_t bound = matching(tokens, name + 1, tok::l_square, tok::r_square);
            const bool has_more = tokens[bound + 1].is(tok::l_square) && !begins_attributes(tokens, bound + 1);
            kept.insert(kept.end(), tokens.begin() + static_cast<ptrdiff_t>(i) + 1,
                        tokens.begin() + static_cast<ptrdiff_t>(name));
            if (has_more) kept.push_back(punctuation(tokens[name], tok::l_paren));
            kept.push_back(punctuation(tokens[name], tok::star));
            kept.push_back(tokens[name]);
            if (has_more) kept.push_back(punctuation(tokens[name], tok::r_paren));
            i = bound;
        }
        return kept;
    }
    // Returns the index of the name of the parameter that begins at `begin`, if it is an array with an address space; otherwise
    // 0.
    static size_t name_of_array_parameter(std::span<const Token> tokens, size_t begin) {
        bool has_space = false;
        size_t angles = 0;
        size_t i = begin;
        for (; i + 1 < tokens.size(); ++i) {
            const Token& token = tokens[i];
            if (token.is(tok::less)) ++angles;
            if (token.is(tok::greater) && angles > 0) {
                --angles;
                continue;
            }
            if (angles > 0) {
                if (token.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) return 0;
                continue;
            }
            has_space |= is_space(token);
            if (token.is(tok::l_square)) break;
            if (!token.isOneOf(tok::identifier, tok::kw_const, tok::kw_volatile, tok::coloncolon, tok::kw_float, tok::kw_int,
                               tok::kw_unsigned, tok::kw_short, tok::kw_char, tok::kw_long, tok::kw_bool))
                return 0;
        }
        if (!has_space || i < begin + 2 || tokens[i].isNot(tok::l_square) || begins_attributes(tokens, i)) return 0;
        if (tokens[i - 1].isNot(tok::identifier) || is_space(tokens[i - 1])) return 0;
        size_t end = i;
        while (end + 1 < tokens.size() && tokens[end].is(tok::l_square) && !begins_attributes(tokens, end))
            end = matching(tokens, end, tok::l_square, tok::r_square) + 1;
        if (end >= tokens.size() || !tokens[end].isOneOf(tok::comma, tok::r_paren, tok::l_square)) return 0;
        return i - 1;
    }

    clang::Preprocessor& preprocessor_;
    const clang::SourceManager& sources_;
    token_facts& facts_;
    std::map<clang::FileID, bool> is_metal_;
    std::set<std::string> function_constants_;
    size_t end_of_plain_text_ = 0;  // where the last static_assert or attribute ends, whose texts stay as they are
    std::vector<Token> in_;
    std::vector<Token> out_;
};

}  // namespace

bool is_authors(const clang::SourceManager& sources, clang::SourceLocation location) {
    return location.isValid() && !sources.isInSystemHeader(sources.getExpansionLoc(location));
}

void rewrite_tokens(clang::Preprocessor& preprocessor, std::vector<clang::Token>& tokens, token_facts& facts,
                    const conditional_places& conditionals) {
    if (!conditionals.empty()) tokens = with_common_types(preprocessor, tokens, conditionals);
    rewriter(preprocessor, facts).rewrite(tokens);
}

}  // namespace ingot::compiler::metal
