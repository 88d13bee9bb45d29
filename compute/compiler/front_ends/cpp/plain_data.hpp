// Checks that a type can be stored in a buffer or passed by value: its bytes must mean the same on the host and on a device.
#pragma once

#include <clang/AST/Type.h>

#include <optional>
#include <string>

namespace clang {
class ASTContext;
}

namespace ingot::compiler {

/// The error for a type that cannot be used.
struct unsuitable_type {
    std::string message;
    std::string advice;
};

/// Is the type a struct or an array that holds buffers, images or local memory? As a parameter of a kernel it is a group: the
/// host passes its members one by one.
bool holds_resources(clang::QualType type, const clang::ASTContext& context);

/// Returns the error if `type` cannot be the element type of a buffer or the type of a value, otherwise nothing. `role`
/// describes the type in the message: "the element type of parameter 'x'".
std::optional<unsuitable_type> check_plain_data(clang::QualType type, std::string_view role, const clang::ASTContext& context);

}  // namespace ingot::compiler
