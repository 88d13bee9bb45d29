// Types of Metal that are resources or hold them: pointers to buffers, textures and samplers in arrays and structs (MSL 3.0,
// sections 2.12.1, 2.12.2 and 2.13).
#pragma once

#include <clang/AST/ASTContext.h>

#include <optional>

namespace ingot::compiler::metal {

bool is_sampler(clang::QualType type);
bool is_texture(clang::QualType type);

/// The elements of an array: of a C array, or of metal::array.
struct array_shape {
    clang::QualType element;
    uint64_t count = 0;
};
std::optional<array_shape> as_array(clang::QualType type, const clang::ASTContext& context);

/// Is the type a resource, or an array or a struct with one?
bool holds_resources(clang::QualType type, const clang::ASTContext& context);

/// Is the type a struct that holds resources or has a member with [[id(n)]], or an array of such structs?
bool is_argument_buffer(clang::QualType type, const clang::ASTContext& context);

/// Is the type a union, or does it hold one?
bool holds_union(clang::QualType type, const clang::ASTContext& context);

/// Returns the number of ids that a member of an argument buffer takes: the greatest one, relative to its own, plus 1.
uint32_t ids_of(clang::QualType type, const clang::ASTContext& context);

}  // namespace ingot::compiler::metal
