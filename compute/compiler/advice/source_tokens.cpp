#include "source_tokens.hpp"

#include <algorithm>
#include <cctype>

namespace ingot::compiler::advice {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Returns the end of a number that begins at `begin`: a pp-number of the C++ standard, [lex.ppnumber].
size_t end_of_number(std::string_view line, size_t begin) {
    size_t end = begin;
    while (end < line.size()) {
        const char c = line[end];
        const bool is_sign_of_exponent =
            (c == '+' || c == '-') && end > begin && std::string_view("eEpP").find(line[end - 1]) != std::string_view::npos;
        const bool is_separator = c == '\'' && end + 1 < line.size() && (is_digit(line[end + 1]) || is_letter(line[end + 1]));
        if (!is_letter(c) && !is_digit(c) && c != '.' && !is_sign_of_exponent && !is_separator) break;
        ++end;
    }
    return end;
}

// Returns the end of a literal of characters that begins at `begin`.
size_t end_of_literal(std::string_view line, size_t begin) {
    for (size_t end = begin + 1; end < line.size(); ++end) {
        if (line[end] == '\\')
            ++end;
        else if (line[end] == line[begin])
            return end + 1;
    }
    return line.size();
}

// Does a declaration whose type is the token at an index say that it is a kernel? The word `kernel` stands before the type or in
// an attribute there: `kernel void`, `[[kernel]] void`, `kernel [[max_total_threads_per_threadgroup(64)]] void`.
bool is_kernel(std::span<const source_token> tokens, size_t type) {
    size_t i = type;
    while (i > 1 && tokens[i - 1].is("]") && tokens[i - 2].is("]")) {
        for (--i; i > 1 && !(tokens[i].is("[") && tokens[i - 1].is("[")); --i)
            if (tokens[i].is("kernel")) return true;
        --i;
    }
    return i > 0 && tokens[i - 1].is("kernel");
}

}  // namespace

source_tokens::source_tokens(std::string file, const std::vector<std::string>& lines) : file_(std::move(file)), lines_(lines) {
    bool is_in_comment = false;
    bool is_in_directive = false;
    for (size_t row = 0; row < lines.size(); ++row) {
        const std::string_view line = lines[row];
        const size_t first = line.find_first_not_of(" \t");
        if (!is_in_comment && !is_in_directive) is_in_directive = first != std::string_view::npos && line[first] == '#';
        const bool is_skipped = is_in_directive;
        is_in_directive = is_in_directive && line.ends_with('\\');
        for (size_t i = 0; i < line.size();) {
            if (is_in_comment) {
                const size_t end = line.find("*/", i);
                is_in_comment = end == std::string_view::npos;
                i = is_in_comment ? line.size() : end + 2;
                continue;
            }
            const char c = line[i];
            if (line.substr(i, 2) == "//") break;
            if (line.substr(i, 2) == "/*") {
                is_in_comment = true;
                i += 2;
                continue;
            }
            if (c == ' ' || c == '\t') {
                ++i;
                continue;
            }
            using enum source_token::kind;
            source_token::kind type = punctuation;
            size_t end = i + 1;
            if (is_digit(c) || (c == '.' && i + 1 < line.size() && is_digit(line[i + 1]))) {
                type = source_token::kind::number;
                end = end_of_number(line, i);
            } else if (is_letter(c)) {
                type = word;
                while (end < line.size() && (is_letter(line[end]) || is_digit(line[end]))) ++end;
            } else if (c == '"' || c == '\'') {
                type = literal;
                end = end_of_literal(line, i);
            }
            if (!is_skipped)
                all_.push_back(
                    {type, std::string(line.substr(i, end - i)), static_cast<uint32_t>(row + 1), static_cast<uint32_t>(i + 1)});
            i = end;
        }
    }
}

std::optional<size_t> source_tokens::at(const source_location& place) const {
    const auto position = [](const source_token& each) { return std::pair(each.line, each.column); };
    const auto found = std::ranges::lower_bound(all_, std::pair(place.line, place.column), {}, position);
    if (found == all_.end() || position(*found) != std::pair(place.line, place.column)) return {};
    return static_cast<size_t>(found - all_.begin());
}

std::optional<size_t> source_tokens::closing(size_t opening) const {
    int depth = 0;
    for (size_t i = opening; i < all_.size(); ++i) {
        if (all_[i].is("(") || all_[i].is("[") || all_[i].is("{")) ++depth;
        if (all_[i].is(")") || all_[i].is("]") || all_[i].is("}")) --depth;
        if (depth == 0) return i;
    }
    return {};
}

std::pair<size_t, size_t> source_tokens::statement_of(size_t index) const {
    const auto is_end = [&](size_t i) { return all_[i].is(";") || all_[i].is("{") || all_[i].is("}"); };
    size_t first = index;
    while (first > 0 && !is_end(first - 1)) --first;
    size_t end = index;
    while (end < all_.size() && !is_end(end)) ++end;
    return {first, end};
}

std::optional<kernel_tokens> source_tokens::kernel_around(size_t index) const {
    for (size_t i = std::min(index, all_.size() - 1); i > 0; --i) {
        if (!all_[i].is("void") || i + 2 >= all_.size() || !all_[i + 2].is("(") || !is_kernel(all_, i)) continue;
        const std::optional<size_t> parameters_end = closing(i + 2);
        if (!parameters_end) return {};
        size_t body = *parameters_end;
        while (body < all_.size() && !all_[body].is("{") && !all_[body].is(";")) ++body;
        if (body == all_.size() || all_[body].is(";")) return {};
        const std::optional<size_t> end = closing(body);
        if (!end || index <= body || *end <= index) return {};
        return kernel_tokens {i + 1, i + 2, *parameters_end, body, *end};
    }
    return {};
}

std::string source_tokens::text(size_t first, size_t end) const {
    const source_token& last = all_[end - 1];
    const size_t begin = all_[first].column - 1;
    return lines_[all_[first].line - 1].substr(begin, last.column - 1 + last.text.size() - begin);
}

text_edit source_tokens::replace(size_t first, size_t end, std::string by) const {
    const source_token& last = all_[end - 1];
    const source_token& begin = all_[first];
    const auto length = static_cast<uint32_t>(last.column + last.text.size() - begin.column);
    return {{file_, begin.line, begin.column}, length, std::move(by)};
}

source_location place_of(const archive::kernel_reflection& kernel, source_lines& lines) {
    source_location place {kernel.file, kernel.line, 1};
    // The name of an instance of a template has arguments behind the name in the source.
    const std::string name = kernel.name.substr(0, kernel.name.find('<'));
    const source_tokens tokens(kernel.file, lines.lines_of(kernel.file));
    const auto is_name = [&](const source_token& each) { return each.line == kernel.line && each.is(name); };
    if (const auto found = std::ranges::find_if(tokens.all(), is_name); found != tokens.all().end()) place.column = found->column;
    return place;
}

}  // namespace ingot::compiler::advice
