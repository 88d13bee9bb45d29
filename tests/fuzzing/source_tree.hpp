// The text of a program as a tree, so that parts of the program can be removed or replaced.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ingot::fuzzing {

/// States how a part of a program can be simplified.
enum class part_kind {
    fixed,       ///< not at all
    statement,   ///< it can be removed
    expression,  ///< it can be replaced by 0, or by an expression of the same type that it contains
};

/// A part of a program: its own text if it has no parts, else the text of its parts, one after another.
struct source_tree {
    part_kind kind = part_kind::fixed;
    std::string type;  ///< for an expression its type, such as "uint32_t"; otherwise empty
    std::string text;
    std::vector<source_tree> parts;
};

/// A text in which each `$` stands for the next of `parts`. It is one argument in braces and not two arguments, because C++
/// evaluates the elements of a list in braces from left to right and arguments in any order. So every compiler draws the
/// random numbers in these elements in the same order.
struct source_pattern {
    std::string text;
    std::vector<source_tree> parts {};
};

/// Makes a part from a pattern:
///
///     compose(part_kind::expression, "int32_t", {"sum<int32_t>($, $)", {a, b}})
///
/// Throws std::logic_error if the pattern has another number of `$` than there are parts.
source_tree compose(part_kind kind, std::string type, source_pattern pattern);

/// Make a part of the kind `fixed` or `statement` without a type, as compose() does.
source_tree fixed(source_pattern pattern);
source_tree statement(source_pattern pattern);

/// Makes one part of the kind `fixed` from several parts.
source_tree sequence(std::vector<source_tree> parts);

/// Returns the text of a program. Each line is indented by four spaces for each pair of braces around it.
std::string to_text(const source_tree& program);

}  // namespace ingot::fuzzing
