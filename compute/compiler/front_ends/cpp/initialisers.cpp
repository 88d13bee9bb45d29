#include "initialisers.hpp"

#include <clang/AST/DeclCXX.h>
#include <fmt/format.h>

#include "language_names.hpp"

namespace ingot::compiler {

std::optional<std::string> find_initialiser(clang::QualType type, const clang::ASTContext& context) {
    const clang::CXXRecordDecl* record = context.getBaseElementType(type.getCanonicalType())->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || record->hasTrivialDefaultConstructor()) return {};
    record = record->getDefinition();
    for (const char* name : {"vector", "matrix4", "quaternion"})
        if (as_language_template(record, name)) return {};
    if (record->hasUserProvidedDefaultConstructor()) return fmt::format("the constructor '{}()'", record->getNameAsString());
    for (const clang::FieldDecl* field : record->fields()) {
        if (field->hasInClassInitializer()) return fmt::format("the initialiser of '{}'", field->getNameAsString());
        if (auto part = find_initialiser(field->getType(), context)) return part;
    }
    for (const clang::CXXBaseSpecifier& base : record->bases())
        if (auto part = find_initialiser(base.getType(), context)) return part;
    return {};
}

std::optional<unsuitable_type> check_local_element(clang::QualType element, const clang::ASTContext& context) {
    const std::optional<std::string> initialiser = find_initialiser(element, context);
    if (!initialiser) return {};
    return unsuitable_type {fmt::format("a local_buffer does not construct its elements, but {} of '{}' would initialise them",
                                        *initialiser, element.getAsString(context.getPrintingPolicy())),
                            fmt::format("remove {} from the type: local memory has any contents at first. Let the work-items "
                                        "write the first values instead, as in `tile[local_id.x] = value; local_barrier();`",
                                        *initialiser)};
}

}  // namespace ingot::compiler
