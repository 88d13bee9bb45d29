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

/// Makes a part from a pattern, in which each `$` stands for the next of `parts`:
///
///     compose(part_kind::expression, "int32_t", "sum<int32_t>($, $)", {a, b})
///
/// Throws std::logic_error if the pattern has another number of `$` than there are parts.
source_tree compose(part_kind kind, std::string type, std::string_view pattern, std::vector<source_tree> parts = {});

/// Make a part of the kind `fixed` or `statement` without a type, as compose() does.
source_tree fixed(std::string_view pattern, std::vector<source_tree> parts = {});
source_tree statement(std::string_view pattern, std::vector<source_tree> parts = {});

/// Makes one part of the kind `fixed` from several parts.
source_tree sequence(std::vector<source_tree> parts);

/// Returns the text of a program. Each line is indented by four spaces for each pair of braces around it.
std::string to_text(const source_tree& program);

}  // namespace ingot::fuzzing
