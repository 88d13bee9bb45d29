// Checks that a type can be stored in a buffer or passed by value: its bytes must mean the same on the host and on a device.
#pragma once

#include <clang/AST/Type.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <optional>
#include <string>
#include <string_view>

namespace clang {
class ASTContext;
class CXXRecordDecl;
}  // namespace clang

namespace ingot::compiler {

/// The error for a type that cannot be used.
struct unsuitable_type {
    std::string message;
    std::string advice;
};

/// Is the type a struct or an array that holds buffers, images or local memory? As a parameter of a kernel it is a group: the
/// host passes its members one by one.
bool holds_resources(clang::QualType type, const clang::ASTContext& context);

/// Finds types whose bytes do not mean the same on the host and on a device.
class plain_data_checker {
public:
    explicit plain_data_checker(const clang::ASTContext& context) : context_(context) {}

    /// Returns the error if `type` cannot be the element type of a buffer or the type of a value, otherwise nothing. `role`
    /// describes the type in the message: "the element type of parameter 'x'".
    std::optional<unsuitable_type> check(clang::QualType type, std::string_view role);

private:
    // A part of a type that does not mean the same on the host and on a device, for example a pointer, and the path of
    // member names to the part: "first.next". The path is empty if the part is the type itself.
    struct foreign_part {
        std::string kind;
        std::string path;
    };

    std::optional<foreign_part> find_foreign_part(clang::QualType written, const std::string& path);
    std::optional<foreign_part> find_in_record(const clang::CXXRecordDecl& record, const std::string& path);
    static unsuitable_type describe(const foreign_part& part, std::string_view role, const std::string& name);

    const clang::ASTContext& context_;
    // The classes without such a part. Each class is looked at once: a class can have many members of the same type, and
    // this type has many members, too.
    llvm::SmallPtrSet<const clang::CXXRecordDecl*, 32> plain_records_;
};

}  // namespace ingot::compiler
