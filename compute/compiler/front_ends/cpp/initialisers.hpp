// Finds the constructor or the member's initialiser that runs when an object is declared without an initialiser.
#pragma once

#include <clang/AST/ASTContext.h>

#include <optional>
#include <string>

#include "plain_data.hpp"

namespace ingot::compiler {

/// Returns a description of the default constructor, or of the member's initialiser, that initialises an object of the
/// type or a part of the object; nothing if there is none. Also returns nothing for the vectors, matrices and quaternions
/// of the language: their constructors set variables to zero, but in memory they are plain numbers that need no constructor.
std::optional<std::string> find_initialiser(clang::QualType type, const clang::ASTContext& context);

/// Returns the error for a local_buffer for whose element type find_initialiser() finds a constructor or an initialiser;
/// nothing for any other element type. Local memory is not initialised: without this error, the constructor would not run,
/// and no message would say so.
std::optional<unsuitable_type> check_local_element(clang::QualType element, const clang::ASTContext& context);

}  // namespace ingot::compiler
