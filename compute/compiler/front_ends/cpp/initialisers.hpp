// Finds what would initialise an object that is declared without an initialiser.
#pragma once

#include <clang/AST/ASTContext.h>

#include <optional>
#include <string>

#include "plain_data.hpp"

namespace ingot::compiler {

/// Returns the description of a default constructor or a member's initialiser that an object of the type, or a part of it,
/// would run. The vectors, matrices and quaternions of the language do not count: they start at zero as variables, and are
/// plain numbers in memory.
std::optional<std::string> find_initialiser(clang::QualType type, const clang::ASTContext& context);

/// Returns the error of a local_buffer whose elements would be initialised: local memory is not initialised, so that an
/// element's constructor would silently not run.
std::optional<unsuitable_type> check_local_element(clang::QualType element, const clang::ASTContext& context);

}  // namespace ingot::compiler
