#include "host_structs.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace ingot::compiler::metal {

namespace {

// Returns the host's name for a scalar, or an empty text.
std::string name_of_scalar(clang::QualType type, const clang::ASTContext& context) {
    const auto* const scalar = type->getAs<clang::BuiltinType>();
    if (!scalar) return {};
    if (type->isBooleanType()) return "bool";
    if (scalar->getKind() == clang::BuiltinType::Float) return "float";
    if (scalar->getKind() == clang::BuiltinType::Float16) return "::ingot::half";
    if (!type->isIntegerType()) return {};
    return fmt::format("::std::{}int{}_t", type->isUnsignedIntegerType() ? "u" : "", context.getIntWidth(type));
}

bool is_of_library(const clang::NamedDecl& declaration) {
    const auto* const space = llvm::dyn_cast<clang::NamespaceDecl>(declaration.getDeclContext());
    return space && space->getName() == "metal" && space->getDeclContext()->getRedeclContext()->isTranslationUnit();
}

bool is_bfloat(const clang::CXXRecordDecl& record) {
    return record.getName() == "bfloat" && record.getDeclContext()->getRedeclContext()->isTranslationUnit();
}

uint64_t number_argument(const clang::ClassTemplateSpecializationDecl& type, unsigned index) {
    return type.getTemplateArgs()[index].getAsIntegral().getLimitedValue();
}

const clang::FieldDecl* find_field(const clang::CXXRecordDecl& record, llvm::StringRef name) {
    for (const clang::FieldDecl* const field : record.fields())
        if (field->getName() == name) return field;
    return nullptr;
}

// Makes an identifier of a name such as `outer::pair<int>`.
std::string identifier_of(const std::string& name) {
    std::string result;
    for (const char each : name) {
        const bool is_allowed = std::isalnum(static_cast<unsigned char>(each)) && static_cast<unsigned char>(each) < 0x80;
        if (is_allowed || each == '_')
            result += each;
        else if (!result.empty() && result.back() != '_')
            result += '_';
    }
    while (!result.empty() && result.back() == '_') result.pop_back();
    return result.empty() || std::isdigit(static_cast<unsigned char>(result.front())) ? "type_" + result : result;
}

}  // namespace

const clang::ClassTemplateSpecializationDecl* as_library_template(clang::QualType type, llvm::StringRef name) {
    const auto* const found = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    return found && found->getName() == name && is_of_library(*found) ? found : nullptr;
}

std::string written_type(clang::QualType type, const clang::ASTContext& context) {
    type = type.getCanonicalType().getUnqualifiedType();
    type = context.getQualifiedType(type.getTypePtr(), clang::Qualifiers());
    std::string scalar = name_of_scalar(type, context);
    if (!scalar.empty()) {
        if (scalar == "bool" || scalar == "float") return scalar;
        if (scalar == "::ingot::half") return "half";
        const std::string sign = type->isUnsignedIntegerType() ? "u" : "";
        switch (context.getIntWidth(type)) {
            case 8:
                return sign + "char";
            case 16:
                return sign + "short";
            case 32:
                return sign + "int";
            default:
                return sign + "long";
        }
    }
    for (const char* const vector : {"vec", "packed_vec"})
        if (const auto* const found = as_library_template(type, vector))
            return (vector == llvm::StringRef("vec") ? "" : "packed_") +
                   written_type(found->getTemplateArgs()[0].getAsType(), context) + std::to_string(number_argument(*found, 1));
    if (const auto* const found = as_library_template(type, "matrix"))
        return fmt::format("{}{}x{}", written_type(found->getTemplateArgs()[0].getAsType(), context), number_argument(*found, 1),
                           number_argument(*found, 2));
    clang::PrintingPolicy policy = context.getPrintingPolicy();
    policy.SuppressTagKeyword = true;
    return type.getAsString(policy);
}

std::optional<std::string> host_structs::fail(std::string why) {
    why_not_ = std::move(why);
    return {};
}

std::optional<std::string> host_structs::name(clang::QualType type) {
    type = type.getCanonicalType();
    type = context_.getQualifiedType(type.getTypePtr(), clang::Qualifiers());
    if (std::string scalar = name_of_scalar(type, context_); !scalar.empty()) return scalar;
    if (const auto* const enumeration = type->getAsEnumDecl()) return name(enumeration->getIntegerType());
    if (const auto* const array = context_.getAsConstantArrayType(type)) {
        const std::optional<std::string> element = name(array->getElementType());
        if (!element) return {};
        return fmt::format("::std::array<{}, {}>", *element, array->getZExtSize());
    }
    if (type->isPointerOrReferenceType()) return fail("it holds a pointer");
    const clang::CXXRecordDecl* const record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition()) return fail("it has no size");
    return name_of_record(*record->getDefinition());
}

std::optional<std::string> host_structs::name_of_library_type(const clang::ClassTemplateSpecializationDecl& type) {
    const llvm::StringRef kind = type.getName();
    // A pixel data type (library: ingot/metal/detail/pixel.hpp): the host gets its words.
    if (const clang::FieldDecl* const words = find_field(type, "ingot_words")) {
        const clang::ConstantArrayType* const array = context_.getAsConstantArrayType(words->getType());
        return name(array->getZExtSize() == 1 ? array->getElementType() : words->getType());
    }
    std::optional<std::string> element = name(type.getTemplateArgs()[0].getAsType());
    if (!element) return {};
    if (kind == "atomic") return element;
    if (kind == "array") return fmt::format("::std::array<{}, {}>", *element, number_argument(type, 1));
    const uint64_t count = number_argument(type, 1);
    if (kind == "matrix") {
        const clang::QualType column = context_.getAsConstantArrayType((*type.field_begin())->getType())->getElementType();
        const std::optional<std::string> host = name(column);
        if (!host) return {};
        return fmt::format("::std::array<{}, {}>", *host, count);
    }
    const bool is_packed = kind == "packed_vec";
    if (!is_packed && kind != "vec") return fail(fmt::format("the host has no type for '{}'", kind.str()));
    if (*element == "bool" || (is_packed && count != 3))
        return fmt::format("::std::array<{}, {}>", *element, !is_packed && count == 3 ? 4 : count);
    return fmt::format("::ingot::vector<{}, {}>", *element, !is_packed && count == 3 ? 4 : count);
}

std::optional<std::string> host_structs::name_of_record(const clang::CXXRecordDecl& record) {
    if (const auto found = named_.find(&record); found != named_.end()) return space_ + "::" + found->second;
    // The host has no type for these numbers: it gets their bits.
    if (is_bfloat(record)) return "::std::uint16_t";
    if (is_of_library(record)) {
        const auto* const library_type = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
        if (!library_type || library_type->getTemplateArgs().size() == 0 ||
            library_type->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
            return fail(fmt::format("the host has no type for '{}'", record.getNameAsString()));
        return name_of_library_type(*library_type);
    }
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(&record);
    const auto size = static_cast<uint64_t>(layout.getSize().getQuantity());
    const auto alignment = static_cast<uint64_t>(layout.getAlignment().getQuantity());
    const clang::QualType type = context_.getCanonicalTagType(&record);
    std::string own = identifier_of(written_type(type, context_));
    const auto is_taken = [&](const std::string& name) {
        return std::ranges::any_of(named_, [&](const auto& each) { return each.second == name; });
    };
    for (unsigned next = 2; is_taken(own); ++next)
        if (!is_taken(own + "_" + std::to_string(next))) own += "_" + std::to_string(next);

    std::string members;
    const bool is_simple = !record.isUnion() && std::ranges::none_of(record.fields(), [](const clang::FieldDecl* field) {
        return field->isBitField() || !field->getDeclName().isIdentifier() || field->getName().empty();
    });
    if (is_simple) {
        for (const clang::FieldDecl* const field : record.fields()) {
            const std::optional<std::string> host = name(field->getType());
            if (!host) return {};
            members += fmt::format("    alignas({}) {} {};\n", context_.getDeclAlign(field).getQuantity(), *host,
                                   field->getName().str());
        }
    } else {
        // Unions, bit-fields and members without a name: the host sees their bytes.
        for (const clang::FieldDecl* const field : record.fields())
            if (!field->getType()->isRecordType() && !name(field->getType())) return {};
        members = fmt::format("    ::std::array<::std::byte, {}> bytes;\n", size);
    }
    declared_ +=
        fmt::format("struct alignas({}) {} {{\n{}}};\nstatic_assert(sizeof({}) == {});\n", alignment, own, members, own, size);
    named_.emplace(&record, own);
    return space_ + "::" + own;
}

std::string host_structs::declarations() const {
    if (declared_.empty()) return {};
    return fmt::format(
        "\n/// Structs of the kernel file, with the layout that they have in Metal.\nnamespace {} {{\n{}}}  // namespace {}\n",
        space_, declared_, space_);
}

}  // namespace ingot::compiler::metal
