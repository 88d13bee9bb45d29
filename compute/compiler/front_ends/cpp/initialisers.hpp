// Finds what would initialise an object that is declared without an initialiser.
#pragma once

#include <clang/AST/ASTContext.h>

#include <optional>
#include <string>

namespace ingot::compiler {

/// Returns the description of a default constructor or a member's initialiser that an object of the type, or a part of it,
/// would run. The vectors, matrices and quaternions of the language do not count: they start at zero as variables, and are
/// plain numbers in memory.
std::optional<std::string> find_initialiser(clang::QualType type, const clang::ASTContext& context);

}  // namespace ingot::compiler
