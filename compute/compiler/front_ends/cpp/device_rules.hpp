// What a function does that no device can do, and what it calls.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>
#include <vector>

namespace ingot::compiler {

/// The gravest first: of several that one call into a library breaks, that one is said.
enum class rule { allocation, exception, other, release };

struct violation {
    rule broken;
    clang::SourceLocation where;
    std::string message;
    std::string advice;
};

struct call {
    const clang::FunctionDecl* callee = nullptr;
    clang::SourceLocation where;
};

struct function_facts {
    std::vector<violation> violations;
    std::vector<call> calls;  ///< also functions whose address is taken, constructors and destructors
};

/// Looks at what runs when `definition` is called; what is evaluated while compiling may do anything.
function_facts examine(const clang::FunctionDecl& definition, clang::ASTContext& context);

}  // namespace ingot::compiler
