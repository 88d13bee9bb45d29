// Reports what Clang accepts as C++ and the Metal specification forbids. Every error names the section.
#pragma once

#include <clang/AST/ASTContext.h>

#include "../clang/reporter.hpp"
#include "tokens.hpp"

namespace ingot::compiler::metal {

/// Checks all declarations in the author's files.
void check_rules(clang::ASTContext& context, const token_facts& facts, const reporter& errors);

}  // namespace ingot::compiler::metal
