// The text of a program as a tree, so that parts of the program can be removed or replaced.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ingot::fuzzing {

/// What a part of a program is. Only parts that a program can do without have a kind other than `fixed`.
enum class part_kind {
    fixed,       ///< text that stays
    statement,   ///< can be removed
    expression,  ///< can be replaced by a literal, or by an expression of the same type in it
};

/// A part of a program: its own text if it has no parts, else the text of its parts, one after another.
struct source_tree {
    part_kind kind = part_kind::fixed;
    std::string type;  ///< of an expression: "uint32_t"
    std::string text;
    std::vector<source_tree> parts;
};

/// Makes a part from a pattern, in which each `$` stands for the next of `parts`:
///
///     compose(part_kind::expression, "int32_t", "sum<int32_t>($, $)", {a, b})
///
/// Throws std::logic_error if the pattern has another number of `$` than there are parts.
source_tree compose(part_kind kind, std::string type, std::string_view pattern, std::vector<source_tree> parts = {});

/// The same for fixed text and for a statement.
source_tree fixed(std::string_view pattern, std::vector<source_tree> parts = {});
source_tree statement(std::string_view pattern, std::vector<source_tree> parts = {});

/// Joins parts to a fixed part.
source_tree sequence(std::vector<source_tree> parts);

/// Returns the text of a program, with each line indented by the number of braces around it.
std::string to_text(const source_tree& program);

}  // namespace ingot::fuzzing
