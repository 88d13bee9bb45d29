// A kernel template's arguments in words: for people, for symbols of device code, and for C++ text that ingotc writes.
#pragma once

#include <clang/AST/APValue.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <optional>
#include <string>
#include <variant>

#include "host_types.hpp"

namespace ingot::compiler {

/// One template argument: `tiling {512, 4}`, `float4`, `17`.
struct argument_words {
    std::string shown;    ///< "tiling{512, 4}": without namespaces
    std::string symbol;   ///< "512_4": letters, digits and _ only
    std::string written;  ///< "ingot::samples::tiling{512u, 4u}": an expression or a type, as any file that sees it may write it
};

/// Why an argument or a parameter has no name for the host.
struct unnamed {
    std::string why;                           ///< "is a pointer": behind the name of what it is
    const clang::NamedDecl* hidden = nullptr;  ///< what the kernel file itself declares, where it is that
};

/// A type's name for people: "float4", "uint32_t", "nbody_step<float>", however it was written.
std::string shown_name(clang::QualType type, const clang::ASTContext& context);

/// The same of a template written with arguments, by its own name where that is an alias: "const_image_2d<float4>".
std::string shown_as_written(clang::QualType type, const clang::ASTContext& context);

/// The words of a template argument for a parameter of that type (of a value). Takes note of the includes that it needs.
std::variant<argument_words, unnamed> words_of(const clang::TemplateArgument& argument, const clang::NamedDecl& parameter,
                                               host_types& types, const clang::ASTContext& context);

}  // namespace ingot::compiler
