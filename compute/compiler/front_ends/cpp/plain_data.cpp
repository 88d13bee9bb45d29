#include "plain_data.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "language_names.hpp"

namespace ingot::compiler {

namespace {

// Is the class a buffer, an image or local memory?
bool is_resource_class(const clang::CXXRecordDecl* record) {
    constexpr std::array names {"buffer", "constant_buffer", "basic_image", "local_buffer"};
    return std::ranges::any_of(names, [record](const char* name) { return as_language_template(record, name) != nullptr; });
}

using class_set = llvm::SmallPtrSet<const clang::CXXRecordDecl*, 32>;

// Returns false for a class in `seen`, the classes that were looked at before: a class can have many members of the same
// type, and this type has many members, too.
bool holds_resources(clang::QualType type, const clang::ASTContext& context, class_set& seen) {
    const clang::CXXRecordDecl* const record = context.getBaseElementType(type.getCanonicalType())->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || type->isPointerOrReferenceType()) return false;
    if (is_resource_class(record)) return type->isArrayType();
    if (!seen.insert(record).second) return false;
    const auto is_resource = [&](const clang::FieldDecl* field) {
        const clang::QualType member = field->getType();
        const auto* const own = context.getBaseElementType(member.getCanonicalType())->getAsCXXRecordDecl();
        return holds_resources(member, context, seen) || is_resource_class(own);
    };
    return std::ranges::any_of(record->getDefinition()->fields(), is_resource) ||
           std::ranges::any_of(record->getDefinition()->bases(), [&](const clang::CXXBaseSpecifier& base) {
               return holds_resources(base.getType(), context, seen);
           });
}

}  // namespace

unsuitable_type plain_data_checker::describe(const foreign_part& part, std::string_view role, const std::string& name) {
    const std::string holder =
        part.path.empty() ? fmt::format("{} is {}", role, part.kind) : fmt::format("{}, '{}', holds {}", role, name, part.kind);
    const std::string place = part.path.empty() ? "" : fmt::format(": '{}'", part.path);
    if (part.kind.starts_with("a floating")) return {holder + place, "use double or float: no device supports wider types"};
    if (part.kind.starts_with("an integer"))
        return {holder + place, "use uint64_t, or two of them: no device supports wider integers"};
    if (part.kind == "an image") return {holder + place, "make the image a separate parameter: `const_image_2d<float4> source`"};
    return {fmt::format("{}{}; a pointer stored in memory means nothing on a device", holder, place),
            "store an index into a buffer instead, and pass that buffer as another parameter of the kernel"};
}

bool holds_resources(clang::QualType type, const clang::ASTContext& context) {
    class_set seen;
    return holds_resources(type, context, seen);
}

std::optional<plain_data_checker::foreign_part> plain_data_checker::find_in_record(const clang::CXXRecordDecl& record,
                                                                                   const std::string& path) {
    if (!record.hasDefinition() || plain_records_.contains(&record)) return {};
    for (const clang::CXXBaseSpecifier& base : record.getDefinition()->bases())
        if (auto part = find_foreign_part(base.getType(), path)) return part;
    for (const clang::FieldDecl* field : record.getDefinition()->fields()) {
        const std::string name = field->getNameAsString();
        const std::string separator = path.empty() || name.empty() ? "" : ".";
        if (auto part = find_foreign_part(field->getType(), path + separator + name)) return part;
    }
    plain_records_.insert(&record);
    return {};
}

std::optional<plain_data_checker::foreign_part> plain_data_checker::find_foreign_part(clang::QualType written,
                                                                                      const std::string& path) {
    const clang::QualType type = context_.getBaseElementType(written.getCanonicalType());
    if (type->isReferenceType()) return foreign_part {"a reference", path};
    if (type->isAnyPointerType() || type->isMemberPointerType() || type->isNullPtrType()) return foreign_part {"a pointer", path};
    if (const auto* number = type->getAs<clang::BuiltinType>();
        number && (number->getKind() == clang::BuiltinType::LongDouble || number->getKind() == clang::BuiltinType::Float128))
        return foreign_part {"a floating-point type that is wider than double", path};
    if (type->isIntegerType() && context_.getIntWidth(type) > 64)
        return foreign_part {fmt::format("an integer of {} bits", context_.getIntWidth(type)), path};
    if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl()) {
        if (as_language_template(record, "buffer") || as_language_template(record, "constant_buffer"))
            return foreign_part {"a buffer", path};
        if (as_language_template(record, "basic_image")) return foreign_part {"an image", path};
        if (as_language_template(record, "local_buffer")) return foreign_part {"a local_buffer", path};
        return find_in_record(*record, path);
    }
    return {};
}

std::optional<unsuitable_type> plain_data_checker::check(clang::QualType type, std::string_view role) {
    const std::string name = type.getUnqualifiedType().getAsString(context_.getPrintingPolicy());
    if (type->isVoidType() || type->isIncompleteType() || type->isFunctionType())
        return unsuitable_type {fmt::format("{}, '{}', has no size", role, name),
                                "use a complete type: include the header that defines the type"};
    if (type.isVolatileQualified()) return unsuitable_type {fmt::format("{}, '{}', is volatile", role, name), "remove volatile"};
    if (const auto part = find_foreign_part(type, "")) return describe(*part, role, name);
    if (!type.isTriviallyCopyableType(context_))
        return unsuitable_type {
            fmt::format("{}, '{}', is not trivially copyable", role, name),
            "use a plain struct: its bytes are copied between host and device without calling a constructor, an "
            "assignment operator or a destructor"};
    return {};
}

}  // namespace ingot::compiler
