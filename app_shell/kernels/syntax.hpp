// Splits source and generated code into words of different kinds, for the colours of the kernel panel.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace ingot::shell {

enum class token_kind { plain, keyword, number, string, comment, directive };

/// A piece of a line: the positions of its first character and of the one after its last.
struct token {
    size_t begin = 0;
    size_t end = 0;
    token_kind kind = token_kind::plain;
    friend bool operator==(const token&, const token&) = default;
};

/// Splits a line into tokens that together are the whole line. It takes what C++, PTX, the assembly text of SPIR-V and machine
/// code have in common, so that it needs not know the language: a comment begins with //, with /* or, at the beginning of a
/// line, with ; and a word that begins with . or # is a directive. `is_in_comment` is whether the line begins inside of a comment
/// /* … */; the function sets it for the next line.
std::vector<token> tokens_of_line(std::string_view line, bool& is_in_comment);

}  // namespace ingot::shell
