#include "kernels/syntax.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace ingot::shell {

namespace {

// Sorted, for a binary search.
constexpr std::array<std::string_view, 59> keywords {
    "alignas",       "atomic_ref",  "auto",     "bool",    "break",    "buffer",        "case",         "char",     "class",
    "const",         "constexpr",   "continue", "default", "do",       "double",        "else",         "enum",     "false",
    "float",         "float2",      "float3",   "float4",  "for",      "global_id",     "half",         "if",       "image2d",
    "inline",        "int",         "int32_t",  "int64_t", "kernel",   "local_barrier", "local_buffer", "local_id", "long",
    "namespace",     "operator",    "param",    "private", "public",   "return",        "short",        "sizeof",   "static",
    "static_assert", "static_cast", "struct",   "switch",  "template", "true",          "typename",     "uint",     "uint2",
    "uint32_t",      "unsigned",    "using",    "void",    "while"};
static_assert(std::ranges::is_sorted(keywords));

bool is_letter(char each) { return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '_'; }
bool is_digit(char each) { return std::isdigit(static_cast<unsigned char>(each)) != 0; }

size_t end_of_word(std::string_view line, size_t at) {
    while (at < line.size() && is_letter(line[at])) ++at;
    return at;
}

/// Returns the end of a number, which may contain points, signs of exponents, and digit separators.
size_t end_of_number(std::string_view line, size_t at) {
    for (; at < line.size(); ++at) {
        const bool is_sign = (line[at] == '+' || line[at] == '-') && (line[at - 1] == 'e' || line[at - 1] == 'E');
        if (!is_letter(line[at]) && line[at] != '.' && line[at] != '\'' && !is_sign) return at;
    }
    return at;
}

/// Returns the end of a text in quotes that begins at `at`.
size_t end_of_string(std::string_view line, size_t at) {
    const char quote = line[at++];
    while (at < line.size() && line[at] != quote) at += line[at] == '\\' ? 2 : 1;
    return std::min(at + 1, line.size());
}

/// Returns the token that begins at `at`, where no comment begins.
token next_token(std::string_view line, size_t at) {
    const char first = line[at];
    if (first == '"') return {at, end_of_string(line, at), token_kind::string};
    if (is_digit(first)) return {at, end_of_number(line, at), token_kind::number};
    if ((first == '.' || first == '#') && at + 1 < line.size() && std::isalpha(static_cast<unsigned char>(line[at + 1])) != 0)
        return {at, end_of_word(line, at + 1), token_kind::directive};
    if (!is_letter(first)) return {at, at + 1, token_kind::plain};
    const size_t end = end_of_word(line, at);
    const std::string_view word = line.substr(at, end - at);
    // The instructions of SPIR-V are OpLoad, OpStore and so on.
    const bool is_instruction =
        word.size() > 2 && word.starts_with("Op") && std::isupper(static_cast<unsigned char>(word[2])) != 0;
    return {at, end, is_instruction || std::ranges::binary_search(keywords, word) ? token_kind::keyword : token_kind::plain};
}

}  // namespace

std::vector<token> tokens_of_line(std::string_view line, bool& is_in_comment) {
    std::vector<token> all;
    const auto add = [&all](const token& next) {
        if (!all.empty() && all.back().kind == next.kind)
            all.back().end = next.end;
        else
            all.push_back(next);
    };
    for (size_t at = 0; at < line.size();) {
        const std::string_view rest = line.substr(at);
        if (is_in_comment || rest.starts_with("/*")) {
            const size_t close = rest.find("*/", is_in_comment ? 0 : 2);
            is_in_comment = close == std::string_view::npos;
            const size_t end = is_in_comment ? line.size() : at + close + 2;
            add({at, end, token_kind::comment});
            at = end;
        } else if (rest.starts_with("//") || (at == 0 && rest.starts_with(';'))) {
            add({at, line.size(), token_kind::comment});
            return all;
        } else {
            const token next = next_token(line, at);
            add(next);
            at = next.end;
        }
    }
    return all;
}

}  // namespace ingot::shell
