// Converts the arguments of a kernel template to text: for display, for symbols in device code, and for generated C++ code.
#pragma once

#include <clang/AST/APValue.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <optional>
#include <string>
#include <variant>

#include "host_types.hpp"

namespace ingot::compiler {

/// The texts of one template argument, such as `tiling {512, 4}`, `float4` or `17`.
struct argument_names {
    std::string display_name;  ///< "tiling{512, 4}": without namespaces
    std::string symbol;        ///< "512_4": letters, digits and _ only
    std::string expression;    ///< "ingot::samples::tiling{512u, 4u}": an expression or a type with qualified names
};

/// The reason why host code cannot name an argument.
struct unnameable_argument {
    std::string reason;                             ///< end of a message: "is a pointer"
    const clang::NamedDecl* declaration = nullptr;  ///< the declaration in the kernel file that causes the problem, or null
};

/// Returns the name of a type for display: "float4", "uint32_t", "nbody_step<float>". It does not depend on how the
/// type was written.
std::string display_name(clang::QualType type, const clang::ASTContext& context);

/// Like display_name(), but keeps the name of an alias template: "const_image_2d<float4>".
std::string display_name_as_written(clang::QualType type, const clang::ASTContext& context);

/// Returns the texts of `argument`, the argument for the template parameter `parameter`, or the reason why host code
/// cannot name it. Adds the headers that the names require to `types`.
std::variant<argument_names, unnameable_argument> names_of_argument(const clang::TemplateArgument& argument,
                                                                    const clang::NamedDecl& parameter, host_types& types,
                                                                    const clang::ASTContext& context);

}  // namespace ingot::compiler
