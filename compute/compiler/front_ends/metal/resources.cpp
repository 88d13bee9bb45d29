#include "resources.hpp"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "attributes.hpp"
#include "host_structs.hpp"

namespace ingot::compiler::metal {

namespace {

// Returns the author's struct that the type names, or null.
const clang::CXXRecordDecl* as_struct(clang::QualType type) {
    const clang::CXXRecordDecl* const record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || is_texture(type) || is_sampler(type)) return nullptr;
    return record->getDefinition();
}

}  // namespace

bool is_sampler(clang::QualType type) {
    const clang::CXXRecordDecl* const record = type->getAsCXXRecordDecl();
    const auto* const space = record ? llvm::dyn_cast<clang::NamespaceDecl>(record->getDeclContext()) : nullptr;
    return space && space->getName() == "metal" && record->getName() == "sampler";
}

bool is_texture(clang::QualType type) {
    const clang::CXXRecordDecl* const record = type->getAsCXXRecordDecl();
    return record && (record->getName().starts_with("texture") || record->getName().starts_with("depth")) &&
           as_library_template(type, record->getName());
}

std::optional<array_shape> as_array(clang::QualType type, const clang::ASTContext& context) {
    if (const auto* const array = context.getAsConstantArrayType(type))
        return array_shape {array->getElementType(), array->getZExtSize()};
    if (const auto* const array = as_library_template(type, "array"))
        return array_shape {array->getTemplateArgs()[0].getAsType(),
                            array->getTemplateArgs()[1].getAsIntegral().getLimitedValue()};
    return {};
}

bool holds_resources(clang::QualType type, const clang::ASTContext& context) {
    type = type.getCanonicalType();
    if (type->isPointerOrReferenceType() || is_texture(type) || is_sampler(type)) return true;
    if (const auto array = as_array(type, context)) return holds_resources(array->element, context);
    const clang::CXXRecordDecl* const record = as_struct(type);
    return record &&
           (std::ranges::any_of(record->fields(),
                                [&](const auto* field) { return holds_resources(field->getType(), context); }) ||
            std::ranges::any_of(record->bases(), [&](const auto& base) { return holds_resources(base.getType(), context); }));
}

bool is_argument_buffer(clang::QualType type, const clang::ASTContext& context) {
    type = type.getCanonicalType();
    if (const auto array = as_array(type, context)) return is_argument_buffer(array->element, context);
    const clang::CXXRecordDecl* const record = as_struct(type);
    if (!record) return false;
    return holds_resources(type, context) || std::ranges::any_of(record->fields(), [&](const clang::FieldDecl* field) {
               return find_mark(*field, "id") || is_argument_buffer(field->getType(), context);
           });
}

bool holds_union(clang::QualType type, const clang::ASTContext& context) {
    type = type.getCanonicalType();
    if (const auto array = as_array(type, context)) return holds_union(array->element, context);
    const clang::CXXRecordDecl* const record = as_struct(type);
    if (!record) return false;
    return record->isUnion() ||
           std::ranges::any_of(record->fields(), [&](const auto* field) { return holds_union(field->getType(), context); });
}

uint32_t ids_of(clang::QualType type, const clang::ASTContext& context) {
    type = type.getCanonicalType();
    if (const auto array = as_array(type, context)) return static_cast<uint32_t>(array->count) * ids_of(array->element, context);
    const clang::CXXRecordDecl* const record = as_struct(type);
    // A vector, a matrix and other types of the library are one member.
    const auto* const space = record ? llvm::dyn_cast<clang::NamespaceDecl>(record->getDeclContext()) : nullptr;
    if (!record || record->isUnion() || (space && space->getName() == "metal")) return 1;
    uint32_t next = 0;
    for (const clang::FieldDecl* const field : record->fields()) {
        const std::optional<mark> given = find_mark(*field, "id");
        if (const auto number = given ? given->number(context) : std::nullopt)
            next = std::max(next, static_cast<uint32_t>(*number));
        next += ids_of(field->getType(), context);
    }
    return next;
}

}  // namespace ingot::compiler::metal
