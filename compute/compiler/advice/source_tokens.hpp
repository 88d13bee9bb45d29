// The words of a source file, for fixes: a rule that has found a place in the module looks up there what the author wrote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../diagnostic.hpp"
#include "remark.hpp"
#include "source_lines.hpp"

namespace ingot::compiler::advice {

/// A word of C++: an identifier, a number, a literal, or one character of punctuation.
struct source_token {
    enum class kind { word, number, literal, punctuation };
    kind type = kind::punctuation;
    std::string text;
    uint32_t line = 0;    ///< from 1
    uint32_t column = 0;  ///< from 1, in bytes

    bool is(std::string_view other) const { return text == other; }
};

/// The parts of a kernel in the source: the indices of its name, of the brackets around its parameters, and of those around its
/// body.
struct kernel_tokens {
    size_t name = 0;
    size_t parameters = 0;
    size_t parameters_end = 0;
    size_t body = 0;
    size_t end = 0;
};

/// The tokens of one file, without comments and preprocessor directives. A raw string literal is not recognised as one; what
/// follows it may be wrong, as long as it is no text that a fix looks for.
class source_tokens {
public:
    source_tokens(std::string file, const std::vector<std::string>& lines);

    std::span<const source_token> all() const { return all_; }
    const source_token& operator[](size_t index) const { return all_[index]; }
    size_t size() const { return all_.size(); }

    /// Returns the index of the token that begins at a place, or nothing.
    std::optional<size_t> at(const source_location& place) const;

    /// Returns the index of the bracket that belongs to the opening bracket `(`, `[` or `{` at an index, or nothing.
    std::optional<size_t> closing(size_t opening) const;

    /// Returns the first and one behind the last token of the statement or initialiser that contains a token: it ends at `;`, `{`
    /// and `}`.
    std::pair<size_t, size_t> statement_of(size_t index) const;

    /// Returns the kernel in whose body a token is, or nothing if it is in another function.
    std::optional<kernel_tokens> kernel_around(size_t index) const;

    /// Returns the text of the tokens from `first` to before `end`, as it is in the file. They must be in one line.
    std::string text(size_t first, size_t end) const;

    /// Returns an edit that replaces the tokens from `first` to before `end`. They must be in one line.
    text_edit replace(size_t first, size_t end, std::string by) const;

    bool are_in_one_line(size_t first, size_t end) const { return all_[first].line == all_[end - 1].line; }

private:
    std::string file_;
    const std::vector<std::string>& lines_;
    std::vector<source_token> all_;
};

/// Returns the line of a kernel, and the column of its name.
source_location place_of(const archive::kernel_reflection& kernel, source_lines& lines);

}  // namespace ingot::compiler::advice
