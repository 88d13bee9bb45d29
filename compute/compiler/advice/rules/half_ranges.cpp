// TALK-18: a literal that is too large for half, and becomes infinity.
#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>

#include <cstdlib>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

constexpr double first_infinite = 65520.0;  // is rounded to infinity; the largest number of half is 65504

// Returns the value of a decimal literal, or 0. Clang itself warns about literals of half, and in Metal about integers that
// become halves.
double value_of(const source_token& token, bool is_metal) {
    if (token.type != source_token::kind::number || token.text.starts_with("0x") || token.text.starts_with("0X")) return 0;
    std::string digits;
    for (const char c : token.text)
        if (c != '\'') digits += c;
    if (llvm::StringRef("hH").contains(digits.back())) return 0;
    if (is_metal && llvm::StringRef(digits).find_first_of(".eE") == llvm::StringRef::npos) return 0;
    while (!digits.empty() && llvm::StringRef("fFuUlL").contains(digits.back())) digits.pop_back();
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    return *end == 0 ? value : 0;
}

// Returns the index of the only token of the value in `half(1.0f)`, `half x {1.0f}`, `half x = 1.0f;` or
// `static_cast<half>(1.0f)`, where `index` is that of `half`; behind a sign, that of the number. Returns nothing for other uses
// of the word.
std::optional<size_t> value_behind(const source_tokens& tokens, size_t index) {
    const auto is = [&](size_t i, std::string_view text) { return i < tokens.size() && tokens[i].is(text); };
    size_t next = index + 1;
    const bool is_cast = is(next, ">") && index >= 2 && tokens[index - 1].is("<") && tokens[index - 2].is("static_cast");
    const bool is_declaration = next < tokens.size() && tokens[next].type == source_token::kind::word;
    if (is_cast || is_declaration) ++next;
    const bool is_initialised = is(next, "=");
    if (!is_initialised && !is(next, "(") && !is(next, "{")) return {};
    size_t value = next + 1;
    if (is(value, "-")) ++value;
    const bool is_alone = is_initialised ? is(value + 1, ";") || is(value + 1, ",") : is(value + 1, ")") || is(value + 1, "}");
    return is_alone ? std::optional(value) : std::nullopt;
}

}  // namespace

void find_half_ranges(kernel_analysis& kernel, remark_list& found) {
    const source_location place = kernel.location();
    const bool is_metal = place.file.ends_with(".metal");
    const source_tokens tokens = kernel.tokens_of(place);
    const std::optional<size_t> name = tokens.at(place);
    if (!name || *name + 1 >= tokens.size() || !tokens[*name + 1].is("(")) return;
    const std::optional<size_t> parameters_end = tokens.closing(*name + 1);
    if (!parameters_end || *parameters_end + 1 >= tokens.size() || !tokens[*parameters_end + 1].is("{")) return;
    const std::optional<size_t> end = tokens.closing(*parameters_end + 1);
    if (!end) return;
    for (size_t i = *parameters_end + 1; i < *end; ++i) {
        if (!tokens[i].is("half")) continue;
        const std::optional<size_t> value = value_behind(tokens, i);
        if (!value || value_of(tokens[*value], is_metal) < first_infinite) continue;
        found.add_at(
            {place.file, tokens[*value].line, tokens[*value].column},
            fmt::format("the literal {} is infinite as a half: the largest number of half is 65504", tokens[*value].text),
            "compute with float here, or scale the numbers; write INFINITY if that is meant");
    }
}

}  // namespace ingot::compiler::advice
