// Examines one function: which operations no device can execute, and which functions it calls.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>
#include <string_view>
#include <vector>

namespace ingot::compiler {

/// The kinds of violations, the gravest first. If one call into a library violates several rules, only the gravest is reported.
enum class device_rule { allocation, exception, other, release };

/// A place that violates a rule, with its error message.
struct violation {
    device_rule rule;
    clang::SourceLocation location;
    std::string message;
    std::string advice;
};

/// A call of a function.
struct call {
    const clang::FunctionDecl* callee = nullptr;
    clang::SourceLocation location;
};

/// The result of examining a function.
struct function_facts {
    std::vector<violation> violations;
    std::vector<call> calls;  ///< also functions whose address is taken, constructors and destructors
    /// Does the function contain an assertion, or a place at which the standard library throws an exception on the host?
    bool can_fail = false;
};

/// Returns the advice for code that needs a heap: what to use for elements of a type instead.
std::string advice_without_heap(std::string_view element);

/// The advice for code that prints to a stream of the host.
inline constexpr std::string_view printing_advice = "print with print(\"x is $\", x[0]) or printf";

/// Examines the code that runs when `definition` is called. Code that is evaluated at compile time is not restricted.
function_facts examine(const clang::FunctionDecl& definition, clang::ASTContext& context);

}  // namespace ingot::compiler
