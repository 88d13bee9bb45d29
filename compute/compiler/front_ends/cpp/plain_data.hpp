// What may lie in a buffer or be passed by value: data that means the same on the host and on a device.
#pragma once

#include <clang/AST/Type.h>

#include <optional>
#include <string>

namespace clang {
class ASTContext;
}

namespace ingot::compiler {

struct unfit_type {
    std::string message;
    std::string advice;
};

/// Why `type` cannot be the element of a buffer or a value; nothing where it can. `role` names it in the message: "the element
/// type of parameter 'x'".
std::optional<unfit_type> find_unfit(clang::QualType type, std::string_view role, const clang::ASTContext& context);

}  // namespace ingot::compiler
