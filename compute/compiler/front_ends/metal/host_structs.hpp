// Types of the host for types of Metal with the same bytes: for typed launchers.
//
// A scalar has the corresponding type of C++. float2 and float4 are vectors of Ingot's library, and so is packed_float3. A float3
// has 16 bytes in Metal, so on the host it is a float4, whose fourth component is not used. Structs are declared again in the
// generated header, with the layout that Clang computes for them here.
#pragma once

#include <clang/AST/ASTContext.h>

#include <map>
#include <optional>
#include <string>

namespace ingot::compiler::metal {

class host_structs {
public:
    /// `space` is the namespace for the structs in the generated header.
    host_structs(clang::ASTContext& unit, std::string space) : context_(unit), space_(std::move(space)) {}

    /// Returns the host's name for a type. If there is none, returns nothing, and why_not() says why.
    std::optional<std::string> name(clang::QualType type);
    const std::string& why_not() const { return why_not_; }

    /// Returns the declarations of all structs that the names so far require.
    std::string declarations() const;

private:
    std::optional<std::string> name_of_record(const clang::CXXRecordDecl& record);
    std::optional<std::string> name_of_library_type(const clang::ClassTemplateSpecializationDecl& type);
    std::optional<std::string> fail(std::string why);

    clang::ASTContext& context_;
    std::string space_;
    std::map<const clang::CXXRecordDecl*, std::string> named_;  // with the struct's name on the host
    std::string declared_;
    std::string why_not_;
};

/// Is the class a template of the library with this name? Returns its arguments, or null.
const clang::ClassTemplateSpecializationDecl* as_library_template(clang::QualType type, llvm::StringRef name);

/// Returns the type as the author of a Metal kernel writes it: "float4", "device float*".
std::string written_type(clang::QualType type, const clang::ASTContext& context);

}  // namespace ingot::compiler::metal
